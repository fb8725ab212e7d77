// SPDX-License-Identifier: Apache-2.0
#include "models/jacobi.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/kernel_rows/row_program.hpp"
#include "models/require.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {

// __restrict: the five streams never alias, so that the compiler vectorises without run-time checks.
void set_row(const JacobiWeights& weights, std::int64_t cols, const double* __restrict north,
             const double* __restrict row, const double* __restrict south, const double* __restrict r,
             double* __restrict out) {
  const double rdx2 = weights.rdx2;
  const double rdy2 = weights.rdy2;
  const double beta = weights.beta;
  for (std::ptrdiff_t j = 1; j < cols - 1; ++j) {
    out[j] = canonical_nan(((north[j] + south[j]) * rdx2 + (row[j - 1] + row[j + 1]) * rdy2 - r[j]) * beta);
  }
}

void set_row(const FormulaWeights& weights, std::int64_t cols, const double* north, const double* row,
             const double* south, const double* r, double* out) {
  weights.program->row(cols, north, row, south, r, out, weights.numbers.data());
}

void sweep_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
               double* out, const SweepWeights& weights) {
  std::visit([&](const auto& of) { set_row(of, cols, north, row, south, r, out); }, weights);
}

void jacobi_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
                   std::int64_t niter, LargestChange* change) {
  require_at_least("jacobi_sweeps", "rows", rows, 0);
  require_at_least("jacobi_sweeps", "cols", cols, 0);
  require_at_least("jacobi_sweeps", "niter", niter, 0);
  if (rows < 3 || cols < 3) return;

  // Keeps old rows i-1 and i aside, so that one array suffices and passes through memory once per sweep.
  std::vector<double> north(static_cast<std::size_t>(cols));
  std::vector<double> middle(static_cast<std::size_t>(cols));
  for (std::int64_t sweep = 0; sweep < niter; ++sweep) {
    std::copy_n(f, cols, middle.begin());
    for (std::int64_t i = 1; i < rows - 1; ++i) {
      std::swap(north, middle);
      double* row = f + i * cols;
      std::copy_n(row, cols, middle.begin());
      sweep_row(cols, north.data(), middle.data(), row + cols, r + i * cols, row, weights);
      if (change != nullptr && sweep == 0) change->add_row(cols, middle.data(), row);
    }
  }
}

}  // namespace stencil
