// Ends the job without the words of MPI's launcher, so that the program's own lines are the last.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// MPI_Abort of Open MPI prints nothing from now on: mpirun is silent after it, and has its status. Returns false, and
// does nothing, for another MPI.
bool quieten_mpi_abort();

// Whether a launcher (mpirun of Open MPI) has started this process and prints a banner where ranks have a status.
bool launcher_prints_banner();

}  // namespace stencil
