/* One step of a program of your own: some sweeps over the rows of a rank, cut into blocks and scheduled by the library
 * as `stencil-cosim run` does it, while the program goes on with other work.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   stencil_part part = {.f = f, .r = r, .rows = rows, .cols = cols, .first_owned = above, .owned = owned,
 *                        .global_row = first};
 *   double weights[3] = {rdx2, rdy2, beta};
 *   stencil_step_begin(&part, "jacobi", weights, sweeps, NULL, NULL, 0);
 *   ... work that touches neither f nor r ...
 *   stencil_step_wait();
 *
 * Strips that are dealt in turn, steps that are joined, and a part that stays in the device have functions of their own
 * in place of stencil_step_begin. With kernel "gauss-seidel" a step is one round of sweeps over the whole field, which
 * the ranks share in tiles.
 *
 * accel.h has the environment that chooses, checks and reports the accelerator, and what errors do. Bits, cycles and
 * blocks in reports are those of `stencil-cosim run` with the same schedule, blocking and portion. Calls of accel.h may
 * stand between stencil_step_wait and the next stencil_step_begin; a step overwrites the accelerator's memory. One step
 * of a process is in flight at a time, and one thread of the program calls.
 */
#ifndef STENCIL_STEP_H
#define STENCIL_STEP_H

#include "vsda.h"

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* The local part of a rank, with its halo rows (VSDA: shadow edges). Element (i, j) of either array is [i*stride + j].
 * Members left out of an initialiser are 0; only kernel "gauss-seidel" reads the last four. */
typedef struct {
  double* f;        /* swept in place */
  const double* r;  /* right-hand side; must not overlap f. Not read with kernel "gauss-seidel": may be NULL there */
  long rows;        /* of both arrays, halo rows included; 0: the rank has no rows, and a step does nothing */
  long cols;        /* 1 .. the device's longest row */
  long stride;      /* doubles from a row to the next, >= cols; 0: cols. Others than cols are copied to and fro */
  long first_owned; /* rows above those that the rank owns: halo rows, 0 where the field ends */
  long owned;       /* rows that the rank owns; those below them are halo rows. 0: all that are left */
  long global_row;  /* the number that row first_owned has in the whole field, >= 0 */

  long first_owned_col; /* as first_owned, owned and global_row, of columns: all 0 where a rank owns whole rows */
  long owned_cols;
  long global_col;
  int comm; /* MPI_Comm_c2f() of a communicator whose ranks own the whole field; 0: MPI_COMM_WORLD */
} stencil_part;

/* Begins `sweeps` >= 1 sweeps over the part, which may not exceed the halo rows on either side that has some. The
 * outermost rows and columns of the part do not change. Reads its arguments, except the arrays, before it returns.
 *   kernel "jacobi":      weights = {rdx2, rdy2, beta}, as itstep_accel
 *   kernel "five-point":  weights = the six coefficients of itstep_accel_five_point
 *   kernel FILE:          a kernel file, whose name has a '.' or a '/'; weights = numbers, as itstep_accel_formula. The
 *                         device gets its formula if the step is the first call, else from STENCIL_KERNEL. "./jacobi"
 *                         is the file jacobi, beside which "jacobi" is refused
 *   schedule  "sequential", "overlapped" or "auto"
 *   blocking  "overlapped-rows", "skewed" or "auto"
 *   portion   rows that a block keeps: sweeps <= portion/3 (skewed: sweeps <= portion); portion + 2*sweeps rows
 *             (skewed: portion + sweeps) must fit a buffer, unless the part is a single block
 *   kernel "gauss-seidel": see below
 * What is NULL, "" or 0 the environment chooses: STENCIL_SCHEDULE, STENCIL_BLOCKING, STENCIL_PORTION, with the values
 * of --schedule, --blocking and --portion of `stencil-cosim run`, or auto. What is auto, or not set either, the library
 * chooses: of all that fits the device, what the model of the device predicts to take the fewest cycles.
 * Until stencil_step_wait nobody may touch f or change r. An error names the argument, its value, the range and the
 * nearest value that works; where a buffer is too small, by how many rows.
 *
 * Kernel "gauss-seidel": `sweeps` sweeps forward and as many backward over the whole field, each point the average of
 * five, as a round of `stencil-cosim run --kernel gauss-seidel` (docs/gauss-seidel.md). Collective: all ranks of the
 * part's communicator call stencil_step_begin and stencil_step_wait, with the same sweeps and blocking, and a rank in
 * stencil_step_wait may wait for others to call it. Messages have the tag 22086 on that communicator.
 *   part      the parts that the ranks own make the whole field, border included, in a grid of P1 x P2: rank p*P2 + q
 *             owns part (p, q). A cut needs a halo row, or column, before it, and sweeps + 1 behind it. They must be up
 *             to date before the first step (VSDA_Update_begin). A step leaves the nearest one before the owned
 *             ones right, which is all that the next step reads of them but the border of the field; it does not
 *             change the others
 *   weights   not read
 *   schedule  NULL, "" or "auto": there is but one; the environment is not asked
 *   blocking  tiles of each part by rows and by columns, "2x3", each count 1 .. 1048576, or "auto". NULL or "":
 *             STENCIL_TILES, with the values of --tiles or auto; else the library chooses: of all that fits the
 *             devices, what the model predicts to end first
 *   portion   0 */
void stencil_step_begin(const stencil_part* part, const char* kernel, const double* weights, long sweeps,
                        const char* schedule, const char* blocking, long portion);

/* The same over all strips that a rank has, as of a field whose strips are dealt to the ranks in turn: one schedule, in
 * which the first blocks of a strip are loaded while the last ones of the strip before are swept and stored, as `run
 * --distribution cyclic`. Strips are cut into blocks as even as they can be.
 *   parts   of `count` >= 0 strips, which differ in nothing but their arrays and rows, in the order in which they are
 *           swept; each has halo rows of its own, and no f may overlap another array. Those of 0 rows are left out
 * All else as of stencil_step_begin, but for kernel "gauss-seidel", which has no strips. */
void stencil_strips_begin(const stencil_part* parts, long count, const char* kernel, const double* weights, long sweeps,
                          const char* schedule, const char* blocking, long portion);

/* `iterations` >= 1 sweeps over a part that is the whole field, or all that there is of it: in steps of `sweeps`, of
 * which the last may be shorter, joined as by `run --schedule joined`: the first blocks of a step are loaded while the
 * last ones of the step before are swept and stored. The part has no halo rows, since nobody could exchange them. All
 * else as of stencil_step_begin; STENCIL_SCHEDULE is not read. */
void stencil_steps_begin(const stencil_part* part, const char* kernel, const double* weights, long sweeps,
                         long iterations, const char* blocking, long portion);

/* A step of joined ones over all strips of a rank, between which the program exchanges halo rows, as by `run --schedule
 * joined` on several strips or ranks. It makes `sweeps` sweeps, or as many as are left. After stencil_step_wait f has
 * the result, and the device has begun to load what the next step needs beside halo rows: until that step begins the
 * program sets the halo rows of f and changes neither its other rows nor r. Parts that are the whole field, from its
 * first row to its last, each with the rows after those of the part before it, have no row of others to wait for: the
 * device takes halo rows of the next step from the parts that own them, and a halo row that is not what its owner has
 * then is an error.
 *   parts       as of stencil_strips_begin; a single part is cut into blocks as by stencil_step_begin
 *   iterations  sweeps that are left with this step: the same parts, kernel, weights and sweeps each time, and as many
 *               iterations fewer as the step before has made. Between the steps no other function may use the
 *               accelerator
 *   blocking, portion  those of the first step; not read in later ones
 * All else as of stencil_strips_begin; STENCIL_SCHEDULE is not read. */
void stencil_joined_begin(const stencil_part* parts, long count, const char* kernel, const double* weights, long sweeps,
                          long iterations, const char* blocking, long portion);

/* A step of a part that stays in the device over steps, as by `run --schedule resident`: the part is one block, which
 * must fit a buffer. The first step loads it, each later one its halo rows; each step stores the owned rows that
 * neighbours hold, as many as there are halo rows on that side, and the last one the whole part. So after any other
 * step f has those rows right, and no others; with STENCIL_CHECK=block all, as they are stored to be compared.
 *   steps   that are left with this one: the same part, kernel and weights each time, and one fewer; 1: the last one.
 *           Between them no other function may use the accelerator
 * All else as of stencil_step_begin; STENCIL_SCHEDULE, STENCIL_BLOCKING and STENCIL_PORTION are not read. */
void stencil_resident_begin(const stencil_part* part, const char* kernel, const double* weights, long sweeps,
                            long steps);

/* Waits, in such a step, for the rows that the neighbour above holds; to be followed by stencil_step_wait. In between
 * the program may send these rows, and sets the halo rows below the part for the next step: where there are halo rows
 * on both sides the device loads them while it stores what the neighbour below holds. Nothing else of f or r may change
 * until stencil_step_wait, and the halo rows below may not change behind it. So a step takes the cycles of `run`:
 *   stencil_resident_begin(&part, "jacobi", weights, sweeps, steps);
 *   stencil_edge_wait();  -> send the first rows of the rank to the one above, receive halo rows from the one below
 *   stencil_step_wait();  -> send the last rows to the one below, receive halo rows from the one above
 * After the last step nothing is sent. An error without a step of stencil_resident_begin in flight. */
void stencil_edge_wait(void);

/* Waits for the step, or the steps; f then holds the result. Without a step in flight it is an error, as is a step that
 * is still in flight when the program ends, a part that stays in the device then, or joined steps that are left. */
void stencil_step_wait(void);

/* Fills *part for the local parts f and r of a blocked VSDA array whose elements are rows of doubles, shadow edges
 * included: what neighbours own is a halo row, also that of the other end of a periodic array; the leading and trailing
 * edges of globalshadows = 1 are rows of the rank. elemsize must be a multiple of 8.
 * Or of an array of VSDA_Create_2d whose elements are doubles (elemsize 8), for kernel "gauss-seidel". r may be NULL if
 * the kernel reads none. */
void stencil_part_of_vsda(const VSDA* vsda, double* f, const double* r, stencil_part* part);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
