// Checks of arguments whose error texts give the name, the value and the allowed range.
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
// unless low <= value <= high. `why_high`, if given, follows as " (WHY)" and names the origin of the upper end.
inline void check_range(const char* name, std::int64_t value, std::int64_t low, std::int64_t high = no_upper_end,
                        const char* why_high = nullptr) {
  if (value < low || value > high) throw_out_of_range(name, value, low, high, why_high);
}

// Throws ArgumentError "NAME = NULL, must be WHAT".
[[noreturn]] void throw_null_pointer(const char* name, const char* what);

// Does so if the pointer is null.
inline void check_pointer(const char* name, const void* pointer, const char* what) {
  if (pointer == nullptr) throw_null_pointer(name, what);
}

// The names as a list of choices: "a", "a or b", "a, b or c".
std::string alternatives(const std::vector<std::string>& names);

}  // namespace stencil
