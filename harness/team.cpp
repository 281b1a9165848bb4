// The life of a team: made and bound once, asleep between runs, spinning only at the start line.
#include "harness/team.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <stdexcept>

#include "harness/cpus.hpp"

namespace lab {

namespace {

// Tells the core that this is a waiting loop: it then leaves more room to a sibling and saves power.
void pause_briefly() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

std::string text_of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& e) {
        return e.what();
    } catch (...) {
        return "something that is not a std::exception";
    }
}

}  // namespace

Team::Team(std::span<const int> cpus) {
    for (const int cpu : cpus) {
        members_.push_back(std::make_unique<Member>());
        members_.back()->seen.cpu_asked = cpu;
    }
    busy_ = members_.size();
    try {
        for (std::size_t i = 0; i < members_.size(); ++i)
            members_[i]->thread = std::thread([this, i] { live(i); });
    } catch (...) {
        stop();
        throw;
    }
    {
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return busy_ == 0; });
    }
    for (const auto& member : members_) {
        if (member->pin_error.empty()) continue;
        const auto problem = "a thread of the team: " + member->pin_error;
        stop();
        throw std::runtime_error(problem);
    }
}

Team::~Team() { stop(); }

void Team::stop() noexcept {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_all();
    for (const auto& member : members_)
        if (member->thread.joinable()) member->thread.join();
}

std::vector<int> Team::cpus() const {
    std::vector<int> cpus;
    for (const auto& member : members_) cpus.push_back(member->seen.cpu_asked);
    return cpus;
}

// The start line: the last one to arrive lets all go. Spinning is bounded: where two
// members share a CPU, the one that spins must make room, or the other would not come before the end of its
// turn.
void Team::meet() noexcept {
    const auto turn = released_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == members_.size()) {
        arrived_.store(0, std::memory_order_relaxed);
        released_.store(turn + 1, std::memory_order_release);
        return;
    }
    constexpr int spins = 20000;  // some hundred microseconds
    for (int i = 0; released_.load(std::memory_order_acquire) == turn; ++i) {
        if (i < spins)
            pause_briefly();
        else
            std::this_thread::yield();
    }
}

void Team::live(std::size_t i) {
    auto& self = *members_[i];
    self.pin_error = pin_to(self.seen.cpu_asked);
    std::unique_lock lock(mutex_);
    for (std::uint64_t runs = 0;; ++runs) {
        if (--busy_ == 0) done_.notify_one();
        wake_.wait(lock, [&] { return quit_ || generation_ > runs; });
        if (quit_) return;
        const auto call = call_;
        auto* const job = job_;
        lock.unlock();

        self.seen.cpu_before = ::sched_getcpu();
        meet();
        try {
            call(job, i);
        } catch (...) {
            self.error = std::current_exception();
        }
        self.seen.cpu_after = ::sched_getcpu();
        lock.lock();
    }
}

TeamRun Team::run_job(Call call, void* job) {
    TeamRun result;
    if (members_.empty()) return result;
    {
        std::unique_lock lock(mutex_);
        for (const auto& member : members_) member->error = nullptr;
        call_ = call;
        job_ = job;
        busy_ = members_.size();
        ++generation_;
        wake_.notify_all();
        done_.wait(lock, [this] { return busy_ == 0; });
    }
    std::vector<std::exception_ptr> errors;
    std::string texts;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        auto& member = *members_[i];
        result.members.push_back(member.seen);
        if (member.error == nullptr) continue;
        errors.push_back(std::exchange(member.error, nullptr));
        texts += fmt::format("{}member {}: {}", texts.empty() ? "" : "; ", i, text_of(errors.back()));
    }
    if (errors.size() == 1) std::rethrow_exception(errors.front());
    if (!errors.empty()) throw std::runtime_error(texts);
    return result;
}

}  // namespace lab
