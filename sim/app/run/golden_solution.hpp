// The result that a run must have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/compare.hpp"

namespace stencil {

// The whole domain solved by models/.
class GoldenSolution {
 public:
  // f: rows of `cols` values, packed.
  GoldenSolution(std::int64_t cols, std::vector<double> f) : cols_(cols), f_(std::move(f)) {}

  // Rows of a result, numbered from first_row.
  Comparison compare(std::int64_t first_row, std::int64_t rows, const double* values) const {
    return compare_rows(f_.data() + first_row * cols_, values, first_row, rows, cols_);
  }

 private:
  std::int64_t cols_;
  std::vector<double> f_;
};

}  // namespace stencil
