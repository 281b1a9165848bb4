// Hostile or unlucky: lines enough to exhaust who compares each with each.
#include <cstdio>

int main() {
    for (int i = 0; i < 1000000; ++i) std::printf("%d\n", i % 1000);
}
