// The check of Fortran's dim2, which computes the number of rows itself.
// SPDX-License-Identifier: Apache-2.0
#include "host/fortran/dim2.h"

#include "host/base/check.hpp"
#include "host/mpi/border.hpp"

extern "C" {

void stencil_fortran_check_dim2(int n) {
  stencil::c_border("dim2", [&] { stencil::check_range("n", n, 1); });
}

}  // extern "C"
