/* Block-cyclic matrices of doubles with ScaLAPACK's names and argument orders, in 64 bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: the manual (in Russian) of a program library over ScaLAPACK, section 6, "Algorithms and implementation of the
 * distribution of dense matrices over a grid of processes", 6.1 to 6.3; "the manual" below. An m x n matrix is cut into
 * blocks of mb x nb from element (1, 1) on; block (k, l), counted from 0, belongs to process ((rsrc + k) mod nprow,
 * (csrc + l) mod npcol) of a process grid. A process keeps its blocks side by side in a column-major local matrix of
 * leading dimension lld: the element in local row x and column y, counted from 1, lies at a[x - 1 + (y - 1)*lld].
 *
 * As in ScaLAPACK: indices of elements count from 1, processes from 0. Unlike it:
 *   - integers are int64_t, passed by value; no index or size is cut to 32 bits;
 *   - a context is made from an MPI communicator, by block_cyclic_context, block_cyclic_gridinit, block_cyclic_gridmap;
 *   - a wrong argument is never repaired but fatal: one line names rank, function, argument, value and allowed range,
 *     and the program ends with status 2, or 3 when MPI failed (host/mpi/fatal.hpp);
 *   - pdelget does not change alpha outside its scope, where ScaLAPACK writes 0.
 *
 * A descriptor is int64_t[DLEN_] and may be filled in by hand; every function checks all nine numbers.
 * Link names have no trailing underscore, so that a program may also link ScaLAPACK.
 */
#ifndef BLOCK_CYCLIC_H
#define BLOCK_CYCLIC_H

#include <mpi.h>
#include <stdint.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* Fields of a descriptor: ScaLAPACK's names, C indices. A header of ScaLAPACK may have defined the same numbers. */
#ifndef DTYPE_
enum {
  DTYPE_ = 0, /* BLOCK_CYCLIC_2D                                   */
  CTXT_ = 1,  /* context                                           */
  M_ = 2,     /* rows and columns of the matrix, >= 0;             */
  N_ = 3,     /*   m*n <= 2^63 - 1                                 */
  MB_ = 4,    /* rows and columns of a block, >= 1                 */
  NB_ = 5,    /*                                                   */
  RSRC_ = 6,  /* process row and process column of block (0, 0)    */
  CSRC_ = 7,  /*                                                   */
  LLD_ = 8,   /* leading dimension on this rank, >= max(1, LOCr)   */
  DLEN_ = 9   /* number of fields                                  */
};
#endif
#ifndef BLOCK_CYCLIC_2D
enum { BLOCK_CYCLIC_2D = 1 };
#endif

/* Index functions of one dimension: n elements in blocks of nb, dealt to nprocs processes from isrcproc on. Pure and
 * usable without MPI. All need nb >= 1, nprocs >= 1, 0 <= iproc, isrcproc < nprocs. */

/* Number of elements that process iproc holds, n >= 0. LOCr(m) = numroc(m, mb, myrow, rsrc, nprow), LOCc likewise. */
int64_t numroc(int64_t n, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* The process that holds element indxglob >= 1. iproc is a dummy argument, not read. */
int64_t indxg2p(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* The number of element indxglob >= 1 among those of its process. iproc and isrcproc are dummies, not read. */
int64_t indxg2l(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* The element that is number indxloc >= 1 of process iproc. Refuses a result above 2^63 - 1. */
int64_t indxl2g(int64_t indxloc, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* The numbers with which the manual gives the place of element indxglob >= 1: indxglob = k*nb + x, and block k is block
 * m of its process, so that indxg2l = m*nb + x. iproc and isrcproc are dummies, not read; for k and x nprocs too.
 *   indxg2k  k, the block among all, from 0.
 *   indxg2m  m, the block among those of its process, from 0.
 *   indxg2x  x, the place in the block, 1 .. nb. */
int64_t indxg2k(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);
int64_t indxg2m(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);
int64_t indxg2x(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* Upper bounds of the elements that any process holds, by both formulas of the manual, n >= 0. The two are equal, and
 * less than a block above the elements of the fullest process. Refuses a bound above 2^63 - 1.
 *   numroc_bound       ((n + nb - 1)/nb + nprocs - 1)/nprocs * nb, quotients rounded down.
 *   numroc_bound_ceil  ceil(ceil(n/nb)/nprocs) * nb. The manual prints it with brackets that elsewhere in it round
 *                      down, which would give no bound. */
int64_t numroc_bound(int64_t n, int64_t nb, int64_t nprocs);
int64_t numroc_bound_ceil(int64_t n, int64_t nb, int64_t nprocs);

/* Makes a context: a process grid of nprow x npcol, the first nprow*npcol ranks of comm in row-major order. Call it on
 * every rank of comm with the same values; it sends nothing. Ranks outside the process grid hold no elements, take part
 * in collective calls and may pass NULL for local matrices. nprow, npcol >= 1, nprow*npcol <= ranks of comm. The handle
 * is valid on this rank only. comm, an intracommunicator, must outlive it: whatever would send on it after
 * MPI_Comm_free is refused. Messages on it have tag 22085. */
int64_t block_cyclic_context(MPI_Comm comm, int64_t nprow, int64_t npcol);

/* The same in a chosen order, as BLACS_GRIDINIT. Only the first letter of order counts, in either case.
 *   order  "R": process (p, q) is rank p*npcol + q of comm; "C": rank p + q*nprow. */
int64_t block_cyclic_gridinit(MPI_Comm comm, const char* order, int64_t nprow, int64_t npcol);

/* The same with any ranks in any order, as BLACS_GRIDMAP: process (p, q) is rank usermap[p + q*ldumap] of comm.
 *   usermap  ranks 0 .. ranks of comm - 1, each at most once; the same on every rank; not needed after the call.
 *   ldumap   >= nprow; the numbers between the columns are not read. */
int64_t block_cyclic_gridmap(MPI_Comm comm, const int64_t* usermap, int64_t ldumap, int64_t nprow, int64_t npcol);

/* Frees the context, which is refused from then on, also in descriptors. Optional: contexts last until the program
 * ends. */
void block_cyclic_context_free(int64_t ictxt);

/* Gives the shape of the process grid and this rank's place in it; -1, -1 on ranks outside it. */
void block_cyclic_gridinfo(int64_t ictxt, int64_t* nprow, int64_t* npcol, int64_t* myrow, int64_t* mycol);

/* Fills in a descriptor, all nine numbers or none. info may be NULL; it is 0 afterwards, since errors are fatal.
 *   lld   >= max(1, numroc(m, mb, myrow, irsrc, nprow)), >= 1 outside the process grid; may differ from rank to rank.
 *         8*lld*LOCc bytes must be below 2^63. */
void descinit(int64_t* desc, int64_t m, int64_t n, int64_t mb, int64_t nb, int64_t irsrc, int64_t icsrc, int64_t ictxt,
              int64_t lld, int64_t* info);

/* A(ia, ja) = alpha, 1 <= ia <= m, 1 <= ja <= n. Only the owner stores it. Sends nothing; others need not call it. */
void pdelset(double* a, int64_t ia, int64_t ja, const int64_t* desca, double alpha);

/* *alpha = A(ia, ja) on the processes of the scope, all of which call it:
 *   scope " " the owner alone, "R" its process row, "C" its process column, "A" the whole process grid. Only the first
 *         letter counts, in either case. On other ranks *alpha does not change, and alpha may be NULL.
 *   top   a topology, without effect here; may be NULL. */
void pdelget(const char* scope, const char* top, double* alpha, const double* a, int64_t ia, int64_t ja,
             const int64_t* desca);

/* B(ib : ib+m-1, jb : jb+n-1) = A(ia : ia+m-1, ja : ja+n-1), between any two process grids: of any shape, order or map,
 * on one communicator or on two, with ranks in common or not. All ranks of ictxt's communicator call it, with the same
 * m, n, ia, ja, ib, jb. It returns on a rank when that rank's elements of B have arrived and it may change its A.
 *   m, n          >= 0; 1 <= ia <= M_ of desca - m + 1, 1 <= ja <= N_ of desca - n + 1; ib, jb likewise in descb.
 *   desca, descb  the matrix's descriptor on the processes of its grid; on other ranks the same or, as in ScaLAPACK,
 *                 one whose CTXT_ is -1, of which no other field is read. All fields but CTXT_ and LLD_ are the same
 *                 on all ranks.
 *   a, b          may be NULL on ranks that hold no element; may be the same or overlapping memory: elements that the
 *                 call overwrites are sent from a copy.
 *   ictxt         a context whose communicator contains all processes of both grids; its own process grid is not used.
 * Sends at most one message from a rank to another, with the tag of vsda.h; copies of vsda.h may be in flight
 * meanwhile. Keeps its plan for the next call with the same arguments, which then needs three small reductions; a first
 * call needs about ten more. Errors end all ranks with one line before any element moves: arguments that differ between
 * ranks, processes outside ictxt's communicator. */
void pdgemr2d(int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja, const int64_t* desca, double* b,
              int64_t ib, int64_t jb, const int64_t* descb, int64_t ictxt);

/* Matrices in files. All ranks of the context's communicator call these functions, also those outside the process grid,
 * with the same arguments except a, lld and work; a rank that calls another function or passes other arguments is
 * refused. The file is the one that one process sees: (irread, icread), (irwrit, icwrit), and (0, 0) for .npy. On a
 * file system that all ranks share, every rank reads and writes a part of it, writing through MPI-IO, about 40 MiB at a
 * time. Ranks that do not see the file or its folder get or send their part through ranks that do, in equally little
 * memory. Messages have the tag of vsda.h, whose copies may be in flight meanwhile. An error ends all ranks with one
 * line of the rank that met it: file, line, the text found, the allowed text. Status 2: a wrong argument, a file that
 * cannot be opened or made, a bad file; 3: the system failed (disk full).
 *
 * All ranks read the same file, even if another replaces it meanwhile: the same device, inode, size and time of
 * modification on the ranks of a machine, the same contents across machines. A rank that sees another file (an old
 * copy), and a file that changes in place during the read, are refused.
 *
 * A write goes to the file TARGET.part.SPACE.PID.START.RANDOM[.locked] beside the target, a name that no other process,
 * container or host uses, which becomes TARGET when it is whole. So an error leaves the old target untouched, and a
 * killed program leaves the .part file. The next writer of the target removes that file where its writer is surely
 * dead: on file systems of one machine (ext4, XFS, Btrfs, F2FS, tmpfs) if it ran there, on others if it ran on this
 * machine since the same boot, in the same PID namespace. Symbolic links are followed, also dangling ones; a rewritten
 * file keeps its permissions, and its other names (hard links) keep the old contents. */

/* Writes A(ia : ia+m-1, ja : ja+n-1) as text: a line "m n", then the numbers column by column, one per line, in
 * Fortran's FORMAT(D30.18): the bytes of ScaLAPACK's PDLAWRITE. 18 digits restore every double bit for bit, except
 * NaNs, which lose their sign and payload.
 *   m, n            >= 0; 1 <= ia <= M_ - m + 1, 1 <= ja <= N_ - n + 1.
 *   irwrit, icwrit  the process that makes the file, 0 <= irwrit < nprow, 0 <= icwrit < npcol.
 *   work            not used, may be NULL. */
void pdlawrite(const char* filnam, int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja, const int64_t* desca,
               int64_t irwrit, int64_t icwrit, double* work);

/* Reads such a file into A: a matrix of at most M_ x N_, as PDLAREAD. A smaller one goes into the part of A that begins
 * at (1, 1); the rest of A does not change. The two numbers of the header may have a comma between them, or be in two
 * lines. Numbers may have any form that a Fortran list-directed READ takes: 5, 5., .5, 0.5D+01, 5e0, 0.5+1,
 * 0.494065645841246544-323, NaN, Infinity; one per line of at most 1024 bytes. Lines may end with CR LF; empty ones are
 * skipped. Refuses, unlike PDLAREAD, text that it would lose or misread: several values in a line or text after one, in
 * the header too; repeat counts (2*5), null values (,,), slashes, semicolons; a number beyond binary64; lines after the
 * last number; a last line without a line end, which may be the start of another number.
 * An error in file name, header or shape leaves A untouched; others may leave it partly overwritten.
 *   irread, icread  the process that sees the file, 0 <= irread < nprow, 0 <= icread < npcol.
 *   work            not used, may be NULL. */
void pdlaread(const char* filnam, double* a, const int64_t* desca, int64_t irread, int64_t icread, double* work);

/* The same with NumPy's .npy files of little-endian binary64, which keep every bit. Writes version 1, Fortran order,
 * shape (m, n). Reads versions 1 and 2, either order, of shape (M_, N_) only. */
void pd_npy_write(const char* filnam, int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja,
                  const int64_t* desca);
void pd_npy_read(const char* filnam, double* a, const int64_t* desca);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
