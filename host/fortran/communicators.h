/* The functions of vsda.h and block_cyclic.h that take a communicator, for Fortran, where a communicator is an integer.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For the Fortran modules only. Each calls the C function of the same name with the same arguments; errors name that
 * one.
 */
#ifndef STENCIL_FORTRAN_COMMUNICATORS_H
#define STENCIL_FORTRAN_COMMUNICATORS_H

#include <mpi.h>
#include <stdint.h>

#include "vsda.h"

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

void stencil_fortran_VSDA_Create(MPI_Fint comm, int sdatype, int globalshadows, long globsize, long elemsize,
                                 long shadowwidth, long* distribution_in, long* distribution_out, VSDA* vsda);

void stencil_fortran_VSDA_Create_periodic(MPI_Fint comm, long globsize, long elemsize, long shadowwidth,
                                          long* distribution_in, long* distribution_out, VSDA* vsda);

void stencil_fortran_VSDA_Create_2d(MPI_Fint comm, long m, long n, long elemsize, long prow, long pcol, long shadowrows,
                                    long shadowcols, int rowedges, int coledges, long* rowdistribution,
                                    long* coldistribution, VSDA* vsda);

void stencil_fortran_VSDA_Create_block_cyclic(MPI_Fint comm, long m, long n, long elemsize, long mb, long nb, long rsrc,
                                              long csrc, long prow, long pcol, long lld, VSDA* vsda);

int64_t stencil_fortran_block_cyclic_context(MPI_Fint comm, int64_t nprow, int64_t npcol);

int64_t stencil_fortran_block_cyclic_gridinit(MPI_Fint comm, const char* order, int64_t nprow, int64_t npcol);

int64_t stencil_fortran_block_cyclic_gridmap(MPI_Fint comm, const int64_t* usermap, int64_t ldumap, int64_t nprow,
                                             int64_t npcol);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
