/* For dim2 of the module stencil_cosim_accel only.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef STENCIL_FORTRAN_DIM2_H
#define STENCIL_FORTRAN_DIM2_H

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* Ends the program with one line and status 2 unless n >= 1. */
void stencil_fortran_check_dim2(int n);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
