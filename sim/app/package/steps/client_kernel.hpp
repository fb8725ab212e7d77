// The kernel that a C client's sweeps used, for the classes of its report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>

#include "models/values/sweep_weights.hpp"

namespace stencil {

// Operators of this process's sweeps, to be filled as they are recorded.
SweepOperatorSet& swept_with();

bool has_swept();

// Its name; empty where sweeps used several operators, or none was made.
std::string kernel_of(const SweepOperatorSet& operators);

// The same for the sweeps of all ranks. Collective.
std::string common_kernel(MPI_Comm communicator, const SweepOperatorSet& own);

}  // namespace stencil
