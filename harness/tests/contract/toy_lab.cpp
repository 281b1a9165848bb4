// A lab of thirty lines without the frame: what the contract tool needs of a lab, and functions with known facts.
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "harness/keep.hpp"

namespace {

constexpr std::size_t side = 512;

[[gnu::noinline]] std::uint64_t sum_rows(const std::uint32_t* data) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < side * side; ++i) sum += data[i];
    return sum;
}

// The barrier keeps the compiler from swapping the loops.
[[gnu::noinline]] std::uint64_t sum_columns(const std::uint32_t* data) {
    std::uint64_t sum = 0;
    for (std::size_t column = 0; column < side; ++column)
        for (std::size_t row = 0; row < side; ++row) {
            sum += data[row * side + column];
            lab::keep(sum);
        }
    return sum;
}

// A loop that works for nobody: every compiler deletes it.
[[gnu::noinline]] std::uint64_t sum_nothing(const std::uint32_t* data) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < side; ++i) sum += data[i];
    static_cast<void>(sum);
    return data == nullptr ? 1 : 0;
}

void call(std::string_view row, int times, const std::uint32_t* data) {
    for (int i = 0; i < times; ++i) {
        if (row == "rows") lab::keep(sum_rows(data));
        if (row == "columns") lab::keep(sum_columns(data));
        if (row == "nothing") lab::keep(sum_nothing(data));
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string_view> rows;
    int times = 1;
    int then = 0;
    for (int i = 1; i + 1 < argc; ++i) {
        if (std::string_view(argv[i]) == "--call") rows.emplace_back(argv[i + 1]);
        if (std::string_view(argv[i]) == "--times") times = std::atoi(argv[i + 1]);
        if (std::string_view(argv[i]) == "--then") then = std::atoi(argv[i + 1]);
    }
    const std::vector<std::uint32_t> data(side * side, 1);
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // as the harness does: the copy's copy is waited for here
    for (const auto row : rows) {
        if (row == "unknown") return 2;
        if (row == "silent") return 0;
        const auto first = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
        if (first == 0) {
            const bool second = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0;
            call(row, second && row != "idle" ? times + then : times, data.data());
            _exit(0);
        }
        waitpid(first, nullptr, 0);
        const auto second = waitpid(-1, nullptr, 0);
        std::printf("items %zu processes %d %d\n", side * side, first, row == "alone" ? 1 : second);
    }
}
