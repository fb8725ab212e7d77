// Compares fields bit by bit and locates the first difference.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace stencil {

// The number of steps between two binary64 values on the line
//   -inf .. -min_subnormal, -0, +0, +min_subnormal .. +inf,
// so that -0 and +0 are 1 apart and different numbers never have distance 0; from -inf to +inf it is
// 0xffe0000000000001, which fits 64 bits. Empty if either is a NaN, unless the bits are equal (0).
std::optional<std::uint64_t> ulp_distance(std::uint64_t a_bits, std::uint64_t b_bits);

struct Mismatch {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::uint64_t expected_bits = 0;
  std::uint64_t got_bits = 0;

  std::optional<std::uint64_t> ulp() const { return ulp_distance(expected_bits, got_bits); }
};

// The result of a comparison; a mismatch is data, never an exception.
struct Comparison {
  std::int64_t compared = 0;
  std::int64_t mismatches = 0;
  std::optional<Mismatch> first;  // that with the least (row, col)

  // Adds the result for other rows; the mismatch with the least (row, col) stays first.
  void add(const Comparison& other);
};

// Compares rows x cols packed values; two NaNs are equal only if their bits are. Rows in the result count from
// first_row.
Comparison compare_rows(const double* expected, const double* got, std::int64_t first_row, std::int64_t rows,
                        std::int64_t cols);

// Where in `field` these values lie, bit by bit; no value: nowhere, or in several places.
std::optional<std::int64_t> only_place_of(const std::vector<double>& field, const double* values, std::int64_t count);

}  // namespace stencil
