// Hash lookups: the same table and the same call, and four speeds.
#include "harness/lab.hpp"

#include "part1-measuring/in_words.hpp"

#include <optional>
#include <span>
#include <unordered_map>

namespace {

using Table = std::unordered_map<std::uint64_t, std::uint64_t>;

// Looks up each key and adds what it finds. A key that is absent adds nothing.
[[gnu::noinline]] std::uint64_t look_up(const Table& table, std::span<const std::uint64_t> keys) {
    std::uint64_t sum = 0;
    for (const auto key : keys)
        if (const auto found = table.find(key); found != table.end()) sum += found->second;
    return sum;
}

Table table_of(std::size_t keys) {
    Table table;
    table.reserve(keys);
    for (std::uint64_t key = 0; key < keys; ++key) table.emplace(key, key + 1);
    return table;
}

constexpr std::uint64_t usual_lookups = 2'000'000;

// Each call looks up the same keys. In the order of insertion a lookup needs 40 new bytes: 32 of its node, 8 of its
// bucket; in random order it needs two lines of its own. If all these bytes fit in a cache, or nearly, they are still
// there at the next call: then the size of the table does not matter any more.
// Returns what to type instead; empty when the bytes are at least twice the last-level cache.
std::string staying_in_a_cache(const lab::Lab& lab, std::uint64_t keys, std::uint64_t lookups) {
    if (lab.data().started.empty()) return {};  // --call and --asm time nothing
    constexpr std::uint64_t bytes = 40;
    const auto cache = lab::last_cache_bytes(lab.machine(), lab.data().cpu);
    const auto least = cache ? (2 * *cache + bytes - 1) / bytes : usual_lookups;
    if (std::min(keys, lookups) >= least) return {};
    return "what " + in_words(std::min(keys, lookups)) +
           " lookups read would stay in the last-level cache (" +
           (cache ? lab::show(static_cast<double>(*cache), lab::Kind::bytes) : "of unknown size") +
           ") from call to call; type " +
           (keys < least ? "--keys " + std::to_string(least) + " " : std::string()) + "--lookups " +
           std::to_string(std::max(least, lookups)) + " or more";
}

void hash_lookups(lab::Lab& lab) {
    const auto many = lab.option("keys", {.full = 10'000'000,
                                          .quick = 2'000'000,
                                          .least = 10'000,
                                          .most = 1U << 31U,
                                          .what = "keys of the large table"});
    const auto lookups = lab.option("lookups", {.full = usual_lookups,
                                                .quick = usual_lookups,
                                                .least = 1000,
                                                .most = 1U << 30U,
                                                .what = "lookups in one call"});
    lab.predict("few", "one lookup among 1,000 keys, over and over", lab::ns);
    const auto all = in_words(many) + " keys";
    lab.predict("many_random", "one lookup among " + all + ", in random order", lab::ns);
    lab.predict("many_in_order", "one lookup among " + all + ", in the order of insertion", lab::ns);
    lab.predict("misses", "one lookup of an absent key among 1,000", lab::ns);
    lab.begin();
    const auto stays = staying_in_a_cache(lab, many, lookups);
    // Fewer than by default were asked for: asking for more is easy. The default itself measures, and is not judged.
    if (!stays.empty() && lookups < usual_lookups) throw lab::BadRequest("--lookups: " + stays);

    constexpr std::size_t few = 1000;
    lab::require_memory(many * 48 + lookups * 32);  // a node with its link and its allocation, and a bucket
    auto small = table_of(few);
    auto large = table_of(many);
    std::vector<std::uint64_t> keys[4];
    lab::Random random(lab.seed());
    for (std::size_t i = 0; i < lookups; ++i) {
        keys[0].push_back(random.below(few));
        keys[1].push_back(random.below(many));
        keys[2].push_back(i % many);
        keys[3].push_back(few + random.below(few));
    }
    const auto add = [&](const char* name, Table& table, std::span<std::uint64_t> wanted) {
        // Key k holds k + 1, so the answer follows from the keys alone; absent keys add nothing.
        const auto worth = [size = table.size()](std::uint64_t key) { return key < size ? key + 1 : 0; };
        auto& first = wanted[0];
        std::uint64_t rest = 0;
        for (const auto key : wanted.subspan(1)) rest += worth(key);
        lab.measure(name,
                    {.items = static_cast<double>(lookups),
                     .bytes = 16.0 * static_cast<double>(lookups),
                     .expect = rest + worth(first),
                     .change =
                         [&first, worth, rest] {
                             first ^= 1U;
                             return rest + worth(first);
                         }},
                    [&table, wanted] { return look_up(table, wanted); });
    };
    add("few", small, keys[0]);
    add("many_random", large, keys[1]);
    add("many_in_order", large, keys[2]);
    // An absent key can't prove that the table was read, so the first key of this row is sometimes a present one.
    keys[3][0] = few;
    const auto floor = 8.0 * static_cast<double>(lookups);
    lab.measure(
        "misses",
        {.items = static_cast<double>(lookups),
         .bytes = floor,
         .expect = 0,
         .change =
             [&first = keys[3][0]] {
                 first = first == few ? 0 : few;
                 return first == 0 ? 1 : 0;
             }},
        [&small, wanted = std::span<const std::uint64_t>(keys[3])] { return look_up(small, wanted); });
    lab.run();

    const auto in_large = [&](const char* name) {
        return stays.empty() ? lab.per_item(name) : lab::Value::missing(std::string(name) + ": " + stays);
    };
    for (const auto* name : {"few", "misses"}) lab.answer(name, lab.per_item(name));
    for (const auto* name : {"many_random", "many_in_order"}) lab.answer(name, in_large(name));
    lab.claim({.text = "in random order a lookup among " + all + " costs several times one among a thousand",
               .at_least = 3,
               .causes = {"the large table fits in a cache: raise --keys"}},
              in_large("many_random") / lab.per_item("few"));
    lab.claim(
        {.text = "in the order of insertion most of that is gone: nodes that were made together lie together",
         .at_least = 2,
         .causes = {"the allocator does not hand out neighbours one after the other",
                    "this library's hash scatters neighbouring keys over the buckets"}},
        in_large("many_random") / in_large("many_in_order"));
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "hash_lookups",
                         .question = "What does one lookup in a hash table cost?",
                         .axis = "lookups",
                         .item = "lookup",
                         .variants = {{"few", "1,000 keys, looked up over and over"},
                                      {"many_random", "the large table (--keys), in random order"},
                                      {"many_in_order", "the large table, in the order of insertion"},
                                      {"misses", "1,000 keys, none of them there"}},
                         .seconds = 15},
                        hash_lookups);
}
