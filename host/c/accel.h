/* The accelerator as a C program sees it: two arrays of doubles in local memory, f and r, and sweeps over f.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: S. S. Andreev, S. A. Dbar, A. O. Lacis, E. A. Plotkina, "An engineering method of adapting an application to
 * a hybrid cluster with FPGA accelerators" (in Russian), part 6. Names, types and argument orders are the published
 * ones; itstep_accel_five_point, itstep_accel_formula and itstep_accel_test_portion are ours.
 *
 * The first call makes the device, which lasts until the program ends. Environment variables choose it:
 *   STENCIL_ACCEL         software, shuffled, model or rtl; rtl when not set
 *   STENCIL_CONFIG        name of a configuration; default when not set, which holds 1,000,000 doubles in each of f and
 *                         r and rows of up to 10,000. `stencil-cosim configs` lists all
 *   STENCIL_ARITHMETIC    what computes in rtl, with the same bits and cycles: rtl, as when not set, the Verilog alone;
 *                         operators, points: the host, in less time. For these the first call builds a module, unless
 *                         there is one (docs/run.md)
 *   STENCIL_INSTRUCTIONS  of the host's loops over points, with the same bits: usual, avx2 or avx512, which the CPU
 *                         must have; the widest that it has when not set
 *   STENCIL_KERNEL        a kernel file, whose formula the device has beside the kernels of its configuration; none
 *                         when not set. For rtl the first call builds a module, unless there is one (docs/formula.md)
 *   STENCIL_MODULES       folder of modules NAME.so made of your own RTL; when not set, those built or installed
 *   STENCIL_PLUSARGS      words for the RTL's $test$plusargs and $value$plusargs
 *   STENCIL_BURST         beats per bus burst, 1 .. 256; 256 when not set
 *   STENCIL_LINK_BYTES    bytes per cycle of the link to the host, 0 .. 4096; 0, as when not set: as wide as the data
 *                         port
 *   STENCIL_LINK_LATENCY  cycles from posting a transfer to its first beat, 0 .. 1000000000; 0 when not set
 *   STENCIL_LINK_STALLS   number that draws the beats after which the link rests, 0 .. 1000000000; 0, as when not set:
 *                         it never rests
 * report the run:
 *   STENCIL_REPORT        file for the report, JSON (docs/report.md), written in MPI_Finalize or at exit; -:
 *                         standard output; none when not set. One that cannot be written ends the first call. In an
 *                         MPI program rank 0's value counts for all ranks. Where the program ends otherwise, a rank
 *                         writes the error and what the ranks of its node have done, to the file of its own variable.
 *                         A program without MPI that ends by a signal or _exit writes none
 *   STENCIL_SUMMARY       1: when the program ends, rank 0 prints on stderr the device, the table of its cycles, what
 *                         was compared, the first difference and the verdict, as `stencil-cosim run` does. 0: it does
 *                         not. When not set, it does with STENCIL_REPORT, STENCIL_CHECK=block or STENCIL_PARANOID=1
 * and check it:
 *   STENCIL_CHECK         block: after each call that sweeps, compares all mx*my values of f, and after f_from_accel
 *                         the values it brings, bit by bit with the golden loop on the data the program loaded. The
 *                         report then has `ok`, `compared`, `mismatches` and `first_mismatch`. Cycles and bytes in the
 *                         report do not change. off, as when not set: checks nothing, `ok` is null.
 *                         `ok` does not cover which rows the program loads, sweeps and stores, and when. The first sign
 *                         of a mistake there is a warning on stderr; ok_covers in the report counts all: words stored
 *                         as they were loaded, without a sweep between; words loaded that the next sweep leaves out;
 *                         words stored again that the last sweep left out; words that come of rows of two ages
 *                         (results loaded again beside rows still to be swept, or whose results were not stored);
 *                         words that were swept and never stored, beside words that were; offsets that are not those of
 *                         a row;
 *                         words swept more often than the shadow edge of vsda.h beside them has rows; updates of what
 *                         r_to_accel alone loads.
 *   STENCIL_WATCH         1: ranks that wait for what cannot come, from ranks that wait as well, are in MPI_Finalize or
 *                         have died, end with status 3, a line for each rank, and the error in the report. 0: they do
 *                         not. When not set, they do with STENCIL_REPORT, STENCIL_CHECK=block or STENCIL_PARANOID=1
 *   STENCIL_CHECK_STATUS  1: a program that would end with status 0 ends with 1, in an MPI program rank 0 does, where a
 *                         value differed or there was a warning. 0, as when not set: the program keeps its status
 *   STENCIL_PARANOID      1: as STENCIL_CHECK=block; besides, the program ends with status 3 when a call reads a word
 *                         of f or r that was neither loaded nor swept, or when a port of rtl breaks a rule of AXI4 or
 *                         AXI4-Lite, and the first 65,536 words of f and r hold NaNs at first. 0 when not set. The
 *                         operations of vsda.h are compared between ranks as well
 * A warning names variables that differ between ranks.
 *
 * A program must not rely on the contents of f and r before it loads them. Here they are zeros at first, unless
 * STENCIL_PARANOID is 1; the memory of a chip is not.
 *
 * Offsets and lengths are in doubles. Memory is packed: each row of my doubles follows the one before without a gap.
 * Every call returns when it is done; the caller may then use its array again. One thread at a time.
 * MPI is not needed; with it, every rank has a device of its own.
 * An array must not overlap elements that an operation of vsda.h in flight is receiving, nor, for f_from_accel, sending
 * (elements that are consecutive in memory: all of an update): the call is refused, with their rows.
 *
 * Limits: those of the configuration for mx, my and lengths; niter up to 2^31 - 1. The memory of the process does not
 * grow with the number of calls; with a report it grows with the number of shapes of blocks (the report lists 10,000
 * blocks and sums all by shape).
 *
 * Errors are fatal: one line names rank, function, argument, value and allowed range; the program ends with status 2
 * (a wrong argument or environment) or 3 (the device failed). See host/mpi/fatal.hpp.
 */
#ifndef ACCEL_H
#define ACCEL_H

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* array[0 .. length) -> f[internaloffset .. internaloffset + length), which must lie in local memory.
 * With length 0 moves nothing and does not read array. */
void f_to_accel(int internaloffset, void* array, int length);

/* f[internaloffset .. internaloffset + length) -> array[0 .. length). */
void f_from_accel(int internaloffset, void* array, int length);

/* array[0 .. length) -> r[internaloffset .. internaloffset + length). */
void r_to_accel(int internaloffset, void* array, int length);

/* niter Jacobi sweeps in place over the first mx rows of my doubles of f, with r as right-hand side:
 *   f[i][j] = ((f[i-1][j] + f[i+1][j])*rdx2 + (f[i][j-1] + f[i][j+1])*rdy2 - r[i][j])*beta,
 * with old values on the right and the operations in that order, each rounded to binary64, to nearest even; subnormals,
 * infinities and signed zeros follow IEEE 754. A result that is a NaN has the bits 7ff8000000000000, whatever NaN went
 * in; values that no sweep sets keep their bits, NaN too. The outermost rows and columns do not change.
 * mx >= 1, 1 <= my <= the longest row, mx*my <= local memory, niter >= 0. */
void itstep_accel(int mx, int my, double rdx2, double rdy2, double beta, int niter);

/* The same with the general five-point operator, on a device that has it (`stencil-cosim configs` says which have):
 *   f[i][j] = ((((c[0]*f[i-1][j] + c[1]*f[i+1][j]) + (c[2]*f[i][j-1] + c[3]*f[i][j+1])) + c[4]*f[i][j])
 *              - r[i][j])*c[5],
 * c = coefficients: the weights of north, south, west, east and centre, and the factor of the sum; any binary64 values.
 * The call reads them before it returns. */
void itstep_accel_five_point(int mx, int my, const double* coefficients, int niter);

/* The same with the formula of the kernel file that STENCIL_KERNEL names (docs/formula.md), its source being r: numbers
 * has those of the file in its order, defaults or not; any binary64 values. Those that the formula does not use are not
 * read, the others before the call returns. */
void itstep_accel_formula(int mx, int my, const double* numbers, int niter);

/* Can a local part of mx rows of my doubles be swept with overlaps of stw rows? Returns 0 where these arguments do not
 * rule it out; 1 where they do, and then one line on stderr gives the reason. 0 for a rank without rows, mx = 0.
 * Checks 0 <= my_number < n_of_nodes, mx >= 0, stw >= 0, 1 <= my <= the longest row, and that min(mx, 2*stw + 1) rows,
 * the smallest possible block, fit local memory. It cannot check that blocks of PORTION + 2*stw rows fit, because
 * PORTION is not among the published arguments. */
int itstep_accel_test(int my_number, int n_of_nodes, int mx, int my, int stw);

/* The same with PORTION, the rows that a block keeps (without its overlaps). Also checks portion >= 1,
 * stw <= portion/3, which the published order of transfers needs, and that the largest block fits local memory:
 * portion + 2*stw rows, or mx rows where mx <= portion. */
int itstep_accel_test_portion(int my_number, int n_of_nodes, int mx, int my, int stw, int portion);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
