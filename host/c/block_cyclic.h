/* Block-cyclic matrices of doubles with ScaLAPACK's names and argument orders, in 64 bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: a manual, in Russian, of a library over ScaLAPACK, 6.1 to 6.3. A matrix of m x n is cut into blocks of
 * mb x nb from its upper left corner; block (k, l), counted from 0, belongs to process ((rsrc + k) mod nprow,
 * (csrc + l) mod npcol) of a grid. A process keeps its blocks side by side in a column-major local matrix of leading
 * dimension lld: the element in local row x and column y, counted from 1, lies at a[x - 1 + (y - 1)*lld].
 *
 * As in ScaLAPACK: indices of elements count from 1, processes from 0. Unlike it:
 *   - every argument is an int64_t by value, the result too; no index or size is cut to 32 bits;
 *   - a context is made from an MPI communicator: block_cyclic_context, block_cyclic_gridinit, block_cyclic_gridmap;
 *   - nothing is repaired: a wrong argument is fatal. One line names rank, function, argument, value and allowed range;
 *     the program ends with status 2, or 3 when MPI failed (host/mpi/fatal.hpp);
 *   - pdelget leaves alpha alone outside its scope; ScaLAPACK writes 0 there.
 *
 * A descriptor is int64_t[DLEN_] and may be filled in by hand; every function checks all nine numbers.
 * The link name of a function has no trailing underscore: a program may use ScaLAPACK beside it.
 */
#ifndef BLOCK_CYCLIC_H
#define BLOCK_CYCLIC_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Fields of a descriptor, ScaLAPACK's names; C indices. A header of ScaLAPACK may have defined the same numbers. */
#ifndef DTYPE_
enum {
  DTYPE_ = 0, /* BLOCK_CYCLIC_2D                                   */
  CTXT_ = 1,  /* context                                           */
  M_ = 2,     /* rows and columns of the matrix, >= 0;             */
  N_ = 3,     /*   m*n <= 2^63 - 1                                 */
  MB_ = 4,    /* rows and columns of a block, >= 1                 */
  NB_ = 5,    /*                                                   */
  RSRC_ = 6,  /* process row and column of the first block         */
  CSRC_ = 7,  /*                                                   */
  LLD_ = 8,   /* leading dimension on this rank, >= max(1, LOCr)   */
  DLEN_ = 9   /* numbers of a descriptor                           */
};
#endif
#ifndef BLOCK_CYCLIC_2D
enum { BLOCK_CYCLIC_2D = 1 };
#endif

/* Index functions of one dimension: n elements in blocks of nb, dealt to nprocs processes from isrcproc on. Pure,
 * usable without MPI. Everywhere nb >= 1, nprocs >= 1, 0 <= iproc, isrcproc < nprocs. */

/* How many elements process iproc holds: LOCr(m) = numroc(m, mb, myrow, rsrc, nprow), LOCc(n) likewise. n >= 0. */
int64_t numroc(int64_t n, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* The process that holds element indxglob >= 1. iproc is a dummy: not looked at. */
int64_t indxg2p(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* The number of element indxglob >= 1 among those of its process. iproc and isrcproc are dummies: not looked at. */
int64_t indxg2l(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* The element that is number indxloc >= 1 of process iproc. Refused where the result is above 2^63 - 1. */
int64_t indxl2g(int64_t indxloc, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* The numbers with which that manual says where element indxglob >= 1 lies: indxglob = k*nb + x, and block k is block m
 * of its process. So indxg2l = m*nb + x. iproc and isrcproc are dummies, not looked at, and for k and x nprocs too.
 *   indxg2k  its block among all, from 0.
 *   indxg2m  its block among those of its process, from 0.
 *   indxg2x  its place in the block, 1 .. nb. */
int64_t indxg2k(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);
int64_t indxg2m(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);
int64_t indxg2x(int64_t indxglob, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs);

/* Upper bounds of what any process holds, by both formulas of that manual, n >= 0. They are equal, and less than a
 * block above what the fullest process holds. Refused where the bound, in whole blocks, is above 2^63 - 1.
 *   numroc_bound       ((n + nb - 1)/nb + nprocs - 1)/nprocs * nb, quotients rounded down.
 *   numroc_bound_ceil  ceil(ceil(n/nb)/nprocs) * nb; the manual prints it with brackets that mean "round down"
 *                      elsewhere in it, which would be no bound. */
int64_t numroc_bound(int64_t n, int64_t nb, int64_t nprocs);
int64_t numroc_bound_ceil(int64_t n, int64_t nb, int64_t nprocs);

/* A grid of nprow x npcol processes: the first nprow*npcol ranks of comm in row-major order. Call it on every rank of
 * comm with the same values; it sends nothing. Ranks beyond the grid hold no elements, take part in collective calls
 * and may pass NULL for local matrices. nprow, npcol >= 1, nprow*npcol <= ranks of comm. The handle is this rank's
 * alone. comm, an intracommunicator, must outlive it; our tag on it is 22085. */
int64_t block_cyclic_context(MPI_Comm comm, int64_t nprow, int64_t npcol);

/* The same in an order of one's choice, as BLACS_GRIDINIT: the first letter counts, in either case.
 *   order  "R": process (p, q) is rank p*npcol + q of comm; "C": rank p + q*nprow. */
int64_t block_cyclic_gridinit(MPI_Comm comm, const char* order, int64_t nprow, int64_t npcol);

/* Any ranks in any order, as BLACS_GRIDMAP: process (p, q) is rank usermap[p + q*ldumap] of comm.
 *   usermap  0 .. ranks of comm - 1, each rank at most once; the same on every rank; not needed after the call.
 *   ldumap   nprow or more; what lies between the columns is not read. */
int64_t block_cyclic_gridmap(MPI_Comm comm, const int64_t* usermap, int64_t ldumap, int64_t nprow, int64_t npcol);

/* The context is refused from then on, also in descriptors. Optional: contexts last until the program ends. */
void block_cyclic_context_free(int64_t ictxt);

/* Shape of the grid and this rank's place in it; -1, -1 where this rank is none of its processes. */
void block_cyclic_gridinfo(int64_t ictxt, int64_t* nprow, int64_t* npcol, int64_t* myrow, int64_t* mycol);

/* Fills in a descriptor, all nine numbers or none. info may be NULL; it is 0 afterwards, since errors are fatal.
 *   lld   max(1, numroc(m, mb, myrow, irsrc, nprow)) or more, may differ from rank to rank; 1 or more beyond the grid.
 *         8*lld*LOCc bytes must be below 2^63. */
void descinit(int64_t* desc, int64_t m, int64_t n, int64_t mb, int64_t nb, int64_t irsrc, int64_t icsrc, int64_t ictxt,
              int64_t lld, int64_t* info);

/* A(ia, ja) = alpha, 1 <= ia <= m, 1 <= ja <= n. Only the owner stores. Sends nothing; need not be called elsewhere. */
void pdelset(double* a, int64_t ia, int64_t ja, const int64_t* desca, double alpha);

/* *alpha = A(ia, ja) on the processes of the scope, all of which call it:
 *   scope " " the owner alone, "R" its row of the grid, "C" its column, "A" all of the grid; the first letter counts,
 *         in either case. Elsewhere, beyond the grid too, *alpha is left as it was and alpha may be NULL.
 *   top   a topology, without effect here; may be NULL. */
void pdelget(const char* scope, const char* top, double* alpha, const double* a, int64_t ia, int64_t ja,
             const int64_t* desca);

/* B(ib : ib+m-1, jb : jb+n-1) = A(ia : ia+m-1, ja : ja+n-1), between any two grids: of any shape, order or map, on one
 * communicator or on two, with ranks in common or not. All ranks of ictxt's communicator call it, with the same m, n,
 * ia, ja, ib, jb; it ends on a rank when that rank's elements have arrived and its own may be changed.
 *   m, n          >= 0; 1 <= ia <= M_ of desca - m + 1, 1 <= ja <= N_ of desca - n + 1; ib, jb likewise in descb.
 *   desca, descb  on the processes of the matrix's grid its descriptor; elsewhere the same or, as in ScaLAPACK, one
 *                 whose CTXT_ is -1, of which nothing else is read. All but CTXT_ and LLD_ are the same on all ranks.
 *   a, b          may be NULL where nothing is held. May be the same memory, overlapping too: what is overwritten is
 *                 sent from a copy.
 *   ictxt         a context around both: all processes of both grids are ranks of its communicator. Its grid does not
 *                 matter.
 * One message at most from a rank to another, with the tag of vsda.h, whose copies may be in flight meanwhile; what
 * stays on a rank is none. What was worked out is kept for the next call with the same arguments, which then agrees
 * with three small reductions; a first call needs some ten more. Errors end all ranks with one line before anything is
 * moved: ranks that mean different things, processes that are not in ictxt's communicator. */
void pdgemr2d(int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja, const int64_t* desca, double* b,
              int64_t ib, int64_t jb, const int64_t* descb, int64_t ictxt);

/* Matrices in files. All ranks of the context's communicator call these, those beyond the grid too, with the same
 * arguments but for a, lld and work; other functions or arguments on some ranks are refused. The file is the one that
 * one process sees: (irread, icread), (irwrit, icwrit), and (0, 0) for .npy. On a file system that all ranks share
 * every rank reads and writes a share of its own, writing through MPI-IO, some 40 MiB at a time. Ranks to which no file
 * or folder of that name is to be seen get or send their share through those that see it, in as little memory. The tag
 * is that of vsda.h, whose copies may be in flight meanwhile. Errors end all ranks with one line, of the rank that met
 * it: file, line, the text found, what is allowed. Status 2: a wrong argument, a file that cannot be opened or made, a
 * bad file; 3: the system failed (disk full).
 *
 * What is read is one file, whoever replaces it meanwhile: one device, inode, size and time of modification on all
 * ranks of a machine, one content on those of others. Another file on a rank, as an old copy, and a file that is
 * changed in place while it is read are refused.
 *
 * What is written stands in TARGET.part.SPACE.PID.START.RANDOM[.locked] beside the target until it is whole, a name
 * that no other process, container or host has; after an error what stood there before is untouched, and after a kill
 * that file is what remains. The next writer of the target removes it where it is sure that its writer is dead: on file
 * systems of one machine (ext4, XFS, Btrfs, F2FS, tmpfs) if it ran on it, on others if it ran on the same machine since
 * the same boot, in the same PID namespace. A symbolic link is followed, one that dangles too; a rewritten file keeps
 * its permissions, and its other names (hard links) keep the old contents. */

/* Writes A(ia : ia+m-1, ja : ja+n-1) as text: a line "m n", then number after number, column by column, one a line, in
 * Fortran's FORMAT(D30.18): the bytes of ScaLAPACK's PDLAWRITE. 18 digits bring every double back bit for bit, but
 * NaNs, which lose their sign and payload.
 *   m, n            >= 0; 1 <= ia <= M_ - m + 1, 1 <= ja <= N_ - n + 1.
 *   irwrit, icwrit  the process that makes the file, 0 <= irwrit < nprow, 0 <= icwrit < npcol.
 *   work            not used, may be NULL. */
void pdlawrite(const char* filnam, int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja, const int64_t* desca,
               int64_t irwrit, int64_t icwrit, double* work);

/* Reads such a file into A: a matrix of at most M_ x N_, as PDLAREAD; a smaller one goes into the upper left part, and
 * the rest of A stays as it was. The two numbers of the header may have a comma between them, or stand in two lines.
 * Numbers may have any form that a Fortran list-directed READ takes: 5, 5., .5, 0.5D+01, 5e0, 0.5+1,
 * 0.494065645841246544-323, NaN, Infinity; one a line of at most 1024 bytes; lines may end with CR LF, empty ones are
 * skipped. Unlike PDLAREAD it refuses what would be lost, left over or wrong: several values in a line or text behind
 * one, in the header too; repeat counts (2*5), null values (,,), slashes, semicolons; a number beyond binary64; lines
 * after the last number; a last line without a line end, which may be the beginning of another number.
 * After an error A is untouched where file name, header or shape are wrong, and may be partly overwritten otherwise.
 *   irread, icread  the process that sees the file, 0 <= irread < nprow, 0 <= icread < npcol.
 *   work            not used, may be NULL. */
void pdlaread(const char* filnam, double* a, const int64_t* desca, int64_t irread, int64_t icread, double* work);

/* The same with NumPy's .npy files of little-endian binary64; every bit is kept. Written: version 1, Fortran order,
 * shape (m, n). Read: versions 1 and 2, either order, shape (M_, N_) exactly. */
void pd_npy_write(const char* filnam, int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja,
                  const int64_t* desca);
void pd_npy_read(const char* filnam, double* a, const int64_t* desca);

#ifdef __cplusplus
}
#endif

#endif
