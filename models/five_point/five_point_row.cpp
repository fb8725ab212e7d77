// SPDX-License-Identifier: Apache-2.0
#include "models/five_point/five_point_row.hpp"

#include <cstddef>

#include "models/instructions/each_set.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

struct FivePointRow {
  // __restrict: the five streams never alias, so that the compiler vectorises without run-time checks.
  template <int>
  STENCIL_IN_LOOP static void run(std::int64_t cols, const double* __restrict north, const double* __restrict row,
                                  const double* __restrict south, const double* __restrict r, double* __restrict out,
                                  const FivePointWeights* weights) {
    const FivePointWeights a = *weights;
    for (std::ptrdiff_t j = 1; j < cols - 1; ++j) {
      const double column = a.an * north[j] + a.as * south[j];
      const double line = a.aw * row[j - 1] + a.ae * row[j + 1];
      out[j] = canonical_nan((((column + line) + a.ac * row[j]) - r[j]) * a.beta);
    }
  }
};

}  // namespace

void five_point_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
                    double* out, const FivePointWeights& weights, Instructions instructions) {
  loop_for<FivePointRow, std::int64_t, const double*, const double*, const double*, const double*, double*,
           const FivePointWeights*>(instructions)(cols, north, row, south, r, out, &weights);
}

void set_row(const FivePointWeights& weights, Instructions instructions, std::int64_t cols, const double* north,
             const double* row, const double* south, const double* r, double* out) {
  five_point_row(cols, north, row, south, r, out, weights, instructions);
}

}  // namespace stencil
