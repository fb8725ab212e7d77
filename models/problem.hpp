// Problems from a seed, and the grid spacings and weights of a field.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/jacobi.hpp"

namespace stencil {

enum class ProblemArray : std::uint64_t { f = 0, r = 1 };

// The value of one point is a pure function of (seed, array, row, col), so that it does not depend on ranks, order,
// machine or compiler. With all sums and products modulo 2^64 and
//   mix(x): x += 0x9e3779b97f4a7c15; x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
//           x = (x ^ (x >> 27)) * 0x94d049bb133111eb; return x ^ (x >> 31)         (splitmix64)
//   h = mix(mix(mix(mix(seed) ^ array) ^ row) ^ col),   array: f 0, r 1
// the value is ((h >> 11) - 2^52) * 2^-52, a multiple of 2^-52 in [-1, 1); r is that times 1024, because r is added to
// second differences, which are larger than f by about that factor. Every step is exact.
double problem_value(std::uint64_t seed, ProblemArray array, std::int64_t row, std::int64_t col);

// Fills target with rows [first_row, first_row + rows) of cols values each, packed.
void fill_problem_rows(std::uint64_t seed, ProblemArray array, std::int64_t first_row, std::int64_t rows,
                       std::int64_t cols, double* target);

// Values that replace derived ones.
struct GridOverrides {
  std::optional<double> dx;
  std::optional<double> dy;
  std::optional<double> beta;
};

// Grid spacings and weights: dx = 1.0/(rows-1), dy = 1.0/(cols-1), rdx2 = 1.0/(dx*dx), rdy2 = 1.0/(dy*dy),
// beta = 1.0/(2.0*(rdx2+rdy2)), each unless overridden; derived values use overridden ones.
struct GridNumbers {
  double dx = 0.0;
  double dy = 0.0;
  JacobiWeights weights;
};

// Throws std::invalid_argument unless rows >= 2 and cols >= 2.
GridNumbers grid_numbers(std::int64_t rows, std::int64_t cols, const GridOverrides& overrides = {});

}  // namespace stencil
