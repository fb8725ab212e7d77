// The expected result of a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/compare.hpp"

namespace stencil {

// The whole domain, solved by the golden models (models/).
class GoldenSolution {
 public:
  // f: packed rows of `cols` values. changes: the largest change of the first sweep of each step, where the run has
  // them.
  GoldenSolution(std::int64_t cols, std::vector<double> f, std::vector<double> changes = {})
      : cols_(cols), f_(std::move(f)), changes_(std::move(changes)) {}

  // Compares rows of a result, numbered from first_row.
  Comparison compare(std::int64_t first_row, std::int64_t rows, const double* values) const {
    return compare_rows(f_.data() + first_row * cols_, values, first_row, rows, cols_);
  }
  // The only row of the solution with these bits.
  std::optional<std::int64_t> only_row_of(const double* values) const {
    const auto word = only_place_of(f_, values, cols_);
    return word && *word % cols_ == 0 ? std::optional(*word / cols_) : std::nullopt;
  }
  const std::vector<double>& changes() const { return changes_; }

 private:
  std::int64_t cols_;
  std::vector<double> f_;
  std::vector<double> changes_;
};

}  // namespace stencil
