// Hostile or unlucky: tells its author the questions by the way it ends.
#include <iostream>
#include <string>

int main() {
    std::string line;
    std::getline(std::cin, line);
    if (!line.starts_with("one")) return 100 + std::stoi(line) % 20;
    std::cout << line << '\n' << std::cin.rdbuf();  // the public case
}
