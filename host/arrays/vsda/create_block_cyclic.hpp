// Makes descriptors of block-cyclic arrays.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "vsda.h"

namespace stencil {

// VSDA_Create_block_cyclic. Throws ArgumentError.
void create_block_cyclic(MPI_Comm comm, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc,
                         long prow, long pcol, long lld, VSDA* vsda);

// VSDA_Create_on_grid. Throws ArgumentError.
void create_on_grid(long ictxt, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc, long lld,
                    VSDA* vsda);

}  // namespace stencil
