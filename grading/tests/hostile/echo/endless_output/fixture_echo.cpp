// Hostile or unlucky: prints without end.
#include <cstdio>

int main() {
    for (;;) std::puts("PASS");
}
