// Makes descriptors of arrays in boxes, with shadows in two dimensions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "vsda.h"

namespace stencil {

// VSDA_Create_2d. Throws ArgumentError.
void create_boxes(MPI_Comm comm, long m, long n, long elemsize, long prow, long pcol, long shadowrows, long shadowcols,
                  int rowedges, int coledges, const long* rowdistribution, const long* coldistribution, VSDA* vsda);

// VSDA_Get_corners. Throws ArgumentError.
void get_corners(const VSDA* vsda, int shadows, long* row, long* col, long* rows, long* cols);

}  // namespace stencil
