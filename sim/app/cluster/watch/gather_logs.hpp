// The logs of all ranks on one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <vector>

#include "sim/app/cluster/time/rank_log.hpp"

namespace stencil {

// Collective: on rank 0 the logs in the order of ranks, elsewhere nothing. Throws DeviceError where MPI fails.
std::vector<RankLog> gather_logs(MPI_Comm communicator, const RankLog& mine);

}  // namespace stencil
