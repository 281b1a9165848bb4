// Pointer chase: what a linked list costs against an array, and how much of it is the order of the nodes.
#include "harness/lab.hpp"

#include <span>

namespace {

struct Node {
    Node* next = nullptr;
    std::uint64_t value = 0;
};

[[gnu::noinline]] std::uint64_t sum_vector(std::span<const std::uint64_t> values) {
    std::uint64_t sum = 0;
    for (const auto value : values) sum += value;
    return sum;
}

// The address of the next node is inside this node: no fetch can start before the one before it has ended.
[[gnu::noinline]] std::uint64_t sum_list(const Node* node) {
    std::uint64_t sum = 0;
    for (; node != nullptr; node = node->next) sum += node->value;
    return sum;
}

// The order in which a list visits its nodes: 0, 1, 2 … or shuffled.
std::vector<std::uint32_t> visiting_order(std::size_t count, bool shuffled, std::uint64_t seed) {
    std::vector<std::uint32_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(i);
    lab::Random random(seed);
    if (shuffled) lab::shuffle(std::span(order), random);
    return order;
}

// Links nodes in that order and numbers them 0, 1, 2 … along the list. Returns the head.
template <class NodeAt>
Node* link(const std::vector<std::uint32_t>& order, NodeAt node_at) {
    Node* next = nullptr;
    for (std::size_t i = order.size(); i-- > 0;) {
        Node& node = node_at(order[i]);
        node = {.next = next, .value = i};
        next = &node;
    }
    return next;
}

void chase(lab::Lab& lab) {
    const auto count = lab.option("nodes", {.full = 10'000'000,
                                            .quick = 1'000'000,
                                            .least = 1000,  // the chains of two short calls would overlap
                                            .most = 1U << 31U,
                                            .what = "elements of each container"});
    lab.predict("vector_pass", "time to sum the vector once", lab::ms);
    lab.predict("list_shuffled_pass", "time to sum the shuffled list once", lab::ms);
    lab.predict("shuffled_over_vector", "how many times longer the shuffled list takes than the vector",
                lab::ratio);
    lab.predict("in_order_over_vector", "the same for the list that was allocated in the order of its links",
                lab::ratio);
    lab.begin();

    const auto total = count * (count - 1) / 2;
    const auto items = static_cast<double>(count);
    const auto add_list = [&](const char* name, Node* head, const void* huge_begin = nullptr,
                              std::size_t huge_bytes = 0) {
        lab.measure(name,
                    {.items = items,
                     .steps = items,
                     .expect = total,
                     .change = lab::toggle(head->value, total),
                     .huge_begin = huge_begin,
                     .huge_bytes = huge_bytes},
                    [head] { return sum_list(head); });
    };

    lab::Touched<std::uint64_t> values;
    if (lab.wants("vector")) {
        values = lab::touched<std::uint64_t>(count);
        for (std::size_t i = 0; i < count; ++i) values[i] = i;
        lab.measure(
            "vector",
            {.items = items, .bytes = 8 * items, .expect = total, .change = lab::toggle(values[0], total)},
            [&values] { return sum_vector(values); });
    }

    // Each node is an allocation of its own, as in std::list. The allocator hands out neighbours one after the other,
    // so a list that is linked in that order walks through memory like an array of 32-byte elements.
    std::vector<std::unique_ptr<Node>> nodes[2];
    for (const bool shuffled : {false, true}) {
        const auto* name = shuffled ? "list_shuffled" : "list_in_order";
        if (!lab.wants(name)) continue;
        lab::require_memory(count * (32 + sizeof(Node*) + sizeof(std::uint32_t)));
        auto& owned = nodes[shuffled ? 1 : 0];
        owned.reserve(count);
        for (std::size_t i = 0; i < count; ++i) owned.push_back(std::make_unique<Node>());
        add_list(name, link(visiting_order(count, shuffled, lab.seed()),
                            [&](std::size_t i) -> Node& { return *owned[i]; }));
    }

    // The same shuffled list in one block: no allocator between the nodes, and the page size can be chosen.
    lab::Touched<Node> arena[2];
    for (const bool huge : {false, true}) {
        const auto* name = huge ? "list_shuffled_arena_huge" : "list_shuffled_arena";
        if (!lab.wants(name)) continue;
        auto& block = arena[huge ? 1 : 0];
        block = lab::touched<Node>(count, huge ? lab::Pages::huge : lab::Pages::small);
        auto* head =
            link(visiting_order(count, true, lab.seed()), [&](std::size_t i) -> Node& { return block[i]; });
        add_list(name, head, huge ? block.data() : nullptr, huge ? block.size_bytes() : 0);
    }

    lab.run();
    const auto shuffled_over_vector = lab.time("list_shuffled") / lab.time("vector");
    const auto in_order_over_vector = lab.time("list_in_order") / lab.time("vector");
    lab.answer("vector_pass", lab.time("vector"));
    lab.answer("list_shuffled_pass", lab.time("list_shuffled"));
    lab.answer("shuffled_over_vector", shuffled_over_vector);
    lab.answer("in_order_over_vector", in_order_over_vector);

    const std::string too_small =
        "the nodes fit in a cache: compare 32 bytes a node with the last-level cache, raise --nodes";
    lab.claim({.text = "a shuffled list is tens of times slower than a vector",
               .at_least = 20,
               .causes = {too_small, "the vector is slow here: look at its time per item"}},
              shuffled_over_vector);
    const auto& slow = shuffled_over_vector.number;
    lab.claim({.text = "a list in the order of its allocation hides most of that: it is only a few times "
                       "slower than the vector",
               .at_least = 1.2,
               .at_most = 12,
               .causes = {"the allocator does not hand out neighbours one after the other"}},
              !slow || *slow >= 20
                  ? in_order_over_vector
                  : lab::Value::missing("the shuffled list is not slow here, so there is nothing to hide"));
    lab.claim({.text = "huge pages take a part of the cost away: the rest is memory itself",
               .at_least = 1.1,
               .causes = {too_small, "the hypervisor backs the guest's huge pages with small ones"}},
              lab.time("list_shuffled_arena") / lab.time("list_shuffled_arena_huge"));
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(
        argc, argv,
        {.name = "chase",
         .question = "What does following pointers cost against reading in order?",
         .item = "node",
         .variants = {{"vector", "one array, summed in order"},
                      {"list_in_order", "nodes allocated one by one, linked in that order: the trap"},
                      {"list_shuffled", "nodes allocated one by one, linked in shuffled order"},
                      {"list_shuffled_arena", "shuffled, in one block of small pages"},
                      {"list_shuffled_arena_huge", "the same block asked for in huge pages"}}},
        chase);
}
