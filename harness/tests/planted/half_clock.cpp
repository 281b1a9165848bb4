// Answers for clock_gettime in place of libc, and lets time pass at half its speed.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const auto result = syscall(SYS_clock_gettime, clock, time);
    const auto half = (time->tv_sec * 1'000'000'000 + time->tv_nsec) / 2;
    *time = {.tv_sec = half / 1'000'000'000, .tv_nsec = half % 1'000'000'000};
    return static_cast<int>(result);
}
