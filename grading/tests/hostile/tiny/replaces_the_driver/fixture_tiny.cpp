// Hostile or unlucky: defines a function of the grader's driver.
#include "fixture_tiny.hpp"
#include <functional>
#include <map>

namespace grading {
class Reader;
std::map<std::string, std::function<std::string(Reader&, bool)>>& served() {
    static std::map<std::string, std::function<std::string(Reader&, bool)>> mine;
    return mine;
}
}  // namespace grading
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }
