// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/mpi_program.hpp"

#include <mpi.h>

#include <chrono>
#include <thread>

#include "host/mpi/mpi_leaks.hpp"
#include "host/mpi/quiet_abort.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/hang_detector/nodes/host_names.hpp"
#include "sim/app/program/single_rank_start.hpp"

namespace stencil {
namespace {

// mpirun prints 14 lines after a status of ranks that have left MPI_Finalize, and none after MPI_Abort: so rank 0 ends
// all, once each has written what it had to.
void end_all_where_one_failed(int status) {
  int worst = status;
  PMPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (worst == 0 || !quieten_mpi_abort()) return;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) PMPI_Abort(MPI_COMM_WORLD, worst);
  std::this_thread::sleep_for(std::chrono::seconds(10));
}

}  // namespace

int mpi_program(int argc, char** argv, const std::function<int(int argc, char** argv)>& body) {
  refuse_shared_host_name();
  {
    const MpiMayLeak tries_plugins;
    const SingleRankStart starts_faster;
    MPI_Init(&argc, &argv);
  }
  // Flushes before the ranks part: mpirun ends those that are left when one has a status, and with them what they have
  // not written.
  const int status = status_with_output("stencil-cosim", body(argc, argv));
  check_leaks_before_finalize();
  if (launcher_prints_banner()) end_all_where_one_failed(status);
  MPI_Finalize();
  return status;
}

}  // namespace stencil
