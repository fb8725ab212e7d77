/* Steps that go wrong in one way each, on two ranks or more: argv: MODE.
 * SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "accel.h"
#include "step.h"

enum { rows = 60, cols = 20, sweeps = 4, steps = 5 };

int main(int argc, char** argv) {
  const double weights[3] = {1.0, 1.0, 0.25};
  const char* const mode = argc > 1 ? argv[1] : "right";
  VSDA array;
  MPI_Request token[4], late[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  stencil_part part;
  long i;
  int rank, step;
  double *f, *r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, (long)sizeof(double) * cols, sweeps, NULL, NULL, &array);
  f = calloc((size_t)((rows + 2 * sweeps) * cols), sizeof *f);
  r = malloc((size_t)((rows + 2 * sweeps) * cols) * sizeof *r);
  stencil_part_of_vsda(&array, f, r, &part);
  for (i = 0; i < part.rows * cols; i++) r[i] = -1.0;
  if (strncmp(mode, "tiles", 5) == 0) {
    for (i = 0; i < part.owned * cols; i++) f[part.first_owned * cols + i] = (double)(part.global_row * cols + i);
    if (strcmp(mode, "tiles-no-update") != 0) {
      VSDA_Update_begin(&array, token, f);
      VSDA_Update_end(token);
    }
    for (step = 0; step < steps; step++) {
      if (rank == 1 && step == steps - 1 && strcmp(mode, "tiles-forgotten") == 0) break;
      stencil_step_begin(&part, "gauss-seidel", NULL, sweeps - 1, NULL, NULL, 0);
      stencil_step_wait();
    }
    MPI_Finalize();
    return 0;
  }
  if (rank == 1 && strcmp(mode, "gap") == 0) {
    part.global_row += 1;
    part.first_owned += 1;
    part.owned -= 1;
  }
  for (step = 0; step < steps; step++) {
    const int last = step == steps - 1;
    if (strcmp(mode, "no-update") != 0) {
      VSDA_Update_begin(&array, token, f);
      if (strcmp(mode, "in-flight") != 0) VSDA_Update_end(token);
    }
    if (rank == 1 && last && strcmp(mode, "forgotten") == 0) continue;
    if (rank == 1 && last && strcmp(mode, "fewer") == 0) {
      part.rows -= 1;
      part.owned -= 1;
    }
    if (last && strcmp(mode, "late-wait") == 0) {
      /* The rows beside the cut once more, waited for when the step is over. */
      const long halo = rank == 0 ? part.first_owned + part.owned : 0;
      const long edge = rank == 0 ? halo - sweeps : part.first_owned;
      MPI_Irecv(f + halo * cols, sweeps * cols, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD, &late[0]);
      MPI_Isend(f + edge * cols, sweeps * cols, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD, &late[1]);
    }
    if (strcmp(mode, "right") == 0) {
      /* Receives that set nothing may end whenever they like. */
      MPI_Irecv(f + cols / 2, cols, MPI_DOUBLE, MPI_PROC_NULL, 8, MPI_COMM_WORLD, &late[0]);
      MPI_Irecv(f + cols / 2, 0, MPI_DOUBLE, rank, 8, MPI_COMM_WORLD, &late[1]);
    }
    stencil_step_begin(&part, "jacobi", weights, sweeps, NULL, NULL, 0);
    if (last && strcmp(mode, "no-wait") == 0) break;
    if (last && strcmp(mode, "touch") == 0) f_to_accel(0, f, cols);
    stencil_step_wait();
    if (strcmp(mode, "right") == 0) MPI_Send(f, 0, MPI_DOUBLE, rank, 8, MPI_COMM_WORLD);
    MPI_Waitall(2, late, MPI_STATUSES_IGNORE);
    /* Calls of accel.h between steps, which find in r what the step left there. */
    if (strcmp(mode, "mixed") == 0) {
      double none[8 * cols] = {0.0}, out[8 * cols];
      f_to_accel(0, f, 8 * cols);
      itstep_accel(8, cols, 1.0, 1.0, 0.25, 1);
      r_to_accel(0, none, 8 * cols);
      f_to_accel(0, f, 8 * cols);
      itstep_accel(8, cols, 1.0, 1.0, 0.25, 1);
      f_from_accel(0, out, 8 * cols);
    }
  }
  MPI_Finalize();
  free(f);
  free(r);
  return 0;
}
