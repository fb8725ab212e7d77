// Gathers on rank 0 what the stages of all ranks copied and measured.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/kernels/staged/staged_solver.hpp"
#include "sim/app/kernels/staged/stages_report.hpp"

namespace stencil {

// Collective: the largest over the ranks, element by element, where a NaN counts as largest.
std::vector<double> largest_changes(MPI_Comm communicator, const std::vector<double>& mine);

// Collective. On rank 0 the sums over all ranks and over the strips of each kind of data, in the order of first use;
// norms are the largest over the ranks, where a NaN counts as largest. On other ranks empty but for `place`.
StagesReport gather_stages(MPI_Comm communicator, const Placement& placement, const StagedSolver& solver);

}  // namespace stencil
