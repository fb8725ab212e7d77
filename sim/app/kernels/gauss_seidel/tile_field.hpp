// The local part of a field cut into subdomains: loaded before the first sweep, collected after the last.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// Gives rows [first_row, first_row + rows) of the whole field, packed, to `target`.
using RowReader = std::function<void(std::int64_t first_row, std::int64_t rows, double* target)>;

// Takes rows of the whole field, in order.
using RowSink = std::function<void(std::int64_t first_row, std::int64_t rows, const double* values)>;

// The array that solve_tiles() needs, frame grid.stored(rank), with all points that it may read at the beginning: the
// rank's own points, the line beside them on each side (those to the south and east for the residual), the border of
// the field. All other points are NaN until a message brings them, so that a line that is never sent shows in the
// result. Throws what `read` throws, std::bad_alloc.
std::vector<double> load_tile_field(const TileGrid& grid, std::int64_t rank, const RowReader& read);

// Collective: rank 0 receives the points that the ranks own, in pieces of whole rows of at most 4 MiB (at least one
// row), and hands each to `sink`. `field` is this rank's array.
void collect_tile_field(MPI_Comm comm, const TileGrid& grid, const double* field, const RowSink& sink);

}  // namespace stencil
