// Replays the first call of a C program that its device made wrong, and names the component that made it so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <optional>
#include <string>

#include "sim/app/report/report.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Collective, when the accelerators of the ranks are no longer needed: that of the rank with the first difference is
// destroyed, and new ones make its calls again. mine: the first sweep of this rank that differs. report: on rank 0,
// with the verdict of all ranks. Where that sweep is the first difference, sets its `divergence`, and prints how to
// replay it: from a file beside the report, if there is one. MPI_COMM_NULL: this process alone.
void find_client_divergence(MPI_Comm communicator, const std::optional<Capsule>& mine, const std::string& report_path,
                            Report& report);

}  // namespace stencil
