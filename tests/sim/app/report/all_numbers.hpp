// Records in which all numbers differ, and the numbers in a JSON value, so that a missing field shows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "sim/app/json/json.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil {

// 1000, 1100, 1210, ...: no count is the sum or the difference of two others.
inline void number_counts(BlockCounts& counts) {
  double next = 1000.0;
  visit_counts(counts, [&](std::int64_t& count) {
    count = static_cast<std::int64_t>(next);
    next *= 1.1;
  });
}

inline void set_number(std::int64_t& value, std::int64_t number) {
  value = number;
}
inline void set_number(std::optional<std::int64_t>& value, std::int64_t number) {
  value = number;
}
inline void set_number(std::optional<ChainLinks>& value, std::int64_t) {
  value = ChainLinks{true, false};
}
inline void set_number(std::optional<TileKind>& value, std::int64_t) {
  value = TileKind{TileClass::receive, true};
}
inline void set_number(std::optional<StepPlace>& value, std::int64_t) {
  value = StepPlace::last;
}

inline std::optional<std::int64_t> number_of(std::int64_t value) {
  return value;
}
inline std::optional<std::int64_t> number_of(const std::optional<std::int64_t>& value) {
  return value;
}
template <class Other>
std::optional<std::int64_t> number_of(const std::optional<Other>&) {
  return std::nullopt;
}

inline void collect_numbers(const Json& value, std::set<std::int64_t>& numbers) {
  if (value.is_number() && !value.is_real()) {
    numbers.insert(value.integer());
  } else if (value.is_array()) {
    for (const Json& item : value) collect_numbers(item, numbers);
  } else if (value.size() > 0) {
    for (const auto& [name, member] : value.members()) collect_numbers(member, numbers);
  }
}

inline std::set<std::int64_t> numbers_in(const Json& value) {
  std::set<std::int64_t> numbers;
  collect_numbers(value, numbers);
  return numbers;
}

}  // namespace stencil
