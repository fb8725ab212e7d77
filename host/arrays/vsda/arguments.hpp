// What every VSDA function asks of its arguments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>

#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "vsda.h"

namespace stencil {

// Throws ArgumentError outside MPI_Init .. MPI_Finalize.
void check_mpi_is_running();

// The descriptor behind a handle. Throws ArgumentError, naming the argument.
std::shared_ptr<const Descriptor> find_descriptor(const char* argument, const VSDA* vsda);

// A communicator that arrays can be distributed over, with this process's place in it. Throws ArgumentError.
// Every array begins here: it also finds out what MpiCallLock must lock.
struct CommPlace {
  int ranks = 0;
  int rank = 0;
};
CommPlace check_comm(MPI_Comm comm);

// Throws ArgumentError for a null array on a rank whose local array has this many elements, if any.
void check_array(const char* argument, const void* array, std::int64_t elements);

}  // namespace stencil
