// Hostile or unlucky: prints all and does not end.
#include <unistd.h>
#include <iostream>

int main() {
    std::cout << std::cin.rdbuf() << std::flush;
    for (;;) pause();
}
