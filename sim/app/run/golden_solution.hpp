// The expected result of a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/compare.hpp"

namespace stencil {

// The whole domain, solved by the golden models (models/).
class GoldenSolution {
 public:
  // f: packed rows of `cols` values.
  GoldenSolution(std::int64_t cols, std::vector<double> f) : cols_(cols), f_(std::move(f)) {}

  // Compares rows of a result, numbered from first_row.
  Comparison compare(std::int64_t first_row, std::int64_t rows, const double* values) const {
    return compare_rows(f_.data() + first_row * cols_, values, first_row, rows, cols_);
  }

 private:
  std::int64_t cols_;
  std::vector<double> f_;
};

}  // namespace stencil
