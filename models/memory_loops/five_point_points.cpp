// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/row_of_points.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {
namespace {

struct FivePointPoints {
  using Weights = FivePointWeights;

  template <int count>
  STENCIL_IN_LOOP static void set_points(const Weights& weights, const RowsAt& at) {
    typename Points<count>::Values north, south, west, east, centre, r;
    get(north, at.north);
    get(south, at.south);
    get(west, at.row - 1);
    get(east, at.row + 1);
    get(centre, at.row);
    get(r, at.r);
    const typename Points<count>::Values columns = north * weights.an + south * weights.as;
    const typename Points<count>::Values lines = west * weights.aw + east * weights.ae;
    typename Points<count>::Values result = (((columns + lines) + centre * weights.ac) - r) * weights.beta;
    make_nan_canonical<count>(result);
    put(result, at.out);
  }
};

}  // namespace

void set_memory_rows(const FivePointWeights& weights, Instructions instructions, std::int64_t cols, const RowsAt* upper,
                     const RowsAt* lower) {
  set_rows_of_points<FivePointPoints>(weights, instructions, cols, upper, lower);
}

}  // namespace stencil
