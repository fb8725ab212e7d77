// The local parts of all ranks as one field in subdomains, and the points that a rank's tiles read and set.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "host/device/values/capabilities.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "step.h"

namespace stencil {

// A stencil_part by the numbers that its rows and columns have in the field.
struct FieldPart {
  TileFrame owned;
  TileFrame held;  // with halo rows and columns: the whole array
  std::int64_t stride = 0;
  double* f = nullptr;
};

// Throws ArgumentError for a part that no field has.
[[nodiscard]] FieldPart field_part(const stencil_part& part);

// A rank's arguments of a step, which all ranks gather and compare. Sent as 64-bit words.
struct FieldShare {
  TileFrame owned;
  TileFrame held;
  std::int64_t sweeps = 0;
  std::int64_t tile_rows = 0;  // that the caller or the environment wants; 0: the library chooses
  std::int64_t tile_cols = 0;
  std::int64_t memory_words = 0;  // Capabilities of the rank's device
  std::int64_t max_cols = 0;
  std::int64_t predicts = 0;  // 1: the rank can predict its device's cycles
  std::int64_t checks = 0;    // 1: it checks what it is given
};

// Collective: those of all ranks, on each. MPI_COMM_NULL: of this process alone.
[[nodiscard]] std::vector<FieldShare> gather_shares(MPI_Comm comm, const FieldShare& mine);

// The grid of subdomains that the parts make: rank p*P2 + q owns part (p, q). Tiles have the number that all ranks
// want, 1 x 1 where the library chooses. Throws ArgumentError where the parts make no grid, the ranks want different
// things, or a rank lacks halo rows or columns; by the same shares always the same one.
[[nodiscard]] TileGridShape shape_of(const std::vector<FieldShare>& shares);

// `device` with the memory and the rows that all ranks' devices have.
[[nodiscard]] Capabilities common_device(Capabilities device, const std::vector<FieldShare>& shares);
// Whether this is 1 on every rank.
[[nodiscard]] bool on_all_ranks(const std::vector<FieldShare>& shares, std::int64_t FieldShare::*flag);

// The array that solve_tiles() needs, frame grid.stored(rank). Points that no tile may read before a message has
// brought them are NaN there, so that a line that is never sent shows in the result.
[[nodiscard]] std::vector<double> load_points(const FieldPart& part, const TileGrid& grid, std::int64_t rank);
// Copies the points that the rank owns back into the caller's array, and the line before them at a cut, which the next
// step reads.
void store_points(const std::vector<double>& field, const FieldPart& part, const TileGrid& grid, std::int64_t rank);

}  // namespace stencil
