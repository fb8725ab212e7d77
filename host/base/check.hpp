// Argument checks that say what was wrong: the name, its value and what is allowed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stencil {

inline constexpr std::int64_t no_upper_end = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void throw_out_of_range(const char* name, std::int64_t value, std::int64_t low, std::int64_t high,
                                     const char* why_high);

// Throws ArgumentError "NAME = VALUE, must be LOW .. HIGH" (both ends included; "must be >= LOW" without an upper end)
// unless low <= value <= high. `why_high`, if given, follows as " (WHY)" and says where the upper end comes from.
inline void check_range(const char* name, std::int64_t value, std::int64_t low, std::int64_t high = no_upper_end,
                        const char* why_high = nullptr) {
  if (value < low || value > high) throw_out_of_range(name, value, low, high, why_high);
}

// Throws ArgumentError "NAME = NULL, must be WHAT".
[[noreturn]] void throw_null_pointer(const char* name, const char* what);

// The same for a null pointer only.
inline void check_pointer(const char* name, const void* pointer, const char* what) {
  if (pointer == nullptr) throw_null_pointer(name, what);
}

// "a", "a or b", "a, b or c": what there is to choose from.
std::string alternatives(const std::vector<std::string>& names);

}  // namespace stencil
