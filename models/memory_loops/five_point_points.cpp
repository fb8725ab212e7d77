// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/folded_rows.hpp"
#include "models/memory_loops/row_of_points.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {
namespace {

struct FivePointPoints {
  using Weights = FivePointWeights;

  template <int count>
  STENCIL_IN_LOOP static void set_points(const Weights& weights, const Around<count>& at,
                                         typename Points<count>::Values& result) {
    const typename Points<count>::Values columns = at.north * weights.an + at.south * weights.as;
    const typename Points<count>::Values lines = at.west * weights.aw + at.east * weights.ae;
    result = (((columns + lines) + at.centre * weights.ac) - at.r) * weights.beta;
    make_nan_canonical<count>(result);
  }
};

}  // namespace

void set_memory_rows(const FivePointWeights& weights, Instructions instructions, std::int64_t cols, const RowsAt* upper,
                     const RowsAt* lower) {
  set_rows_of_points<FivePointPoints>(weights, instructions, cols, upper, lower);
}

bool set_folded_rows(const FivePointWeights& weights, Instructions instructions, const FoldedRows& rows) {
  return set_rows_of_folded_points<FivePointPoints>(weights, instructions, rows);
}

}  // namespace stencil
