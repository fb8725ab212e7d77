// The steps of a client program, for its report: their problem, and the rows and sweeps that they left out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "host/c/steps/step_info.hpp"
#include "host/jacobi/itstep.hpp"
#include "sim/app/package/checks/steps/step_rows.hpp"
#include "sim/app/package/checks/sweep_watch.hpp"
#include "sim/app/report/problem.hpp"

namespace stencil {

// Records a part of a step of this process that has ended, part after part.
void record_step(const StepInfo& step, const std::vector<BlockRun>& runs);

// The problem as far as the steps of all ranks agree: rows are the sum of those that ranks own, iterations the sweeps
// of each rank. Portion, schedule and blocking have no value where ranks differ, as they may where the library chooses;
// strips that are not dealt in turn have no distribution, a part that stays in the device has no portion. No value at
// all where ranks differ in columns, sweeps or kernel, or the steps of one rank in anything, or none made a step.
// Collective over `communicator`; MPI_COMM_NULL: of this process alone.
std::optional<ReportProblem> common_problem(MPI_Comm communicator);

// Adds, on rank 0, sweeps that some ranks made and others did not, and rows that no rank's step owns, between the first
// and the last that one does; one line of warning for each. Collective.
void find_missing(MPI_Comm communicator, Coverage& coverage);

// The rows of the field that the steps of each rank own, in their order. None where they are unknown, or one belongs to
// two ranks, or ranks differ in columns or in the number of steps. Collective; the same on all ranks.
std::vector<OwnedRows> rows_of_steps(MPI_Comm communicator);

}  // namespace stencil
