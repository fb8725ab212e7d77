/* The accelerator as a C program sees it: two arrays of doubles in local memory, f and r, and niter sweeps over them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: seed 000. Names, types and argument orders are the published ones.
 *
 * The device is made at the first call and lasts until the program ends. The environment chooses it:
 *   STENCIL_ACCEL   software, model or rtl; rtl when not set
 *   STENCIL_CONFIG  name of a configuration; default when not set. It holds 1,000,000 doubles in each of f and r and
 *                   rows of up to 10,000.
 * Offsets and lengths are in doubles. Memory is packed: a row of my doubles follows the one before without a gap.
 * Every call returns when it is done, so the caller's array may then be used again. One thread at a time.
 * MPI is not needed; with it, every rank has a device of its own.
 *
 * Errors are fatal: one line names rank, function, argument, value and allowed range; the program ends with status 2
 * (a wrong argument or environment) or 3 (the device failed). See host/fatal.hpp.
 */
#ifndef ACCEL_H
#define ACCEL_H

#ifdef __cplusplus
extern "C" {
#endif

/* array[0 .. length) -> f[internaloffset .. internaloffset + length), which must lie in local memory.
 * length 0 moves nothing; array is then not looked at. */
void f_to_accel(int internaloffset, void* array, int length);

/* f[internaloffset .. internaloffset + length) -> array[0 .. length). */
void f_from_accel(int internaloffset, void* array, int length);

/* array[0 .. length) -> r[internaloffset .. internaloffset + length). */
void r_to_accel(int internaloffset, void* array, int length);

/* niter Jacobi sweeps in place over the first mx rows of my doubles of f, with r as right-hand side:
 *   f[i][j] = ((f[i-1][j] + f[i+1][j])*rdx2 + (f[i][j-1] + f[i][j+1])*rdy2 - r[i][j])*beta,
 * all old values on the right, in that order of operations, one rounding each. The outermost rows and columns stay.
 * mx >= 1, 1 <= my <= the longest row, mx*my <= local memory, niter >= 0. */
void itstep_accel(int mx, int my, double rdx2, double rdy2, double beta, int niter);

/* Can a portion of mx rows of my doubles be swept with overlaps of stw rows? 0: as far as can be told from these
 * arguments; 1: no, and one line on stderr says why.
 * Checked: 0 <= my_number < n_of_nodes, mx >= 1, stw >= 1, 1 <= my <= the longest row, and that min(mx, 2*stw + 1) rows
 * fit local memory: no block of a longer portion is smaller. Whether blocks of PORTION + 2*stw rows fit cannot be told,
 * because PORTION is not among the published arguments; check_blocking (host/blocking/check_blocking.hpp, C++) does. */
int itstep_accel_test(int my_number, int n_of_nodes, int mx, int my, int stw);

#ifdef __cplusplus
}
#endif

#endif
