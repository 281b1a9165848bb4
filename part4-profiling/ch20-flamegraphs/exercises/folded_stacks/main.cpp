// The program folded_stacks: hands standard input and output to run(), which the exercise is about.
#include <iostream>

#include "folded_stacks.hpp"

int main() {
    // Without these two lines every line read would go through C's stdio and flush the output first.
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    folded_stacks::run(std::cin, std::cout);
    std::cout.flush();
    return std::cout ? 0 : 1;
}
