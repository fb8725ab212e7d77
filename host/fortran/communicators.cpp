// SPDX-License-Identifier: Apache-2.0
#include "host/fortran/communicators.h"

#include "block_cyclic.h"
#include "host/mpi/fatal.hpp"

namespace {

// The communicator of a Fortran handle; MPI_COMM_NULL for a number that is no handle, and while MPI does not run. The
// function called with it then reports the error.
MPI_Comm communicator(MPI_Fint handle) {
  if (!stencil::mpi_is_running()) return MPI_COMM_NULL;
  const MPI_Comm comm = MPI_Comm_f2c(handle);
#ifdef OPEN_MPI
  // Open MPI's answer to a number that is no handle.
  if (comm == nullptr) return MPI_COMM_NULL;
#endif
  return comm;
}

}  // namespace

extern "C" {

void stencil_fortran_VSDA_Create(MPI_Fint comm, int sdatype, int globalshadows, long globsize, long elemsize,
                                 long shadowwidth, long* distribution_in, long* distribution_out, VSDA* vsda) {
  VSDA_Create(communicator(comm), sdatype, globalshadows, globsize, elemsize, shadowwidth, distribution_in,
              distribution_out, vsda);
}

void stencil_fortran_VSDA_Create_periodic(MPI_Fint comm, long globsize, long elemsize, long shadowwidth,
                                          long* distribution_in, long* distribution_out, VSDA* vsda) {
  VSDA_Create_periodic(communicator(comm), globsize, elemsize, shadowwidth, distribution_in, distribution_out, vsda);
}

void stencil_fortran_VSDA_Create_2d(MPI_Fint comm, long m, long n, long elemsize, long prow, long pcol, long shadowrows,
                                    long shadowcols, int rowedges, int coledges, long* rowdistribution,
                                    long* coldistribution, VSDA* vsda) {
  VSDA_Create_2d(communicator(comm), m, n, elemsize, prow, pcol, shadowrows, shadowcols, rowedges, coledges,
                 rowdistribution, coldistribution, vsda);
}

void stencil_fortran_VSDA_Create_block_cyclic(MPI_Fint comm, long m, long n, long elemsize, long mb, long nb, long rsrc,
                                              long csrc, long prow, long pcol, long lld, VSDA* vsda) {
  VSDA_Create_block_cyclic(communicator(comm), m, n, elemsize, mb, nb, rsrc, csrc, prow, pcol, lld, vsda);
}

int64_t stencil_fortran_block_cyclic_context(MPI_Fint comm, int64_t nprow, int64_t npcol) {
  return block_cyclic_context(communicator(comm), nprow, npcol);
}

int64_t stencil_fortran_block_cyclic_gridinit(MPI_Fint comm, const char* order, int64_t nprow, int64_t npcol) {
  return block_cyclic_gridinit(communicator(comm), order, nprow, npcol);
}

int64_t stencil_fortran_block_cyclic_gridmap(MPI_Fint comm, const int64_t* usermap, int64_t ldumap, int64_t nprow,
                                             int64_t npcol) {
  return block_cyclic_gridmap(communicator(comm), usermap, ldumap, nprow, npcol);
}

}  // extern "C"
