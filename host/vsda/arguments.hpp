// What every VSDA function asks of its arguments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/vsda/descriptor.hpp"
#include "vsda.h"

namespace stencil {

// Throws ArgumentError outside MPI_Init .. MPI_Finalize.
void check_mpi_is_running();

// The descriptor behind a handle. Throws ArgumentError, naming the argument.
std::shared_ptr<const Descriptor> find_descriptor(const char* argument, const VSDA* vsda);

// Throws ArgumentError for a null array on a rank that has elements.
void check_array(const char* argument, const void* array, const Descriptor& descriptor);

}  // namespace stencil
