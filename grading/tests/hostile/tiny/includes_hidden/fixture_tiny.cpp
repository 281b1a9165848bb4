// Hostile or unlucky: #include of a hidden file.
#include "fixture_tiny.hpp"
#include "grading/tests/fixtures/fixture_tiny/hidden.cpp"
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }
