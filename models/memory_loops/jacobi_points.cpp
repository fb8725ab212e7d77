// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/row_of_points.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {
namespace {

struct JacobiPoints {
  using Weights = JacobiWeights;

  template <int count>
  STENCIL_IN_LOOP static void set_points(const Weights& weights, const RowsAt& at) {
    typename Points<count>::Values north, south, west, east, r;
    get(north, at.north);
    get(south, at.south);
    get(west, at.row - 1);
    get(east, at.row + 1);
    get(r, at.r);
    const typename Points<count>::Values columns = (north + south) * weights.rdx2;
    const typename Points<count>::Values lines = (west + east) * weights.rdy2;
    typename Points<count>::Values result = ((columns + lines) - r) * weights.beta;
    make_nan_canonical<count>(result);
    put(result, at.out);
  }
};

}  // namespace

void set_memory_rows(const JacobiWeights& weights, Instructions instructions, std::int64_t cols, const RowsAt* upper,
                     const RowsAt* lower) {
  set_rows_of_points<JacobiPoints>(weights, instructions, cols, upper, lower);
}

}  // namespace stencil
