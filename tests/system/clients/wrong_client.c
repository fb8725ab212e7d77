/* Programs as people write them, each with one mistake: wrong_client MISTAKE. Two ranks, each sweeps its part of 60
   rows twice, four sweeps a time, with an update of the halo rows in between.
   SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accel.h"
#include "vsda.h"

enum { rows = 60, cols = 20, sweeps = 4, most_rows = rows / 2 + 2 * sweeps };

static const char* mistake;
static int rank;
static double f[most_rows][cols], r[most_rows][cols];

static int is(const char* name) {
  return strcmp(mistake, name) == 0;
}

/* All rows of this rank through the accelerator at once. */
static void sweep(long mine) {
  f_to_accel(0, f, mine * cols);
  r_to_accel(0, is("null") && rank == 1 ? NULL : (void*)r, mine * cols);
  if (!is("forgotten-sweep")) itstep_accel(is("row-fewer") ? mine - 1 : mine, cols, 1, 1, 0.25, sweeps);
  f_from_accel(0, f, mine * cols);
}

static void update(VSDA* vsda) {
  MPI_Request token[4];
  VSDA_Update_begin(vsda, token, f);
  if (is("early-use") && rank == 1) f_to_accel(0, f, most_rows / 2 * cols);
  if (is("token-twice")) VSDA_Update_begin(vsda, token, r);
  VSDA_Update_end(token);
}

/* What the program does between its two steps. */
static int meet(void) {
  int word = 0, other = 0;
  if (is("wrong-tag") || is("exchange")) {
    const int tag = is("exchange") ? 7 : 7 + rank;
    MPI_Sendrecv(&word, 1, MPI_INT, 1 - rank, tag, &other, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  if (is("early-return") && rank == 1) return 1;
  if (is("other-collective") && rank == 1) MPI_Allreduce(&word, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (is("killed") && rank == 1) raise(SIGKILL);
  if (is("own-abort") && rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
  MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}

int main(int argc, char** argv) {
  VSDA vsda;
  MPI_Comm own;
  long first, end, mine;
  if (argc != 2) return 2;
  mistake = argv[1];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  VSDA_Create(own, VSDA_BLOCKED, 0, rows, cols * sizeof(double), sweeps, NULL, NULL, &vsda);
  VSDA_Get_extent(&vsda, &first, &end);
  mine = end - first + sweeps + is("row-beyond");
  f[mine / 2][cols / 2] = 1.0;
  sweep(mine);
  if (is("freed-communicator")) MPI_Comm_free(&own);
  update(&vsda);
  if (meet()) return 0;
  sweep(mine);
  if (rank == 0) printf("%.17g in the middle\n", f[mine / 2][cols / 2]);
  if (!is("freed-communicator")) MPI_Comm_free(&own);
  MPI_Finalize();
  return 0;
}
