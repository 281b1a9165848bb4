// A small team of threads, each bound to its own CPU, released together again and again.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "harness/team_run.hpp"

namespace lab {

// Threads are made once. Between two runs they sleep, so that they disturb nobody. In a run the caller sleeps
// and the members meet at a spinning start barrier: sleeping threads wake up at different times (tens of
// microseconds apart), spinning ones start within a few hundred nanoseconds of each other.
class Team {
public:
    // One thread per entry of `cpus`, bound to it. Throws std::runtime_error when a CPU is not to be had.
    explicit Team(std::span<const int> cpus);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    std::size_t size() const { return members_.size(); }
    std::vector<int> cpus() const;

    // What the members saw in the latest run: the harness asks where they ran.
    const TeamRun& last() const { return last_; }
    // How many runs there were.
    std::uint64_t runs() const { return generation_; }

    // Runs f(i) on member i, i = 0 … size()-1, all at once, and waits for all of them. f is a template
    // argument, called directly in the member's thread: nothing stands between the release and the work. If
    // members throw, the run still ends for all; then one exception is passed on, and several become one
    // std::runtime_error that tells them all. One run at a time: call it from one thread.
    template <class F>
    TeamRun run(F&& f) {
        using Function = std::remove_reference_t<F>;
        return last_ = run_job([](void* job, std::size_t i) { (*static_cast<Function*>(job))(i); },
                               const_cast<void*>(static_cast<const volatile void*>(std::addressof(f))));
    }

private:
    using Call = void (*)(void*, std::size_t);
    struct alignas(128) Member {  // its own pair of lines: the members must not disturb each other
        MemberRun seen;
        std::exception_ptr error;
        std::string pin_error;
        std::thread thread;
    };

    TeamRun run_job(Call call, void* job);
    void live(std::size_t i);
    void meet() noexcept;
    void stop() noexcept;

    std::vector<std::unique_ptr<Member>> members_;
    TeamRun last_;
    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::uint64_t generation_ = 0;  // number of runs asked for
    std::size_t busy_ = 0;          // members that have not ended
    bool quit_ = false;
    Call call_ = nullptr;
    void* job_ = nullptr;

    alignas(128) std::atomic<std::size_t> arrived_{0};
    alignas(128) std::atomic<std::uint64_t> released_{0};
};

}  // namespace lab
