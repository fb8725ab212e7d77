// Our layouts as process grids and descriptors of ScaLAPACK.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "tests/host/oracle/scalapack.hpp"

namespace stencil::test {

// The same process grid of the same ranks of MPI_COMM_WORLD. Collective over all of them.
inline BlacsGrid blacs_grid(const BlockCyclicLayout& layout) {
  const auto nprow = static_cast<int>(layout.rows.procs());
  const auto npcol = static_cast<int>(layout.cols.procs());
  if (layout.map == nullptr) return BlacsGrid(nprow, npcol);
  return BlacsGrid(layout.map->ranks(), nprow, npcol);
}

inline std::array<int, 9> blacs_descriptor(const BlacsGrid& grid, const LocalMatrix& matrix) {
  const CyclicAxis& rows = matrix.layout.rows;
  const CyclicAxis& cols = matrix.layout.cols;
  const auto integer = [](std::int64_t value) { return static_cast<int>(value); };
  return blacs_descriptor(grid, integer(rows.n()), integer(cols.n()), integer(rows.block()), integer(cols.block()),
                          integer(rows.source()), integer(cols.source()), integer(matrix.lld));
}

}  // namespace stencil::test
