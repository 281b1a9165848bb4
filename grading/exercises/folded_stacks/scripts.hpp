// Draws the hidden inputs of folded_stacks: one function for each idea; the reference gives the answers.

// At most one number is drawn in an expression whose parts a compiler may evaluate in any order (arguments of a call, both sides of
// a +): every compiler draws the same script.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grading/proxy/judge.hpp"

namespace scripts {

using grading::Draw;
using Names = std::vector<std::string>;

// ---- small pieces ----

inline std::string sample(std::string_view stack, std::int64_t count) {
    return "sample " + std::string(stack) + ' ' + std::to_string(count) + '\n';
}

// depth frames, each drawn from the names.
inline std::string stack_of(Draw& draw, const Names& names, std::int64_t depth) {
    std::string stack = draw.pick(names);
    for (std::int64_t i = 1; i < depth; ++i) stack += ';' + draw.pick(names);
    return stack;
}

struct Depths {
    std::int64_t low, high;
};

// Of so many frames, with a count from 1 to `most`.
inline std::string drawn_sample(Draw& draw, const Names& names, Depths depths, std::int64_t most) {
    const auto depth = draw.between(depths.low, depths.high);
    const std::string stack = stack_of(draw, names, depth);
    const auto count = draw.between(1, most);
    return sample(stack, count);
}

inline std::string joined(Draw& draw, Names lines) {
    draw.shuffle(lines);
    std::string text;
    for (const auto& line : lines) text += line;
    return text;
}

// Every report, and the edges of every name.
inline std::string all_reports(const Names& names) {
    std::string text = "flat\nfolded\nhot\n";
    for (const auto& name : names) text += "calls " + name + '\n';
    return text;
}

inline Names numbered(std::string_view word, std::size_t count) {
    Names names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(std::string(word) + std::to_string(i));
    return names;
}

// Names that a careless comparison takes for one another.
inline const Names& look_alikes() {
    static const Names names{"work", "worker", "work2", "network", "wor", "Work", "w", "work-", "k", "work:work", "rk"};
    return names;
}

// ---- one function for each hidden test ----

inline std::string merging(Draw& draw) {
    const Names names = numbered("f", 5);
    Names stacks;
    for (int i = 0; i < 6; ++i) stacks.push_back(stack_of(draw, names, draw.between(1, 4)));
    Names lines;
    for (int i = 0; i < 200; ++i) {
        const auto& stack = draw.pick(stacks);
        lines.push_back(sample(stack, draw.between(1, 20)));
    }
    return joined(draw, lines) + "folded\nflat\n";
}

inline std::string flat_order(Draw& draw) {
    // Few different counts, so that self and total are often equal; capitals and bytes above 127 among the names.
    const Names names{"b", "a", "B", "A", "_a", "ab", "aa", "\xc3\xa9", "\xff", "z", "~", "1"};
    std::string text;
    for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 14; ++i) text += drawn_sample(draw, names, {1, 3}, 2);
        text += "flat\nflat " + std::to_string(draw.between(1, 6)) + '\n';
    }
    return text;
}

inline std::string flat_first_n(Draw& draw) {
    const Names names = numbered("g", 12);
    std::string text;
    for (int i = 0; i < 12; ++i) text += drawn_sample(draw, names, {1, 4}, 9);
    for (const std::int64_t n : {1, 2, 9, 10, 11, 12, 13, 63, 64, 65}) text += "flat " + std::to_string(n) + '\n';
    std::string digits = std::to_string(draw.between(1, 9));
    for (auto more = draw.between(17, 60); more > 0; --more) digits += std::to_string(draw.below(10));
    text += "flat " + digits + '\n';
    for (const std::string_view n : {"4294967297", "2147483648", "9223372036854775808", "18446744073709551617"})
        text += "flat " + std::string(n) + '\n';
    for (const std::string_view n : {"0", "00", "01", "-1", "+1", "1.0", "1e1", "x", "0x2", "1 1", "3x", "-0", "0000000001"})
        text += "flat " + std::string(n) + '\n';
    return text;
}

inline std::string folded_order(Draw& draw) {
    // Prefixes beside their extensions, and bytes just below and above ';' at the place where it could stand.
    Names stacks{"m"};
    const std::string_view around = "-!:<=#/";
    for (int i = 0; i < 24; ++i) {
        std::string stack = draw.pick(stacks);
        const auto kind = draw.below(3);
        if (kind == 0) stack += ";" + std::string(draw.chance(0.5) ? "m" : "a");
        else if (kind == 1) stack += around[draw.below(around.size())];
        else stack += draw.chance(0.5) ? "a" : "Z";
        if (stack.size() <= 20) stacks.push_back(stack);
    }
    Names lines;
    for (const auto& stack : stacks) lines.push_back(sample(stack, draw.between(1, 5)));
    return joined(draw, lines) + "folded\n";
}

inline std::string hot_ties(Draw& draw) {
    // The same samples under every frame of a level: only names decide.
    Names first{"x", "X", "xx", "x-", "x1", "\xe2\x82\xac"};
    draw.shuffle(first);
    first.resize(static_cast<std::size_t>(draw.between(2, 5)));
    const Names second{"b", "B", "bb", "a~"};
    const auto samples = draw.between(1, 7);
    Names lines;
    for (const auto& a : first) {
        for (const auto& b : second) {
            lines.push_back(sample(a + ';' + b, samples));
            lines.push_back(sample(a + ';' + b + ";z" + std::to_string(draw.below(3)), samples));
        }
    }
    return joined(draw, lines) + "hot\n";
}

inline std::string hot_path(Draw& draw) {
    // Stacks that end on the way with many samples, and frames whose text begins like another's.
    std::string text;
    Names stacks{draw.pick(look_alikes())};
    for (int i = 0; i < 40; ++i) {
        const std::string before = draw.chance(0.8) ? draw.pick(stacks) + ';' : "";
        const std::string stack = before + draw.pick(look_alikes());
        if (std::count(stack.begin(), stack.end(), ';') < 12) stacks.push_back(stack);
    }
    for (const auto& stack : stacks) text += sample(stack, draw.chance(0.2) ? draw.between(100, 900) : draw.between(1, 9));
    text += "hot\nreset\n";
    // The path goes into `name`, whose samples are split; all those of a longer name beside it lie in one frame.
    const std::string name = draw.chance(0.5) ? "work" : "w";
    const std::string top = draw.chance(0.5) ? "main;" : "";
    for (const std::string_view next : {"a", "b", "c", "d"}) text += sample(top + name + ';' + std::string(next), 100);
    text += sample(top + name + "er;e", draw.between(150, 399));
    text += sample(top + name, draw.between(1, 900));
    return text + "hot\n";
}

inline std::string recursion(Draw& draw) {
    const Names names = numbered("r", static_cast<std::size_t>(draw.between(1, 3)));
    std::string text = drawn_sample(draw, {"r0"}, {32, 32}, 9);
    for (int i = 0; i < 12; ++i) text += drawn_sample(draw, names, {1, 32}, 9);
    return text + all_reports(names);
}

inline std::string mutual_recursion(Draw& draw) {
    std::string text = "sample main 1\n";
    for (int i = 0; i < 8; ++i) {
        std::string stack = draw.chance(0.5) ? "main" : "even";
        for (auto left = draw.between(1, 30); left > 0; --left)
            stack += stack.ends_with("even") ? ";odd" : draw.chance(0.9) ? ";even" : ";main";
        text += sample(stack, draw.between(1, 5));
    }
    return text + all_reports({"main", "even", "odd"});
}

inline std::string edges(Draw& draw) {
    // Every caller has one of two counts, and so has <root>; '!' and digits sort before '<', letters after it.
    const auto count = draw.between(1, 50);
    Names lines{sample("f", count)};
    for (const std::string_view name : {"!", "0", "a", "Z", "~", "f2", "<", "<roo", "<root>>", "\xc2\xb5"}) {
        lines.push_back(sample(std::string(name) + ";f", draw.chance(0.7) ? count : 2 * count));
        if (draw.chance(0.5)) lines.push_back(sample("top;f;" + std::string(name), draw.chance(0.7) ? count : 1));
    }
    return joined(draw, lines) + "calls f\ncalls a\ncalls <root>\ncalls Z\ncalls g\n";
}

inline std::string names_in_names(Draw& draw) {
    std::string text;
    for (int i = 0; i < 30; ++i) text += drawn_sample(draw, look_alikes(), {1, 5}, 9);
    return text + all_reports(look_alikes()) + "calls or\ncalls worke\ncalls work;worker\n";
}

inline std::string percentages(Draw& draw) {
    // With a total of 2000 m, (2 j + 1) m samples are exactly x.x5 %: beside it one sample more and one less.
    std::string text;
    for (int i = 0; i < 12; ++i) {
        const auto m = draw.chance(0.3) ? draw.between(1, 9) : draw.between(1, 400'000);
        const auto half = (2 * draw.between(0, 998) + 1) * m;
        const auto part = half + draw.between(-1, 1);
        if (part < 1) continue;
        text += "reset\n" + sample("part", part) + sample("rest", 2000 * m - part) + "flat\nhot\n";
    }
    return text;
}

inline std::string large_totals(Draw& draw) {
    // 1,500 lines of the largest count: past 2^32, and past what a float holds.
    Names stacks{"a;b", "a;c", "a", "d;b;d"};
    std::string text;
    for (int i = 0; i < 1500; ++i) {
        const auto& stack = draw.pick(stacks);
        text += sample(stack, draw.chance(0.9) ? 1'000'000'000 : 999'999'999);
    }
    return text + all_reports({"a", "b", "d"});
}

inline std::string names_and_depth(Draw& draw) {
    std::string text;
    for (int i = 0; i < 6; ++i) {
        for (const std::int64_t length : {30, 31, 32}) {
            std::string name;
            while (static_cast<std::int64_t>(name.size()) < length) name += static_cast<char>('a' + draw.below(4));
            const std::string stack = draw.chance(0.5) ? name : "top;" + name + ";leaf";
            text += sample(stack, draw.between(1, 9));
        }
        text += sample(stack_of(draw, {"p", "q"}, 30 + i % 4), 1);
    }
    // Sixteen letters of two bytes each are 32 bytes.
    std::string wide;
    for (int i = 0; i < 15; ++i) wide += "\xc3\xa9";
    return text + sample(wide + "x", 1) + sample(wide + "\xc3\xa9", 1) + "folded\nflat\n";
}

inline std::string most_functions(Draw& draw) {
    Names names = numbered("f", 70);
    draw.shuffle(names);
    std::string text;
    std::size_t used = 0;
    // Up to 62 in stacks of one to three new functions, each of which may occur twice.
    while (used < 60) {
        std::string stack = names[used];
        for (auto more = draw.between(0, 2); more > 0; --more) stack += ';' + names[++used];
        ++used;
        if (draw.chance(0.3)) stack += ';' + names[0];
        text += sample(stack, draw.between(1, 9));
    }
    while (used < 62) text += sample(names[used++], 1);
    text += sample(names[62] + ';' + names[63] + ';' + names[64], 1);              // three new ones: too many
    text += sample(names[62] + ';' + names[62] + ';' + names[65], 0);              // two, but the count is bad
    text += sample(names[66] + ';' + names[66], 5);                                // one
    text += sample(names[67] + ";a;a", 7) + sample(names[67] + ';' + names[0], 7);  // too many; exactly the last one
    text += sample(names[68], 1) + sample("a;" + names[0], 3) + sample(names[69], 0);
    text += sample(names[0] + ';' + names[1] + ';' + names[2] + ';' + names[0], 1);  // no new one
    return text + all_reports({names[67], names[62], names[0], "a"}) + "reset\n" + sample(names[68], 1) + "flat\n";
}

inline std::string most_stacks(Draw& draw) {
    const Names names = numbered("s", 20);
    Names stacks;
    for (const auto& a : names)
        for (const auto& b : names) stacks.push_back(a + ';' + b);
    draw.shuffle(stacks);
    std::string text;
    for (std::size_t i = 0; i < 255; ++i) text += sample(stacks[i], draw.between(1, 9));
    text += sample(stacks[255], 0) + sample(stacks[256], 3);  // a bad count takes no place
    for (std::size_t i = 256; i < 262; ++i) text += sample(stacks[i], draw.chance(0.7) ? 1 : 0);
    text += sample(draw.pick(names) + ";<root>", 1) + sample(stacks[0], 1'000'000'000) + sample("new;new", 1);
    return text + "folded\nflat 5\nhot\ncalls s7\ncalls new\nreset\n" + sample("new;new", 1) + "folded\n";
}

inline std::string bad_samples(Draw& draw) {
    const Names stacks{"",     ";",      "a;",        ";a",       "a;;b",   "<root>", "a;<root>", "<root>;a;b",
                       "good", "a;good", "good;good", "<Root>;a", "root;a", "a;b;;",  ";;",       "<root>;"};
    const Names counts{"1",  "0",   "00",   "01",         "007",        "-1",          "+1",
                       "",   "1.0", "1e3",  "1000000000", "1000000001", "10000000000", "999999999",
                       "0x", "12a", "a12",  "1,000",      "18446744073709551617",      "1000000000000000000000001"};
    std::string text;
    for (int i = 0; i < 60; ++i) {
        text += "sample " + draw.pick(stacks);
        text += ' ' + draw.pick(counts);
        if (draw.chance(0.1)) text += " 1";
        text += '\n';
    }
    return text + "sample\nsample a\n" + all_reports({"a", "b", "good"});
}

inline std::string bad_commands(Draw& draw) {
    const Names words{"sample", "flat",  "folded", "hot",  "calls", "reset", "a",     "1", "Flat", "SAMPLE",
                      "flats",  "fold",  "call",   "res",  "exit",  "help",  "samp;e", ";", "a#",   "\"flat\""};
    std::string text = sample("a;b", 2);
    for (int i = 0; i < 50; ++i) {
        text += draw.pick(words);
        for (auto more = draw.below(4); more > 0; --more) {
            text += draw.chance(0.8) ? " " : " \t ";
            text += draw.pick(words);
        }
        text += '\n';
    }
    return text + "folded\n";
}

// Spaces, tabs, carriage returns, comments and empty lines strewn into lines that mean something.
inline std::string strewn(Draw& draw, const std::string& plain) {
    const Names blanks{" ", "\t", "  ", " \t", "\t\t "};
    const Names nothing{"", " ", "\t", "#", "# sample a 1", "#flat", "#\t", " \t "};
    std::string text;
    std::size_t begin = 0;
    while (begin < plain.size()) {
        const std::size_t end = plain.find('\n', begin);
        const std::string line_end = draw.chance(0.4) ? "\r\n" : "\n";
        if (draw.chance(0.2)) text += draw.pick(nothing) + line_end;
        if (draw.chance(0.3)) text += draw.pick(blanks);
        for (const char c : plain.substr(begin, end - begin)) text += c == ' ' ? draw.pick(blanks) : std::string(1, c);
        if (draw.chance(0.3)) text += draw.pick(blanks);
        text += line_end;
        begin = end + 1;
    }
    if (draw.chance(0.7)) text.pop_back();  // no newline at the end; at times a lone carriage return
    return text;
}

inline std::string blanks(Draw& draw) {
    const Names names{"a", "b", "#c"};
    std::string plain;
    for (int i = 0; i < 12; ++i) {
        plain += drawn_sample(draw, names, {1, 3}, 9);
        if (draw.chance(0.3)) plain += draw.chance(0.5) ? "no such command\n" : "calls b c d\n";
        if (draw.chance(0.2)) plain += draw.chance(0.5) ? "sample a;;b 1\n" : "sample a 0\n";
    }
    return strewn(draw, plain + " # not a comment\ncalls a\nflat 2\nhot\nfolded\n");
}

inline std::string resets(Draw& draw) {
    std::string text;
    for (int part = 0; part < 4; ++part) {
        // Other functions each time: 4 × 40 of them fit only if reset forgets functions.
        const Names names = numbered(std::string(1, static_cast<char>('p' + part)), 40);
        for (int i = 0; i < 60; ++i) text += drawn_sample(draw, names, {1, 3}, 99);
        text += "flat 3\nhot\ncalls p3\ncalls q3\nfolded\n" + std::string(draw.chance(0.5) ? "reset x\n" : "");
        text += "reset\nflat\nfolded\nhot\n" + std::string(draw.chance(0.3) ? "reset\n" : "");
    }
    return text;
}

inline std::string everything(Draw& draw) {
    const Names names{"main", "a", "b", "ab", "a-b", "loop", "loop2", "Z", "\xc3\xa9t\xc3\xa9", "_"};
    std::string plain;
    for (int i = 0; i < 150; ++i) {
        const auto kind = draw.below(20);
        if (kind < 12) plain += drawn_sample(draw, names, {1, 6}, 1000);
        else if (kind == 12) plain += "flat\n";
        else if (kind == 13) plain += "flat " + std::to_string(draw.between(0, 12)) + '\n';
        else if (kind == 14) plain += "hot\n";
        else if (kind == 15) plain += "folded\n";
        else if (kind < 18) plain += "calls " + draw.pick(names) + '\n';
        else if (kind == 18) plain += draw.chance(0.2) ? "reset\n" : "sample " + draw.pick(names) + "; 1\n";
        else plain += "calls\n";
    }
    return strewn(draw, plain + "flat\nfolded\nhot\n");
}

// A million lines of few stacks: what is kept must not grow with them. The grader bounds the memory.
inline std::string million_lines(Draw& draw) {
    const Names names = numbered("fn_", 9);
    Names lines;
    for (int i = 0; i < 30; ++i) lines.push_back(drawn_sample(draw, names, {2, 5}, 1'000'000'000));
    std::string text;
    text.reserve(50'000'000);
    for (int i = 0; i < 1'000'000; ++i) text += lines[static_cast<std::size_t>(draw.below(lines.size()))];
    return text + all_reports(names);
}

}  // namespace scripts
