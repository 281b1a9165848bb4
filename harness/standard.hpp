// What lab.hpp reads of the C++ library, in one header, so that cmake/flags.cmake can compile it once for all labs.
//
// Nothing of ours may stand here: a lab answers itself for how it was built (build.hpp).
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
