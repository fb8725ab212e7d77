/* Calls functions of MPI, each so many times: cost_client TIMES. One rank.
   SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  const int times = argc > 1 ? atoi(argv[1]) : 1;
  int i, done, out = 0, in = 0;
  MPI_Init(&argc, &argv);
  for (i = 0; i < times; i++) {
    MPI_Request request;
    MPI_Status status;
    MPI_Isend(&out, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Recv(&in, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
    MPI_Wait(&request, &status);
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 2, &in, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &status);
    MPI_Test(&request, &done, &status);
    MPI_Waitall(1, &request, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(&out, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Gather(&out, 1, MPI_INT, &in, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
