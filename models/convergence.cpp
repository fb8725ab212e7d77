// SPDX-License-Identifier: Apache-2.0
#include "models/convergence.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/average_of_five.hpp"

namespace stencil {
namespace {

bool has_inner_points(const char* call, std::int64_t rows, std::int64_t cols) {
  if (rows < 0 || cols < 0) {
    throw std::invalid_argument(std::string(call) + ": " + std::to_string(rows) + " x " + std::to_string(cols) +
                                " points, must be at least 0 x 0");
  }
  return rows >= 3 && cols >= 3;
}

}  // namespace

void average_jacobi_sweep(std::int64_t rows, std::int64_t cols, double* f) {
  if (!has_inner_points("average_jacobi_sweep", rows, cols)) return;
  std::vector<double> north(f, f + cols);
  std::vector<double> middle(static_cast<std::size_t>(cols));
  for (std::int64_t i = 1; i < rows - 1; ++i) {
    double* const row = f + i * cols;
    std::copy_n(row, cols, middle.begin());
    for (std::int64_t j = 1; j < cols - 1; ++j) {
      const auto at = static_cast<std::size_t>(j);
      row[j] = average_of_five(north[at], row[j + cols], middle[at], middle[at - 1], middle[at + 1]);
    }
    std::swap(north, middle);
  }
}

void red_black_sweep(std::int64_t rows, std::int64_t cols, double* f) {
  if (!has_inner_points("red_black_sweep", rows, cols)) return;
  for (std::int64_t colour = 0; colour < 2; ++colour) {
    for (std::int64_t i = 1; i < rows - 1; ++i) {
      for (std::int64_t j = 1 + (i + 1 + colour) % 2; j < cols - 1; j += 2) {
        f[i * cols + j] = average_of_five_at(f + i * cols + j, cols);
      }
    }
  }
}

double average_residual(std::int64_t rows, std::int64_t cols, const double* f) {
  if (!has_inner_points("average_residual", rows, cols)) return 0.0;
  double largest = 0.0;
  for (std::int64_t i = 1; i < rows - 1; ++i) {
    for (std::int64_t j = 1; j < cols - 1; ++j) {
      const double* const point = f + i * cols + j;
      const double change = std::fabs(average_of_five_at(point, cols) - *point);
      if (std::isnan(change)) return from_bits(canonical_nan_bits);
      largest = std::max(largest, change);
    }
  }
  return largest;
}

}  // namespace stencil
