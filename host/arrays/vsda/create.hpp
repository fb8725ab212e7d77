// Makes descriptors of blocked arrays.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "vsda.h"

namespace stencil {

// VSDA_Create. Throws ArgumentError.
void create_blocked(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
                    const long* distribution_in, long* distribution_out, VSDA* vsda);

// VSDA_Create_periodic. Throws ArgumentError.
void create_periodic(MPI_Comm comm, long globsize, long elemsize, long shadowwidth, const long* distribution_in,
                     long* distribution_out, VSDA* vsda);

}  // namespace stencil
