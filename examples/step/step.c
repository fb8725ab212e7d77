/* Poisson's equation on a rectangle: rows dealt to the ranks by VSDA, each step swept by the accelerator in blocks that
 * the library schedules, as `stencil-cosim run` does.
 * SPDX-License-Identifier: Apache-2.0
 *
 * argv: ROWS COLS STEPS SWEEPS. STENCIL_SCHEDULE, STENCIL_BLOCKING and STENCIL_PORTION choose how; without them the
 * library takes what the model of the device says is fastest.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "step.h"
#include "vsda.h"

int main(int argc, char** argv) {
  const long rows = argc > 1 ? atol(argv[1]) : 400;
  const long cols = argc > 2 ? atol(argv[2]) : 100;
  const int steps = argc > 3 ? atoi(argv[3]) : 4;
  const long sweeps = argc > 4 ? atol(argv[4]) : 10; /* between two exchanges: as many halo rows */
  const double weights[3] = {1.0, 1.0, 0.25};        /* rdx2, rdy2, beta: grid spacing 1 in both directions */
  VSDA array;
  MPI_Request token[4];
  stencil_part part;
  long start, finish, i;
  int rank, step;
  double value = 0, sum = 0, *f, *r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, (long)sizeof(double) * cols, sweeps, NULL, NULL, &array);
  VSDA_Get_extent(&array, &start, &finish);
  f = calloc((size_t)((finish - start + 2 * sweeps) * cols), sizeof *f); /* 0 on the border and everywhere at first */
  r = malloc((size_t)((finish - start + 2 * sweeps) * cols) * sizeof *r);
  stencil_part_of_vsda(&array, f, r, &part);
  for (i = 0; i < part.rows * cols; i++) r[i] = -1.0;

  for (step = 0; step < steps; step++) {
    VSDA_Update_begin(&array, token, f);
    VSDA_Update_end(token);
    stencil_step_begin(&part, "jacobi", weights, sweeps, NULL, NULL, 0);
    /* work that touches neither f nor r */
    stencil_step_wait();
  }

  if (start <= rows / 2 && rows / 2 < finish) value = f[(part.first_owned + rows / 2 - start) * cols + 3];
  MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld x %ld points, %ld sweeps: %.17g in the middle row\n", rows, cols, steps * sweeps, sum);
  free(f);
  free(r);
  MPI_Finalize();
  return 0;
}
