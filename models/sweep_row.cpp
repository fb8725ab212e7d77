// SPDX-License-Identifier: Apache-2.0
#include "models/sweep_row.hpp"

#include <cstddef>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

// Five streams that never alias, so that the compiler vectorises without run-time checks.
void apply(const JacobiWeights& weights, std::int64_t cols, const double* __restrict north,
           const double* __restrict row, const double* __restrict south, const double* __restrict r,
           double* __restrict out) {
  const double rdx2 = weights.rdx2;
  const double rdy2 = weights.rdy2;
  const double beta = weights.beta;
  for (std::ptrdiff_t j = 1; j < cols - 1; ++j) {
    out[j] = canonical_nan(((north[j] + south[j]) * rdx2 + (row[j - 1] + row[j + 1]) * rdy2 - r[j]) * beta);
  }
}

}  // namespace

void sweep_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
               double* out, const SweepWeights& weights) {
  std::visit([&](const auto& of) { apply(of, cols, north, row, south, r, out); }, weights);
}

}  // namespace stencil
