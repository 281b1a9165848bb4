// First touch: the first fill of fresh memory times the kernel, not the fill.
#include "harness/lab.hpp"

#include <unistd.h>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <span>

namespace {

const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

// Writes every byte, then reads one byte of each page: the answer proves that the fill took place.
[[gnu::noinline]] std::uint64_t fill(std::span<std::uint8_t> bytes, std::uint8_t value) {
    std::memset(bytes.data(), value, bytes.size());
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < bytes.size(); i += page) sum += bytes[i];
    return sum;
}

// A fill that nobody reads. The compiler may leave out the fill, and then the allocation too.
[[gnu::noinline]] std::uint64_t fill_unread(std::size_t size, std::uint8_t value) {
    auto* bytes = static_cast<std::uint8_t*>(std::malloc(size));
    if (bytes == nullptr) return 0;
    std::memset(bytes, value, size);
    std::free(bytes);
    return size / page * value;
}

void first_touch(lab::Lab& lab) {
    const auto size = lab.option("bytes", {.full = lab::Mi(4),
                                           .quick = lab::Mi(4),
                                           .least = lab::Mi(1),
                                           .most = lab::Gi(1),
                                           .what = "buffer to fill"}) /
                      page * page;
    lab.predict("first_fill",
                "time to fill " + lab::show(static_cast<double>(size), lab::Kind::bytes) + " of fresh memory",
                lab::us);
    lab.predict("first_over_third", "how many times longer the first fill takes than the third", lab::ratio);
    lab.begin();

    const auto pages = size / page;
    std::optional<lab::FreshPages> memory;  // given back and asked for anew before each sample
    lab::FreshPages settled(
        pages);  // filled twice before the row `third` begins: it needs no set-up of its own
    for (int i = 0; i < 2; ++i) fill(settled.span(), 1);
    std::uint8_t value = 1;
    const auto answer = [&value, pages] { return std::uint64_t{value} * pages; };
    const auto change = [&value, answer] {
        value ^= 3U;
        return answer();
    };  // 1 and 2 in turn
    const auto work = [&](std::function<void()> before, std::vector<std::string> lie) {
        return lab::Work{.items = static_cast<double>(pages),
                         .bytes = static_cast<double>(size),
                         .expect = answer(),
                         .change = change,
                         .before = std::move(before),
                         .lie = std::move(lie)};
    };
    lab.measure("first", work([&] { memory.emplace(pages); }, {"faults"}),
                [&] { return fill(memory->span(), value); });
    lab.measure("second",
                work(
                    [&] {
                        memory.emplace(pages);
                        fill(memory->span(), value);
                    },
                    {}),
                [&] { return fill(memory->span(), value); });
    lab.measure("third", work({}, {}), [&] { return fill(settled.span(), value); });
    lab.measure("unread",
                {.items = static_cast<double>(pages),
                 .bytes = static_cast<double>(size),
                 .expect = answer(),
                 .change = change,
                 .lie = {"possible", "faults"}},
                [&, size] { return fill_unread(size, value); });
    lab.run();

    const auto first_over_third = lab.lie("first") / lab.time("third");
    lab.answer("first_fill", lab.lie("first"));
    lab.answer("first_over_third", first_over_third);
    double faults = 0;
    std::size_t samples = 0;
    for (const auto& visit : lab.data().points.front().visits) {
        faults += visit.minor_faults;
        samples += visit.samples.size();
    }
    if (samples > 0)
        lab.note("The first fill of " + lab::show(static_cast<double>(size), lab::Kind::bytes) + " met " +
                 lab::show(faults / static_cast<double>(samples), lab::Kind::count) +
                 " page faults; it has " + std::to_string(pages) + " pages. A fault costs about " +
                 lab::show(lab.data().fault_ns, lab::Kind::time) + " here.");
    lab.claim(
        {.text = "the first fill of fresh memory takes several times as long as the third",
         .at_least = 2,
         .causes =
             {"the kernel mapped many pages at each fault (huge pages): look at the number of faults above"}},
        first_over_third);
    lab.claim({.text = "the second fill is near the third: the cost was the first touch, not the first call",
               .at_least = 0.5,
               .at_most = 2.5,
               .causes = {"the third is repeated with warm caches and translations, the second is met once: "
                          "compare with --bytes 64Mi",
                          "another program disturbed the run"}},
              lab.time("second") / lab.time("third"));
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "first_touch",
                         .question = "Why is the first fill of fresh memory so slow?",
                         .axis = "fill",
                         .item = "page",
                         .variants = {{"first", "memory that nobody has touched"},
                                      {"second", "the same memory once more"},
                                      {"third", "memory that was filled twice before"},
                                      {"unread", "a fill whose bytes nobody reads"}},
                         .seconds = 8},
                        first_touch);
}
