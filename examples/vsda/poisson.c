/* Poisson's equation on a rectangle, rows dealt to the ranks by VSDA, blocks of them swept in the accelerator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The shape of the published program: every STW sweeps the ranks exchange STW halo rows (VSDA: shadow edges); then
 * itstep() takes the local part through the accelerator in blocks of PORTION rows. argv: ROWS COLS STEPS.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "accel.h"
#include "dimension.h"
#include "vsda.h"

#define PORTION 60
#define STW 10

static void itstep(int mx, int my, void* pf, void* pr, double rdx2, double rdy2, double beta, int niter) {
  DIM2(double, f, my) = (typeof(f))pf;
  DIM2(double, r, my) = (typeof(r))pr;
  int ahead = 0; /* old rows of this block that are in the accelerator already: the block before has overwritten them */
  while (mx > 0) {
    int keep = mx, behind = 0;
    if (mx > PORTION) {
      keep = mx - PORTION < niter ? mx - niter : PORTION; /* the last block needs niter rows of its own */
      behind = niter;
    }
    r_to_accel(0, r - ahead, (ahead + keep + behind) * my);
    f_to_accel(ahead * my, f, (keep + behind) * my);
    itstep_accel(ahead + keep + behind, my, rdx2, rdy2, beta, niter);
    /* Old rows for the next block go in before new ones come out over them; the first block makes room for them. */
    int out = behind > 0 && ahead == 0 ? niter : 0;
    f_from_accel(ahead * my, f, out * my);
    if (behind > 0) f_to_accel(0, f + keep - niter, niter * my);
    f_from_accel((ahead + out) * my, f + out, (keep - out) * my);
    f += keep;
    r += keep;
    mx -= keep;
    ahead = niter;
  }
}

int main(int argc, char** argv) {
  const long rows = argc > 1 ? atol(argv[1]) : 400;
  const int cols = argc > 2 ? atoi(argv[2]) : 100;
  const int steps = argc > 3 ? atoi(argv[3]) : 4;
  const double rdx2 = 1.0, rdy2 = 1.0, beta = 0.25; /* grid spacing 1 in both directions */
  VSDA array;
  MPI_Request token[4];
  long start, finish, i;
  int rank, ranks, j, step;
  double value = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, (long)sizeof(double) * cols, STW, NULL, NULL, &array);
  VSDA_Get_extent(&array, &start, &finish);
  const int above = rank > 0 ? STW : 0, below = rank < ranks - 1 ? STW : 0;
  const int mx = above + (int)(finish - start) + below;
  if (itstep_accel_test_portion(rank, ranks, mx, cols, STW, PORTION)) MPI_Abort(MPI_COMM_WORLD, 1);

  DIM2(double, f, cols) = calloc((size_t)mx, sizeof *f); /* 0 on the border and everywhere else at first */
  DIM2(double, r, cols) = malloc((size_t)mx * sizeof *r);
  for (i = 0; i < mx; i++) {
    for (j = 0; j < cols; j++) r[i][j] = -1.0;
  }
  for (step = 0; step < steps; step++) {
    VSDA_Update_begin(&array, token, f);
    VSDA_Update_end(token);
    itstep(mx, cols, f, r, rdx2, rdy2, beta, STW);
  }

  if (start <= rows / 2 && rows / 2 < finish) value = f[above + rows / 2 - start][3];
  MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld x %d points, %d sweeps: %.17g in the middle row\n", rows, cols, steps * STW, sum);
  free(f);
  free(r);
  MPI_Finalize();
  return 0;
}
