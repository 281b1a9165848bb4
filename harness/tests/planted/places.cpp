// Lies about the place: the thread moves, two CPUs are one, the huge pages are small, somebody else has the CPU.
#include "harness/tests/planted/planted.hpp"

#include "harness/cpus.hpp"
#include "harness/team.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

namespace {

// Busy processes on one CPU, for as long as this object lives.
class Competitors {
public:
    Competitors(int count, int cpu) {
        const auto parent = getpid();
        for (int i = 0; i < count; ++i) {
            const auto child = fork();
            if (child == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL);  // not even kill -9 of the lab leaves one behind
                if (getppid() != parent || !lab::pin_to(cpu).empty()) _exit(1);
                for (std::atomic<std::uint64_t> turns{0};;) ++turns;
            }
            if (child > 0) children_.push_back(child);
        }
    }
    ~Competitors() {
        for (const auto child : children_) kill(child, SIGKILL);
        for (const auto child : children_) waitpid(child, nullptr, 0);
    }
    Competitors(const Competitors&) = delete;
    Competitors& operator=(const Competitors&) = delete;

private:
    std::vector<pid_t> children_;
};

void places(lab::Lab& lab) {
    lab.predict("one_call", "time of one call", lab::us);
    lab.begin();
    planted::Numbers numbers;
    const std::span<const std::uint64_t> all = numbers.all;
    std::string row;
    const auto add = [&](const std::string& name, lab::Work work, auto call) {
        row = name;
        lab.measure(name, std::move(work), call);
    };
    const auto own = lab.data().cpu;

    if (lab.wants("moves_away")) {
        const auto allowed = lab.machine().allowed_cpus.value_or({});  // before the thread was pinned
        if (allowed.size() < 2) lab.refuse("it needs two CPUs");
        const auto other = allowed[0] == own ? allowed[1] : allowed[0];
        add("moves_away", numbers.work(),
            [all, other] { return lab::pin_to(other).empty() ? planted::sum(all) : 0; });
    }
    std::unique_ptr<lab::Team> team;
    if (lab.wants("two_cpus_that_are_one")) {
        team = std::make_unique<lab::Team>(std::vector{own, own});
        add("two_cpus_that_are_one",
            {.bytes = 2 * numbers.bytes(),
             .expect = 2 * numbers.right(),
             .change = [&numbers] { return 2 * numbers.change(); },
             .team = team.get()},
            [all, &team = *team] {
                std::uint64_t totals[2] = {};
                team.run([&](std::size_t thread) { totals[thread] = planted::sum(all); });
                return totals[0] + totals[1];
            });
    }
    std::unique_ptr<lab::Team> resting;
    if (lab.wants("a_team_that_rests")) {
        resting = std::make_unique<lab::Team>(std::vector{own});
        auto work = numbers.work();
        work.team = resting.get();
        add("a_team_that_rests", std::move(work), [all] { return planted::sum(all); });
    }
    if (lab.wants("others_do_the_work"))
        add("others_do_the_work", numbers.work(), [all] {
            std::uint64_t total = 0;
            std::thread other([&] {
                for (int i = 0; i < 3000; ++i) total = planted::sum(lab::hidden(all));
            });
            other.join();
            return total;
        });
    lab::Touched<std::uint64_t> small;
    if (lab.wants("huge_pages_that_are_small")) {
        small = lab::touched<std::uint64_t>(lab::Mi(1), lab::Pages::small);
        add("huge_pages_that_are_small",
            {.bytes = static_cast<double>(small.size_bytes()),
             .expect = 0,
             .change = [&small] { return small[0] ^= 1U; },
             .huge_begin = small.data(),
             .huge_bytes = small.size_bytes()},
            [&small] { return planted::sum(small.span()); });
    }
    std::unique_ptr<Competitors> competitors;
    if (lab.wants("competitors")) {
        competitors = std::make_unique<Competitors>(4, own);
        // Some 10 ms a call, longer than the kernel lets one program run while others wait. A short call could be timed
        // in a moment of its own, and then its time would be right.
        add("competitors", numbers.work(), [all] {
            for (int i = 1; i < 30'000; ++i) lab::keep(planted::sum(lab::hidden(all)));
            return planted::sum(all);
        });
    }
    lab.run();
    planted::conclude(lab, row);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "planted_places", .question = "Is a broken request found?", .seconds = 1},
                        places);
}
