// Checks of arguments that all VSDA functions share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>

#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "host/mpi/communicators/callers_comm.hpp"
#include "vsda.h"

namespace stencil {

// Throws ArgumentError outside MPI_Init .. MPI_Finalize.
void check_mpi_is_running();

// The descriptor that a handle names. Throws ArgumentError, naming the argument.
std::shared_ptr<const Descriptor> find_descriptor(const char* argument, const VSDA* vsda);

// This process's place in a communicator. Throws ArgumentError unless it is an intracommunicator, not freed.
// Every array begins here, so this also notes MPI's thread level, on which MpiCallLock depends.
struct CommPlace {
  CallersComm comm;
  int ranks = 0;
  int rank = 0;
};
CommPlace check_comm(MPI_Comm comm);

// Gives a new array its communicator's log and a name there, if STENCIL_PARANOID is 1.
void name_for_log(Descriptor& made);

// Throws ArgumentError for a null array on a rank whose local array has `elements` elements, unless that is 0.
void check_array(const char* argument, const void* array, std::int64_t elements);

}  // namespace stencil
