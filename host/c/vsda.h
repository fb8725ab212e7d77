/* VSDA, very simple distributed arrays over the ranks of a communicator: blocked with shadow edges (halos) in one or
 * two dimensions, or block-cyclic.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: S. S. Andreev, S. A. Dbar, A. O. Lacis, E. A. Plotkina, "An engineering method of adapting an application to
 * a hybrid cluster with FPGA accelerators" (in Russian), appendix 1, the VSDA library. Names, types and argument orders
 * are the published ones; block-cyclic arrays, periodic edges, two dimensions, plans and VSDA_Destroy are ours. This
 * header decides points that the text leaves open.
 *
 * A descriptor describes a distribution: it owns no array memory and serves any number of arrays laid out alike.
 * Every length, offset and element number is a long, in elements, 0-based; only elemsize is in bytes.
 *
 * The local part (the published localportion) of a rank that owns n elements of a blocked array, as the caller
 * allocates it:
 *
 *     | before shadow | n owned elements | after shadow |
 *
 * Each shadow is shadowwidth elements long. The first rank has a before shadow and the last an after shadow only with
 * globalshadows = 1; these two are never exchanged.
 *
 * Operations are collective. All ranks of the communicator begin them in the same order; any number may be in flight
 * at once, each with a token of its own, and may be ended in any order. Messages have tag 22084 on the communicator
 * itself: a program whose own messages could match passes a duplicate.
 * Between begin and end the elements being sent are read-only, those being received must not be touched, the rest of
 * the array is free; the functions of accel.h refuse arrays that break this, and operations those that a step of step.h
 * in flight sweeps. An update takes O(shadowwidth) work, a copy O(elements moved + log ranks).
 * Elements that are not consecutive travel through buffers. VSDA keeps up to 256 MiB of buffers for the next copy, and
 * the plans of the last 16 different copies, up to 64 MiB. A plan is as long as the blocks of one period: the fewest
 * elements after which both distributions repeat. A copy with fewer than two periods names the blocks one by one; it is
 * refused if they are more than 16777216 on a rank.
 * Messages may exceed 2 GiB: above INT_MAX bytes VSDA uses a derived type.
 *
 * Threads: a thread that may call MPI may call these functions; any thread may call VSDA_Get_extent, VSDA_Get_runs,
 * VSDA_Destroy and VSDA_Plan_destroy. Below MPI_THREAD_MULTIPLE an update locks nothing. Threads that begin operations
 * on one communicator at the same time cannot keep the same order on all ranks: give each a duplicate of its own.
 *
 * What the library cannot see without further messages: ranks that begin operations in different orders, or with
 * arrays of different distributions. As long as the messages have the lengths that their receivers expect, elements are
 * then wrong and the program goes on; where a message is missing, it hangs. With STENCIL_PARANOID=1 in the environment
 * of all ranks, each operation costs a rank one more message to each neighbour (the ranks before and after it), with
 * tag 22087 (so does a call of MPI that is named below), and
 *   - the kind and number of an operation, the arguments of its arrays and of the copy must be the same on all ranks.
 *     Of arrays made with the same arguments, the order in which they were made counts, so that every rank of the
 *     communicator must make them. Which memory an operation is given is not compared;
 *   - MPI_Comm_free and MPI_Finalize wait until the neighbours call them too, MPI_Comm_free for a minute at most, and
 *     report operations that not all ranks have begun. So does a rank that waits for one which has called them;
 *   - a rank that waits for an update, while the rank before or after it has not begun that and waits for all ranks in
 *     MPI_Barrier, MPI_Reduce, MPI_Allreduce, MPI_Gather or MPI_Allgather on MPI_COMM_WORLD, ends the program: neither
 *     can go on. Known of programs in C and C++ that link libstencil_cosim before MPI;
 *   - a rank that has waited ten seconds for the end of an operation prints one warning, which names the neighbours
 *     that have not begun it, and waits on: they may still be computing.
 * STENCIL_PARANOID_SECONDS, 1 .. 86400, changes the minute, and below 10 the ten seconds. The same variable checks the
 * accelerator, too (accel.h).
 *
 * Errors are fatal: one line names rank, function, argument, value and allowed range; the program ends with status 2 (a
 * wrong argument) or 3 (MPI or memory failed). See host/mpi/fatal.hpp. Every pointer is checked for NULL. To report
 * MPI's own errors in this way, the functions that make descriptors replace MPI's default error handler of comm
 * and MPI_COMM_WORLD by one that behaves alike outside these functions. They keep any other handler; one that does not
 * return ends the program in its own way.
 */
#ifndef VSDA_H
#define VSDA_H

#include <mpi.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* Distributed by blocks of consecutive elements, one block per rank, with shadow edges. Not 0, so that a sdatype never
 * set is refused. */
#define VSDA_BLOCKED 1
/* A matrix dealt block by block over a process grid (ScaLAPACK). Made by VSDA_Create_block_cyclic. */
#define VSDA_BLOCK_CYCLIC 2

/* What an array of VSDA_Create_2d has beyond the first and the last element along one axis (DMDA: DM_BOUNDARY_NONE,
 * _GHOSTED, _PERIODIC). */
#define VSDA_EDGE_NONE 0     /* nothing */
#define VSDA_EDGE_SHADOW 1   /* shadows that no update fills, as globalshadows = 1 */
#define VSDA_EDGE_PERIODIC 2 /* shadows with the elements of the other end */

/* A handle, which may be copied. id is of no use to the caller. A variable never passed to VSDA_Create is refused. */
typedef struct vsda_descriptor {
  unsigned long id;
} VSDA;

/* Makes a descriptor. Call it on every rank of comm with the same values; it sends nothing and needs MPI running.
 *   comm             intracommunicator of the ranks that share the array; it must outlive the use of the descriptor:
 *                    whatever would send on it after MPI_Comm_free is refused, also where MPI uses the handle again.
 *   sdatype          VSDA_BLOCKED.
 *   globalshadows    0 or 1, see above.
 *   globsize         elements in all, without shadows, >= 0.
 *   elemsize         bytes per element, >= 1; an element is never cut.
 *   shadowwidth      elements per shadow, >= 0; with 0 an update does nothing.
 *   distribution_in  elements of each rank, without shadows: as many entries as ranks, each >= 0, sum = globsize.
 *                    NULL: rank r gets globsize / P + (globsize % P > r) elements.
 *   distribution_out NULL, or as many entries as ranks: receives the distribution, given or automatic.
 *                    May be the same array as distribution_in.
 *   vsda             receives the descriptor; its old value is not read.
 * With two ranks or more every rank must own at least shadowwidth elements, since a shadow is filled from one
 * neighbour. A single rank exchanges nothing and may own fewer. */
void VSDA_Create(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
                 long* distribution_in, long* distribution_out, VSDA* vsda);

/* The same, of an array whose last element has the first one after it: every rank has both shadows, and an update fills
 * all of them, those of the two ends with the elements of the other end. Every rank, also a single one, must own at
 * least shadowwidth elements. Arguments as above. */
void VSDA_Create_periodic(MPI_Comm comm, long globsize, long elemsize, long shadowwidth, long* distribution_in,
                          long* distribution_out, VSDA* vsda);

/* Makes a descriptor of an m x n array in boxes over a process grid of prow x pcol in row-major order: rank p*pcol + q
 * is process (p, q), and owns consecutive rows and columns. Sends nothing.
 * The local part is stored row by row, and its rows and columns begin and end with shadows, as a blocked array along
 * each axis: shadowrows rows above and below, shadowcols columns on the left and on the right. An update fills all
 * shadows between ranks, corners included (DMDA: DMDA_STENCIL_BOX), with at most one message to each of up to eight
 * neighbours; columns travel through buffers. VSDA_Get_corners has the place of a rank's box. The sweeps of accel.h and
 * step.h keep the border of what they sweep: that the halo is periodic makes no kernel so.
 *   m, n         >= 0, m*n <= 2^63 - 1. Element (i, j) has the number i*n + j.
 *   elemsize     bytes per element, >= 1.
 *   prow, pcol   prow*pcol = ranks of comm; 0: the library chooses that side, as MPI_Dims_create does.
 *   shadowrows, shadowcols  >= 0. Where shadows along an axis are exchanged, because it has two processes or more or
 *                periodic edges, each of its processes must own as many rows, or columns.
 *   rowedges     VSDA_EDGE_...: above the first row and below the last one; coledges: beside the first and last column.
 *   rowdistribution  NULL, or prow entries: rows of each process row, each >= 0, sum = m. coldistribution: pcol
 *                entries, sum = n. NULL: as VSDA_Create. Must be NULL where prow, or pcol, is 0.
 * VSDA_Get_extent and VSDA_Plan_matrix refuse such an array; VSDA_Get_runs has a run for each of its rows. A copy is
 * planned and moved row by row of a box. */
void VSDA_Create_2d(MPI_Comm comm, long m, long n, long elemsize, long prow, long pcol, long shadowrows,
                    long shadowcols, int rowedges, int coledges, long* rowdistribution, long* coldistribution,
                    VSDA* vsda);

/* The first row and column, and the number of rows and columns, that this rank owns of an array of VSDA_Create_2d, or
 * that its local part has (DMDAGetCorners, DMDAGetGhostCorners). Local.
 *   shadows     0: what the rank owns. 1: shadows included; with periodic edges the first row or column may be below 0,
 *               and the last one beyond the array. */
void VSDA_Get_corners(VSDA* vsda, int shadows, long* row, long* col, long* rows, long* cols);

/* Makes a descriptor of an m x n matrix in blocks of mb x nb, dealt over a process grid of prow x pcol: the first
 * prow*pcol ranks of comm in row-major order. Block (k, l) belongs to process ((rsrc + k) mod prow, (csrc + l) mod
 * pcol) of the grid. Ranks outside it own nothing, take part in the calls and may pass NULL for arrays. Sends nothing.
 *   m, n        >= 0, m*n <= 2^63 - 1. Elements are numbered column-major: (i, j) is number i + j*m.
 *   elemsize    bytes per element, >= 1.
 *   mb, nb      rows and columns per block, >= 1.
 *   rsrc, csrc  process row and process column of block (0, 0), 0 .. prow - 1 and 0 .. pcol - 1.
 *   prow, pcol  >= 1, prow*pcol <= ranks of comm.
 *   lld         leading dimension of this rank's local matrix, >= max(1, its rows): its element (i, j) is number
 *               i + j*lld of the local array. The only argument that may differ between ranks.
 * Such an array has no shadows; VSDA_Update_begin refuses it. */
void VSDA_Create_block_cyclic(MPI_Comm comm, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc,
                              long prow, long pcol, long lld, VSDA* vsda);

/* The same on the process grid of a context of block_cyclic.h, of any order or map, and on its communicator; arguments
 * as above. VSDA copies between arrays on any two process grids of one communicator; pdgemr2d of block_cyclic.h also
 * copies between communicators. */
void VSDA_Create_on_grid(long ictxt, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc, long lld,
                         VSDA* vsda);

/* Starts filling every shadow between two ranks with the neighbour's edge elements.
 *   rq           the token: any memory of the caller's; published programs pass 4 MPI_Request. Its address names the
 *                operation until VSDA_Update_end, which refuses another address. The memory is neither read nor
 *                written.
 *   localportion the local part, shadows included. May be NULL only on a rank whose local part has no elements.
 * A token still in flight is refused. */
void VSDA_Update_begin(VSDA* vsda, void* rq, void* localportion);

/* Waits for the operation begun with this token, an update or a copy; the token may then be used again.
 * Refuses a token never begun or already ended, and a message of unexpected length (VSDA_Create got different values on
 * different ranks). MPI_Finalize reports an operation never ended. */
void VSDA_Update_end(void* rq);

/* Global numbers of this rank's elements, [*start, *finish), without shadows. Local. Blocked arrays only. */
void VSDA_Get_extent(VSDA* vsda, long* start, long* finish);

/* Lists the elements this rank owns as runs of consecutive global numbers at consecutive local numbers, by rising
 * number. For arrays of all kinds; VSDA_Get_extent refuses others than blocked ones. A blocked array has one run, or
 * none; a block-cyclic one a run for each of this rank's blocks of rows in each of its columns, or one per column where
 * the rank owns all rows; one of VSDA_Create_2d a run for each of this rank's rows. Local, O(max) time.
 *   first, max  lists runs first .. first + max - 1, as far as they exist; 0 <= first <= *count, max >= 0.
 *   starts, finishes, locals  arrays of max entries: global numbers [starts[k], finishes[k]), local number locals[k].
 *               May be NULL when max = 0.
 *   count       receives the number of all runs. */
void VSDA_Get_runs(VSDA* vsda, long first, long max, long* starts, long* finishes, long* locals, long* count);

/* Starts copying elements [srcoffs, srcoffs + count) of one array to [targoffs, targoffs + count) of another.
 *   target, source     made on the same communicator (a congruent one does not suffice) with the same elemsize.
 *   targarr, srcarr    local parts, shadows included; shadows are neither read nor written. NULL as above.
 *   count              >= 0; both ranges lie in [0, globsize) of their array.
 *   rq                 token as above; published programs pass two MPI_Request per rank.
 * Source and target may be the same or overlapping memory, with the result that memmove would have: elements that the
 * copy overwrites are sent from a buffer. Elements that stay on a rank travel in no message. */
void VSDA_Copy(VSDA* target, long targoffs, void* targarr, VSDA* source, long srcoffs, void* srcarr, long count,
               void* rq);

/* The plan of a copy, made once and carried out many times, on any arrays laid out like its descriptors. */
typedef struct vsda_plan {
  unsigned long id;
} VSDA_PLAN;

/* Makes the plan of the VSDA_Copy with the same arguments. Call it on every rank; it sends nothing. */
void VSDA_Plan_copy(VSDA* target, long targoffs, VSDA* source, long srcoffs, long count, VSDA_PLAN* plan);

/* Makes the plan that copies the m x n elements of source whose first is in row si, column sj (0-based) to those of
 * target whose first is (ti, tj). Both are block-cyclic, with any block sizes, sources and process grids on one
 * communicator (ScaLAPACK's PDGEMR2D; pdgemr2d of block_cyclic.h also copies between communicators). */
void VSDA_Plan_matrix(VSDA* target, long ti, long tj, VSDA* source, long si, long sj, long m, long n, VSDA_PLAN* plan);

/* Starts the copy, as VSDA_Copy; wait with VSDA_Update_end. The descriptors of the plan may be destroyed already. */
void VSDA_Copy_begin(VSDA_PLAN* plan, void* targarr, void* srcarr, void* rq);

/* Frees the plan; copies in flight go on. Optional, like VSDA_Destroy. */
void VSDA_Plan_destroy(VSDA_PLAN* plan);

/* Frees the descriptor (one long per rank). Optional: descriptors last until the program ends. Local; operations in
 * flight go on. The descriptor and every copy of it are then refused. */
void VSDA_Destroy(VSDA* vsda);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
