/* The accelerator as a C program sees it: two arrays of doubles in local memory, f and r, and niter sweeps over them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: S. S. Andreev, S. A. Dbar, A. O. Lacis, E. A. Plotkina, "An engineering method of adapting an application to
 * a hybrid cluster with FPGA accelerators" (in Russian), part 6. Names, types and argument orders are the published
 * ones; itstep_accel_five_point and itstep_accel_test_portion are ours.
 *
 * The device is made at the first call and lasts until the program ends. The environment chooses it:
 *   STENCIL_ACCEL         software, model or rtl; rtl when not set
 *   STENCIL_CONFIG        name of a configuration; default when not set. It holds 1,000,000 doubles in each of f and r
 *                         and rows of up to 10,000; stencil-cosim configs lists all with what they hold
 *   STENCIL_PLUSARGS      words for the RTL's $test$plusargs and $value$plusargs
 *   STENCIL_BURST         beats in a bus burst, 1 .. 256; 256 when not set
 *   STENCIL_LINK_BYTES    bytes a cycle of the path to the host, 0 .. 4096; 0, when not set: as wide as the data port
 *   STENCIL_LINK_LATENCY  cycles from posting a transfer to its first beat, 0 .. 1000000000; 0 when not set
 * what is left of the run:
 *   STENCIL_REPORT        file that receives the report, JSON (sim/app/output/json.hpp), in MPI_Finalize or at exit;
 *                         none when not set. Of an MPI program rank 0's counts, for all ranks. A program that ended
 *                         by a signal or _exit leaves none
 * and whether it is checked:
 *   STENCIL_CHECK         block: after each call that sweeps all mx*my values of f, and all that f_from_accel brings,
 *                         are compared bit by bit with the golden loop on what the program loaded. The report says
 *                         `ok`, `compared`, `mismatches` and `first_mismatch`; a difference is a line on stderr when the
 *                         program ends, whose status stays its own. Cycles and bytes in the report stay the same. off
 *                         when not set: `ok` is null
 *   STENCIL_PARANOID      1: STENCIL_CHECK=block, and the program ends with status 3 when a call reads a word of f or r
 *                         that was neither loaded nor swept, or when a port of rtl breaks a rule of AXI4 or AXI4-Lite;
 *                         the first 65,536 words of f and r hold NaNs at first. 0 when not set
 * Variables that differ between ranks are named in a warning.
 *
 * f and r hold nothing that a program may rely on until they are loaded. Without STENCIL_PARANOID they happen to be
 * zeros here; the memory of a chip is not.
 *
 * Offsets and lengths are in doubles. Memory is packed: a row of my doubles follows the one before without a gap.
 * Every call returns when it is done, so the caller's array may then be used again. One thread at a time.
 * MPI is not needed; with it, every rank has a device of its own.
 *
 * Limits: those of the configuration for mx, my and lengths; niter up to 2^31 - 1. Memory of the process does not grow
 * with the number of calls; with a report it grows with the shapes of the blocks (10,000 blocks are listed, all are
 * summed by shape).
 *
 * Errors are fatal: one line names rank, function, argument, value and allowed range; the program ends with status 2
 * (a wrong argument or environment) or 3 (the device failed). See host/mpi/fatal.hpp.
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
 * all old values on the right, in that order of operations, each rounded to binary64, to nearest even; subnormals,
 * infinities and signed zeros as IEEE 754 has them. Every result that is a NaN is the one with the bits
 * 7ff8000000000000, whatever NaN went in; values that no sweep sets keep their bits, NaN too. The outermost rows and
 * columns stay.
 * mx >= 1, 1 <= my <= the longest row, mx*my <= local memory, niter >= 0. */
void itstep_accel(int mx, int my, double rdx2, double rdy2, double beta, int niter);

/* The same with the general five-point operator, on a device that has it (stencil-cosim configs tells which have):
 *   f[i][j] = ((((c[0]*f[i-1][j] + c[1]*f[i+1][j]) + (c[2]*f[i][j-1] + c[3]*f[i][j+1])) + c[4]*f[i][j])
 *              - r[i][j])*c[5],
 * c = coefficients: those of north, south, west, east and centre, and the factor of the sum, any binary64 values. They
 * are read before the call returns. */
void itstep_accel_five_point(int mx, int my, const double* coefficients, int niter);

/* Can a portion of mx rows of my doubles be swept with overlaps of stw rows? 0: as far as can be told from these
 * arguments; 1: no, and one line on stderr says why. A rank without rows, mx = 0, has nothing to sweep: 0.
 * Checked: 0 <= my_number < n_of_nodes, mx >= 0, stw >= 0, 1 <= my <= the longest row, and that min(mx, 2*stw + 1) rows
 * fit local memory: no block of a longer portion is smaller. Whether blocks of PORTION + 2*stw rows fit cannot be told,
 * because PORTION is not among the published arguments: */
int itstep_accel_test(int my_number, int n_of_nodes, int mx, int my, int stw);

/* The same with PORTION, the rows of a block without its overlaps. Checked as well: portion >= 1, stw <= portion/3,
 * which the published order of transfers needs, and that the largest block fits local memory: portion + 2*stw rows,
 * mx where mx <= portion. */
int itstep_accel_test_portion(int my_number, int n_of_nodes, int mx, int my, int stw, int portion);

#ifdef __cplusplus
}
#endif

#endif
