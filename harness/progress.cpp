// Shows and wipes the progress line.
#include "harness/progress.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <cmath>
#include <cstdio>

namespace lab {

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { wipe(); }

void Progress::show(std::size_t done, std::size_t total, double elapsed_ns, const std::string& what) {
    if (!terminal_ || elapsed_ns < 1e9) return;
    std::fputs(("\r\033[K" + progress_text(done, total, elapsed_ns, what)).c_str(), stderr);
    std::fflush(stderr);
    shown_ = true;
}

void Progress::wipe() {
    if (!shown_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    shown_ = false;
}

std::string progress_text(std::size_t done, std::size_t total, double elapsed_ns, const std::string& what) {
    if (done == 0 || total <= done) return what;
    const auto left = elapsed_ns * static_cast<double>(total - done) / static_cast<double>(done);
    return fmt::format("{} · {} of {} done · about {} s left", what, done, total, std::ceil(left / 1e9));
}

}  // namespace lab
