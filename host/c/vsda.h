/* Very simple distributed arrays over the ranks of a communicator: blocked with shadow edges, or block-cyclic.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: S. S. Andreev, S. A. Dbar, A. O. Lacis, E. A. Plotkina, "An engineering method of adapting an application to
 * a hybrid cluster with FPGA accelerators" (in Russian), appendix 1, the VSDA library. Names, types and argument orders
 * are the published ones; block-cyclic arrays, plans and VSDA_Destroy are ours. What the text leaves open is decided
 * here.
 *
 * A descriptor is a template of distribution: it owns no array memory and serves any number of arrays laid out alike.
 * Every length, offset and element number is a long, in elements, 0-based; only elemsize is in bytes.
 *
 * Local portion of a rank that owns n elements of a blocked array, as the caller allocates it:
 *
 *     | before shadow | n owned elements | after shadow |
 *
 * Each shadow is shadowwidth elements long; the before shadow of the first rank and the after shadow of the last exist
 * only with globalshadows = 1, and are then never exchanged.
 *
 * Operations are collective. All ranks of the communicator begin them in the same order; any number may be in flight
 * at once, each with a token of its own, and they may be ended in any order. No MPI_Comm_dup is made: programs
 * whose own messages could be taken for ours pass a duplicated communicator. Our tag is 22084.
 * Between begin and end the elements being sent are read-only, those being received must not be touched, the rest of
 * the array is free. An update costs O(shadow) work, a copy O(elements moved + log ranks).
 * Elements that are not side by side travel through buffers; up to 256 MiB of them are kept for the next copy, and so
 * is what the last 16 different copies worked out, up to 64 MiB.
 * Messages may exceed 2 GiB: beyond INT_MAX bytes a derived type is used.
 *
 * Threads: what MPI's thread level allows of MPI's own functions it allows of these; VSDA_Get_extent, VSDA_Get_runs,
 * VSDA_Destroy and VSDA_Plan_destroy may be called by any thread. Below MPI_THREAD_MULTIPLE nothing is locked for an
 * update. Threads that begin operations on one communicator at once cannot keep the same order on all ranks: give each
 * a duplicate of its own.
 *
 * Errors are fatal: one line names rank, function, argument, value and allowed range; the program ends with status 2
 * (a wrong argument) or 3 (MPI or memory failed). See host/mpi/fatal.hpp. Every pointer is checked for NULL. That holds
 * for MPI's own errors too: where comm or MPI_COMM_WORLD has MPI's default error handler, VSDA_Create and
 * VSDA_Create_block_cyclic replace it by one that behaves like it outside these functions. Another handler stays; one
 * that does not return ends the program as it likes.
 */
#ifndef VSDA_H
#define VSDA_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Distributed by blocks of consecutive elements, one block a rank, with shadow edges. Not 0: a forgotten one shows. */
#define VSDA_BLOCKED 1
/* A matrix dealt block by block over a grid of processes (ScaLAPACK). Made by VSDA_Create_block_cyclic. */
#define VSDA_BLOCK_CYCLIC 2

/* A handle: may be copied; holds nothing of use to the caller. A variable never passed to VSDA_Create is recognised. */
typedef struct vsda_descriptor {
  unsigned long id;
} VSDA;

/* Makes a descriptor. Call it on every rank of comm with the same values; it sends nothing and needs MPI running.
 *   comm             intracommunicator of the ranks that share the array; it must outlive the use of the descriptor.
 *   sdatype          VSDA_BLOCKED.
 *   globalshadows    0 or 1, see above.
 *   globsize         elements in all, shadows not counted, >= 0.
 *   elemsize         bytes an element, >= 1; an element is never cut.
 *   shadowwidth      elements a shadow, >= 0; with 0 an update does nothing.
 *   distribution_in  elements of each rank, shadows not counted: as many entries as ranks, each >= 0, sum = globsize.
 *                    NULL: rank r gets globsize / P + (globsize % P > r) elements.
 *   distribution_out NULL, or as many entries as ranks: receives the distribution, given or automatic.
 *                    May be the same array as distribution_in.
 *   vsda             receives the descriptor; what it held before is not read.
 * With more than one rank every portion, empty ones too, must be at least shadowwidth long, since a neighbour's shadow
 * is filled from one portion. A single rank exchanges nothing and is free of that rule. */
void VSDA_Create(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
                 long* distribution_in, long* distribution_out, VSDA* vsda);

/* Makes a descriptor of an m x n matrix in blocks of mb x nb, dealt over a grid of prow x pcol processes: the first
 * prow*pcol ranks of comm in row-major order. Block (k, l) belongs to grid process ((rsrc + k) mod prow,
 * (csrc + l) mod pcol); all others own nothing, take part in the calls and may pass NULL for arrays. Sends nothing.
 *   m, n        >= 0, m*n <= 2^63 - 1. Elements are numbered column-major: (i, j) is number i + j*m.
 *   elemsize    bytes an element, >= 1.
 *   mb, nb      >= 1.       rsrc, csrc  0 .. prow - 1, 0 .. pcol - 1: who has the first block.
 *   prow, pcol  >= 1, prow*pcol <= ranks of comm.
 *   lld         leading dimension of this rank's local matrix, >= max(1, its rows): its element (i, j) is number
 *               i + j*lld of the local array. The only argument that may differ between ranks.
 * Such an array has no shadows: VSDA_Update_begin refuses it. */
void VSDA_Create_block_cyclic(MPI_Comm comm, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc,
                              long prow, long pcol, long lld, VSDA* vsda);

/* The same on the grid of a context of block_cyclic.h, of any order or map, and on its communicator; arguments as
 * above. Arrays on any two grids of one communicator may be copied to one another; pdgemr2d of block_cyclic.h also
 * serves grids on different communicators. */
void VSDA_Create_on_grid(long ictxt, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc, long lld,
                         VSDA* vsda);

/* Starts filling every shadow between two ranks with the neighbour's edge elements.
 *   rq           the token: any memory of the caller's, of at least 4 MPI_Request as published. Its address names the
 *                operation until VSDA_Update_end; the memory is neither read nor written, and
 *                it must not move: VSDA_Update_end with another address is refused.
 *   localportion the portion, shadows included. May be NULL only on a rank whose portion and shadows are empty.
 * A token still in flight is refused. */
void VSDA_Update_begin(VSDA* vsda, void* rq, void* localportion);

/* Waits for the operation begun with this token, an update or a copy; the token may then be used again.
 * A token never begun or already ended is refused, and so is a message whose length is not the expected one
 * (VSDA_Create got different values on different ranks). An operation never ended is reported by MPI_Finalize. */
void VSDA_Update_end(void* rq);

/* Global numbers of this rank's elements, [*start, *finish), shadows not counted. Local. */
void VSDA_Get_extent(VSDA* vsda, long* start, long* finish);

/* The elements this rank owns as runs of consecutive global numbers at consecutive local numbers, by rising number.
 * Works for both kinds, and replaces VSDA_Get_extent for block-cyclic arrays, which refuse that. A blocked array has
 * one run, or none; a block-cyclic one a run for each of this rank's blocks of rows in each of its columns, or for each
 * column where it owns all rows. Local, O(max) time.
 *   first, max  runs first .. first + max - 1 are told, as far as there are any; 0 <= first <= *count.
 *   starts, finishes, locals  arrays of max entries: global numbers [starts[k], finishes[k]), local number locals[k].
 *               May be NULL when max = 0.
 *   count       receives how many runs there are in all. */
void VSDA_Get_runs(VSDA* vsda, long first, long max, long* starts, long* finishes, long* locals, long* count);

/* Starts copying elements [srcoffs, srcoffs + count) of one array to [targoffs, targoffs + count) of another.
 *   target, source     made on the same communicator (not merely a congruent one) with the same elemsize.
 *   targarr, srcarr    local portions, shadows included; shadows are neither read nor written. NULL as above.
 *   count              >= 0; both ranges lie in [0, globsize) of their array.
 *   rq                 token, at least twice as many MPI_Request as there are ranks as published.
 * Source and target may be the same memory, overlapping too: what is overwritten is sent from a copy, and the
 * result is what memmove would leave. The part a rank sends to itself is no message. */
void VSDA_Copy(VSDA* target, long targoffs, void* targarr, VSDA* source, long srcoffs, void* srcarr, long count,
               void* rq);

/* A copy worked out once, to be carried out many times, on any arrays laid out like its descriptors. */
typedef struct vsda_plan {
  unsigned long id;
} VSDA_PLAN;

/* Makes the plan of the VSDA_Copy with the same arguments. Local, sends nothing, on every rank as VSDA_Create. */
void VSDA_Plan_copy(VSDA* target, long targoffs, VSDA* source, long srcoffs, long count, VSDA_PLAN* plan);

/* Makes the plan that copies the m x n elements of source from row si, column sj on (0-based) to those of target from
 * (ti, tj) on; both block-cyclic, of any block sizes, sources and grids on one communicator (the job of PDGEMR2D, which
 * pdgemr2d of block_cyclic.h does between communicators as well). */
void VSDA_Plan_matrix(VSDA* target, long ti, long tj, VSDA* source, long si, long sj, long m, long n, VSDA_PLAN* plan);

/* Starts the copy, as VSDA_Copy; wait with VSDA_Update_end. The descriptors the plan was made from need not exist. */
void VSDA_Copy_begin(VSDA_PLAN* plan, void* targarr, void* srcarr, void* rq);

/* Frees the plan; copies in flight are not affected. Optional, like VSDA_Destroy. */
void VSDA_Plan_destroy(VSDA_PLAN* plan);

/* Frees what the descriptor holds (one long a rank). Optional: descriptors last until the program ends.
 * Local; operations in flight are not affected. The descriptor and every copy of it are then refused. */
void VSDA_Destroy(VSDA* vsda);

#ifdef __cplusplus
}
#endif

#endif
