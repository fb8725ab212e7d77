// SPDX-License-Identifier: Apache-2.0
#include "models/compare.hpp"

#include <cstddef>
#include <cstring>
#include <tuple>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

constexpr std::uint64_t sign_bit = 0x8000000000000000u;
constexpr std::uint64_t infinity_bits = 0x7ff0000000000000u;

bool is_nan(std::uint64_t bits) {
  return (bits & ~sign_bit) > infinity_bits;
}

// Position on the number line as an unsigned number: -0 at sign_bit - 1, +0 at sign_bit.
std::uint64_t position(std::uint64_t bits) {
  return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}

void compare_row(const double* expected, const double* got, std::int64_t row, std::int64_t cols,
                 Comparison& comparison) {
  for (std::int64_t col = 0; col < cols; ++col) {
    const std::uint64_t expected_bits = bits_of(expected[col]);
    const std::uint64_t got_bits = bits_of(got[col]);
    if (expected_bits == got_bits) continue;
    if (!comparison.first) comparison.first = Mismatch{row, col, expected_bits, got_bits};
    ++comparison.mismatches;
  }
}

}  // namespace

std::optional<std::uint64_t> ulp_distance(std::uint64_t a_bits, std::uint64_t b_bits) {
  if (a_bits == b_bits) return 0;
  if (is_nan(a_bits) || is_nan(b_bits)) return std::nullopt;
  const std::uint64_t a = position(a_bits);
  const std::uint64_t b = position(b_bits);
  return a > b ? a - b : b - a;
}

void Comparison::add(const Comparison& other) {
  compared += other.compared;
  mismatches += other.mismatches;
  if (!other.first) return;
  if (!first || std::tie(other.first->row, other.first->col) < std::tie(first->row, first->col)) first = other.first;
}

Comparison compare_rows(const double* expected, const double* got, std::int64_t first_row, std::int64_t rows,
                        std::int64_t cols) {
  Comparison comparison;
  comparison.compared = rows * cols;
  const auto row_bytes = static_cast<std::size_t>(cols) * sizeof(double);
  for (std::int64_t row = 0; row < rows; ++row) {
    const double* expected_row = expected + row * cols;
    const double* got_row = got + row * cols;
    if (row_bytes == 0 || std::memcmp(expected_row, got_row, row_bytes) == 0) continue;
    compare_row(expected_row, got_row, first_row + row, cols, comparison);
  }
  return comparison;
}

std::optional<std::int64_t> only_place_of(const std::vector<double>& field, const double* values, std::int64_t count) {
  std::optional<std::int64_t> place;
  const auto bytes = static_cast<std::size_t>(count) * sizeof(double);
  for (std::int64_t at = 0; at + count <= static_cast<std::int64_t>(field.size()); ++at) {
    if (std::memcmp(field.data() + at, values, bytes) != 0) continue;
    if (place) return std::nullopt;
    place = at;
  }
  return place;
}

}  // namespace stencil
