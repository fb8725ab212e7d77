// SPDX-License-Identifier: Apache-2.0
#include "models/jacobi.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "models/require.hpp"

namespace stencil {
namespace {}  // namespace

// Five streams that never alias, so that the compiler vectorises without run-time checks.
void jacobi_row(std::int64_t cols, const double* __restrict lower, const double* __restrict middle,
                const double* __restrict below, const double* __restrict r, double* __restrict out,
                const JacobiWeights& weights) {
  const double rdx2 = weights.rdx2;
  const double rdy2 = weights.rdy2;
  const double beta = weights.beta;
  for (std::ptrdiff_t j = 1; j < cols - 1; ++j) {
    out[j] = canonical_nan(((lower[j] + below[j]) * rdx2 + (middle[j - 1] + middle[j + 1]) * rdy2 - r[j]) * beta);
  }
}

void jacobi_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const JacobiWeights& weights,
                   std::int64_t niter, LargestChange* change) {
  require_at_least("jacobi_sweeps", "rows", rows, 0);
  require_at_least("jacobi_sweeps", "cols", cols, 0);
  require_at_least("jacobi_sweeps", "niter", niter, 0);
  if (rows < 3 || cols < 3) return;

  // Old rows i-1 and i are kept aside: one array is swept, and it passes through memory once a sweep.
  std::vector<double> lower(static_cast<std::size_t>(cols));
  std::vector<double> middle(static_cast<std::size_t>(cols));
  for (std::int64_t sweep = 0; sweep < niter; ++sweep) {
    std::copy_n(f, cols, middle.begin());
    for (std::int64_t i = 1; i < rows - 1; ++i) {
      std::swap(lower, middle);
      double* row = f + i * cols;
      std::copy_n(row, cols, middle.begin());
      jacobi_row(cols, lower.data(), middle.data(), row + cols, r + i * cols, row, weights);
      if (change != nullptr && sweep == 0) change->add_row(cols, middle.data(), row);
    }
  }
}

}  // namespace stencil
