// Environment variables with a given set of values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stencil {

// The variable's value, or `otherwise` where it is not set. Throws ArgumentError, with the variable, its value and the
// known ones, for any other.
std::string from_environment(const char* variable, const std::string& otherwise, const std::vector<std::string>& known);

// The same for an integer from `least` to `most`.
std::int64_t number_from_environment(const char* variable, std::int64_t otherwise, std::int64_t least,
                                     std::int64_t most);

}  // namespace stencil
