// Hostile or unlucky: templates that double at each step.
#include "fixture_tiny.hpp"
template <int N, int M>
struct Deep {
    static constexpr int value = Deep<N - 1, M * 2>::value + Deep<N - 1, M * 2 + 1>::value;
};
template <int M>
struct Deep<0, M> {
    static constexpr int value = M;
};
int tiny::square(int x) { return x * Deep<40, 1>::value; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }
