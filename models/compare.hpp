// Strict comparison of fields, bit by bit, with the first difference located.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace stencil {

// Steps between two binary64 values on the line
//   -inf .. -min_subnormal, -0, +0, +min_subnormal .. +inf,
// so -0 and +0 are 1 apart and different numbers never have distance 0; from -inf to +inf it is
// 0xffe0000000000001, which 64 bits hold. No value when either is a NaN, unless the bits are equal (0).
std::optional<std::uint64_t> ulp_distance(std::uint64_t a_bits, std::uint64_t b_bits);

struct Mismatch {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::uint64_t expected_bits = 0;
  std::uint64_t got_bits = 0;

  std::optional<std::uint64_t> ulp() const { return ulp_distance(expected_bits, got_bits); }
};

// A mismatch is data, never an exception.
struct Comparison {
  std::int64_t compared = 0;
  std::int64_t mismatches = 0;
  std::optional<Mismatch> first;  // least (row, col) of the rows compared so far

  // Adds rows compared elsewhere; the least position stays first.
  void add(const Comparison& other);
};

// Compares rows x cols packed values; two NaNs are equal only when their bits are.
// Rows are numbered from first_row in the result.
Comparison compare_rows(const double* expected, const double* got, std::int64_t first_row, std::int64_t rows,
                        std::int64_t cols);

}  // namespace stencil
