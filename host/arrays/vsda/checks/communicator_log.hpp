// The operation logs of all communicators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "host/arrays/vsda/checks/operation_log.hpp"

namespace stencil {

// The communicator's log, null unless STENCIL_PARANOID is 1. MPI_Comm_free ends the program with status 2 where the log
// finds something wrong. Throws ArgumentError for wrong environment variables, DeviceError when MPI fails.
std::shared_ptr<OperationLog> operation_log(MPI_Comm comm);

// The program begins a collective call on comm. waits_for_all: it ends only when all ranks have begun it. Throws
// ArgumentError where a log finds something wrong.
void begin_collective(MPI_Comm comm, const char* call, bool waits_for_all);

// For MPI_Finalize: what the logs of all communicators find wrong, empty: nothing.
std::string finish_operation_logs();

}  // namespace stencil
