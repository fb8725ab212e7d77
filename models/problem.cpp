// SPDX-License-Identifier: Apache-2.0
#include "models/problem.hpp"

#include <stdexcept>
#include <string>

namespace stencil {
namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t row_hash(std::uint64_t seed, ProblemArray array, std::int64_t row) {
  return mix(mix(mix(seed) ^ static_cast<std::uint64_t>(array)) ^ static_cast<std::uint64_t>(row));
}

double cell_value(std::uint64_t hash_of_row, std::int64_t col, double scale) {
  const std::uint64_t hash = mix(hash_of_row ^ static_cast<std::uint64_t>(col));
  const auto centred = static_cast<std::int64_t>(hash >> 11) - (std::int64_t{1} << 52);
  return static_cast<double>(centred) * scale;
}

double scale_of(ProblemArray array) {
  return array == ProblemArray::f ? 0x1p-52 : 0x1p-42;
}

}  // namespace

double problem_value(std::uint64_t seed, ProblemArray array, std::int64_t row, std::int64_t col) {
  return cell_value(row_hash(seed, array, row), col, scale_of(array));
}

void fill_problem_rows(std::uint64_t seed, ProblemArray array, std::int64_t first_row, std::int64_t rows,
                       std::int64_t cols, double* target) {
  const double scale = scale_of(array);
  for (std::int64_t row = first_row; row < first_row + rows; ++row) {
    const std::uint64_t hash = row_hash(seed, array, row);
    for (std::int64_t col = 0; col < cols; ++col) *target++ = cell_value(hash, col, scale);
  }
}

GridNumbers grid_numbers(std::int64_t rows, std::int64_t cols, const GridOverrides& overrides) {
  if (rows < 2 || cols < 2) {
    throw std::invalid_argument("grid_numbers: " + std::to_string(rows) + " x " + std::to_string(cols) +
                                ", each must be at least 2");
  }
  GridNumbers numbers;
  numbers.dx = overrides.dx.value_or(1.0 / static_cast<double>(rows - 1));
  numbers.dy = overrides.dy.value_or(1.0 / static_cast<double>(cols - 1));
  JacobiWeights& weights = numbers.weights;
  weights.rdx2 = 1.0 / (numbers.dx * numbers.dx);
  weights.rdy2 = 1.0 / (numbers.dy * numbers.dy);
  weights.beta = overrides.beta.value_or(1.0 / (2.0 * (weights.rdx2 + weights.rdy2)));
  return numbers;
}

}  // namespace stencil
