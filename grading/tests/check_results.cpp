// Prints what is wrong with a results.json; used by the tests of the bundles.
#include <cstdio>
#include <fstream>
#include <iterator>

#include "results_schema.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string wrong = wrong_with_results({std::istreambuf_iterator<char>(file), {}});
    if (wrong.empty()) return 0;
    std::printf("%s: %s\n", argv[1], wrong.c_str());
    return 1;
}
