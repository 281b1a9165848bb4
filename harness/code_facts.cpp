// Finds the loops of a function by following its jumps, then says what stands inside and outside of them.
#include "harness/code_facts.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace lab {
namespace {

using Edges =
    std::vector<std::vector<std::size_t>>;  // for each instruction, the instructions that may come next

Edges successors(const CodeFunction& function) {
    const auto& code = function.instructions;
    std::unordered_map<std::uint64_t, std::size_t> at;
    for (std::size_t i = 0; i < code.size(); ++i) at[code[i].address] = i;
    Edges next(code.size());
    bool unreachable = false;
    for (std::size_t i = 0; i < code.size(); ++i) {
        // Padding behind a plain jump or a return is never run: it leads nowhere.
        unreachable = code[i].padding && (unreachable || (i > 0 && code[i - 1].ends));
        if (unreachable) continue;
        if (!code[i].ends && i + 1 < code.size()) next[i].push_back(i + 1);
        if (code[i].jump && code[i].target) {
            if (const auto found = at.find(*code[i].target); found != at.end())
                next[i].push_back(found->second);
        }
    }
    return next;
}

// The cycles among the instructions `members`: sets in which each can be reached from each (Tarjan 1972,
// written without recursion because a function may have thousands of instructions). Single instructions only
// if they jump to themselves. Edges into `cut` don't count.
std::vector<std::vector<std::size_t>> cycles(const Edges& next, const std::vector<std::size_t>& members,
                                             std::size_t cut) {
    constexpr auto unseen = SIZE_MAX;
    std::vector<bool> inside(next.size(), false);
    for (const auto m : members) inside[m] = true;
    std::vector<std::size_t> order(next.size(), unseen), low(next.size(), 0), stack;
    std::vector<bool> stacked(next.size(), false);
    std::vector<std::vector<std::size_t>> found;
    std::size_t clock = 0;
    struct Frame {
        std::size_t node;
        std::size_t edge;
    };
    for (const auto root : members) {
        if (order[root] != unseen) continue;
        std::vector<Frame> walk{{root, 0}};
        while (!walk.empty()) {
            const auto node = walk.back().node;
            if (walk.back().edge == 0) {
                order[node] = low[node] = clock++;
                stack.push_back(node);
                stacked[node] = true;
            }
            if (walk.back().edge < next[node].size()) {
                const auto to = next[node][walk.back().edge++];
                if (to == cut || !inside[to]) continue;
                if (order[to] == unseen) {
                    walk.push_back({to, 0});
                } else if (stacked[to]) {
                    low[node] = std::min(low[node], order[to]);
                }
                continue;
            }
            walk.pop_back();
            if (!walk.empty()) low[walk.back().node] = std::min(low[walk.back().node], low[node]);
            if (low[node] != order[node]) continue;
            std::vector<std::size_t> cycle;
            std::size_t member = 0;
            do {
                member = stack.back();
                stack.pop_back();
                stacked[member] = false;
                cycle.push_back(member);
            } while (member != node);
            const bool repeats_itself =
                std::ranges::find(next[node], node) != next[node].end() && node != cut;
            if (cycle.size() > 1 || repeats_itself) found.push_back(std::move(cycle));
        }
    }
    return found;
}

// Where a loop is entered: its lowest instruction that can be reached from outside.
std::size_t header_of(const Edges& next, const std::vector<std::size_t>& loop) {
    std::vector<bool> inside(next.size(), false);
    for (const auto m : loop) inside[m] = true;
    auto header = SIZE_MAX;
    for (std::size_t from = 0; from < next.size(); ++from) {
        if (inside[from]) continue;
        for (const auto to : next[from])
            if (inside[to]) header = std::min(header, to);
    }
    return header == SIZE_MAX ? *std::ranges::min_element(loop) : header;
}

struct Loops {
    std::vector<int> depth;                           // for each instruction, how many loops hold it
    std::vector<std::vector<std::size_t>> innermost;  // loops that hold no other loop
};

// Loops inside loops: cut the way back to the start of a loop; what still goes round is an inner one.
void collect(const Edges& next, const std::vector<std::size_t>& members, std::size_t cut, Loops& loops,
             bool& any) {
    for (const auto& cycle : cycles(next, members, cut)) {
        any = true;
        for (const auto m : cycle) ++loops.depth[m];
        bool inner = false;
        collect(next, cycle, header_of(next, cycle), loops, inner);
        if (!inner) loops.innermost.push_back(cycle);
    }
}

Loops loops_of(const CodeFunction& function, const Edges& next) {
    Loops loops;
    loops.depth.assign(function.instructions.size(), 0);
    std::vector<std::size_t> all(function.instructions.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    bool any = false;
    collect(next, all, SIZE_MAX, loops, any);
    return loops;
}

// A conditional jump after which the loop goes on either way.
bool branches_inside(const CodeFunction& function, const Edges& next, const std::vector<std::size_t>& loop) {
    return std::ranges::any_of(loop, [&](std::size_t i) {
        return function.instructions[i].jump && function.instructions[i].conditional && next[i].size() == 2 &&
               std::ranges::all_of(next[i],
                                   [&](std::size_t to) { return std::ranges::find(loop, to) != loop.end(); });
    });
}

}  // namespace

std::vector<int> loop_depth(const CodeFunction& function) {
    return loops_of(function, successors(function)).depth;
}

CodeFacts code_facts(const CodeFunction& function) {
    const auto next = successors(function);
    const auto loops = loops_of(function, next);
    CodeFacts facts;
    facts.found = true;
    for (std::size_t i = 0; i < function.instructions.size(); ++i) {
        const auto& it = function.instructions[i];
        if (it.padding) continue;
        ++facts.instructions;
        const bool in_loop = loops.depth[i] > 0;
        const auto note = [in_loop](bool holds, bool& fact, bool& fact_in_loop) {
            fact = fact || holds;
            fact_in_loop = fact_in_loop || (holds && in_loop);
        };
        facts.loop = facts.loop || in_loop;
        const auto depth = static_cast<std::size_t>(loops.depth[i]);
        facts.loop_depth = std::max(facts.loop_depth, depth);
        if (it.reads && !it.on_stack) facts.load_depth = std::max(facts.load_depth, depth);
        note(it.reads && !it.on_stack, facts.load, facts.load_in_loop);
        note(it.writes && !it.on_stack, facts.store, facts.store_in_loop);
        note((it.reads || it.writes) && it.on_stack, facts.stack, facts.stack_in_loop);
        note(it.call, facts.call, facts.call_in_loop);
        note(it.vector, facts.vector, facts.vector_in_loop);
        note(it.atomic, facts.atomic, facts.atomic_in_loop);
        facts.conditional_jump = facts.conditional_jump || it.conditional;
    }
    facts.conditional_jump_in_loop = std::ranges::any_of(
        loops.innermost, [&](const auto& loop) { return branches_inside(function, next, loop); });
    return facts;
}

CodeFacts code_facts(const std::vector<CodeFunction>& code, std::string_view name) {
    CodeFacts all;
    for (const auto& function : code) {
        if (!names_function(name, function.name)) continue;
        const auto one = code_facts(function);
        all.found = true;
        for (const auto& fact : named_facts) {
            all.*fact.anywhere |= one.*fact.anywhere;
            if (fact.in_loop != nullptr) all.*fact.in_loop |= one.*fact.in_loop;
        }
        all.loop_depth = std::max(all.loop_depth, one.loop_depth);
        all.load_depth = std::max(all.load_depth, one.load_depth);
        all.instructions += one.instructions;
    }
    return all;
}

std::string describe(const CodeFacts& facts) {
    if (!facts.found) return "not in the program: inlined into its callers, or deleted";
    std::string line = facts.loop ? "loop" : "no loop";
    if (facts.loop_depth > 1) line += "s " + std::to_string(facts.loop_depth) + " deep";
    for (const auto& fact : named_facts) {
        if (fact.in_loop == nullptr || !(facts.*fact.anywhere)) continue;
        std::string name(fact.name);
        std::ranges::replace(name, '_', ' ');
        line += ", " + name + (facts.*fact.in_loop ? " in loop" : "");
    }
    return line + ", " + std::to_string(facts.instructions) +
           (facts.instructions == 1 ? " instruction" : " instructions");
}

}  // namespace lab
