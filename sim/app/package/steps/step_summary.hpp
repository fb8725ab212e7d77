// The steps that a rank has made, summed up in numbers that MPI can gather.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/app/package/checks/steps/step_rows.hpp"

namespace stencil {

// All ranks of one problem agree in those before `common`; in those before `chosen` they may differ where each chose
// its own.
struct StepField {
  enum Common : std::size_t { cols, sweeps, most_sweeps, point_operator, strips, common };
  enum Chosen : std::size_t { portion = common, schedule, blocking, chosen };
  enum Own : std::size_t { owned = chosen, steps, parts, differ, moved, fields };
};
using Summary = std::array<std::int64_t, StepField::fields>;

// Rows of the field that a part owns: the first one, and how many; how many halo rows it has above and below them.
// Numbers only.
using PartRows = std::array<std::int64_t, 4>;

// Rank by rank; only those with steps over rows. Collective; MPI_COMM_NULL: of this process alone.
std::vector<std::pair<int, Summary>> gathered_steps(MPI_Comm communicator);

// The rows of all parts of these ranks, in their order. Collective likewise.
std::vector<OwnedRows> gathered_rows(MPI_Comm communicator, const std::vector<std::pair<int, Summary>>& ranks);

}  // namespace stencil
