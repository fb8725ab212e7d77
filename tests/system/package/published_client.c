/* The published scheme over accel.h: blocks of PORTION rows, old rows moved before new ones overwrite them, ranks that
 * exchange STW rows with messages of their own. Any number of ranks; ranks without enough rows stay idle.
 * SPDX-License-Identifier: Apache-2.0
 *
 * argv: ROWS COLS STW STEPS. Status 0 if every value equals that of plain sweeps over the whole domain.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dimension.h"

#define PORTION 15

/* The accelerator's functions, declared here as the published program does: there is no other header. */
extern void itstep_accel(int mx, int my, double rdx2, double rdy2, double beta, int niter);
extern void f_to_accel(int internaloffset, void* array, int length);
extern void f_from_accel(int internaloffset, void* array, int length);
extern void r_to_accel(int internaloffset, void* array, int length);
extern int itstep_accel_test(int my_number, int n_of_nodes, int mx, int my, int stw);

static const double rdx2 = 2.5, rdy2 = 0.75, beta = 0.15;

static int itstep_test(int my_number, int n_of_nodes, int mx, int my, int stw) {
  if (3 * stw > PORTION) {
    fprintf(stderr, "%d overlap rows are more than a third of a block of %d rows\n", stw, PORTION);
    return 1;
  }
  return itstep_accel_test(my_number, n_of_nodes, mx, my, stw);
}

/* f: the first row of the next block; `ahead` old rows of it wait at the start of the accelerator's memory. */
static void itstep(int mx, int my, void* pf, void* pr, int niter) {
  DIM2(double, f, my) = (typeof(f))pf;
  DIM2(double, r, my) = (typeof(r))pr;
  int ahead = 0;
  while (mx > 0) {
    int keep = mx, behind = 0;
    if (mx > PORTION) {
      keep = PORTION;
      behind = niter;
      /* The last block must keep at least niter rows. */
      if (mx - keep < niter) keep = mx - niter;
    }
    r_to_accel(0, r - ahead, (ahead + keep + behind) * my);
    f_to_accel(ahead * my, f, (keep + behind) * my);
    itstep_accel(ahead + keep + behind, my, rdx2, rdy2, beta, niter);
    if (behind == 0) {
      f_from_accel(ahead * my, f, keep * my);
    } else if (ahead > 0) {
      f_to_accel(0, f + (keep - niter), niter * my);
      f_from_accel(ahead * my, f, keep * my);
    } else {
      /* New rows still lie at the start of the memory: store them first. */
      f_from_accel(0, f, niter * my);
      f_to_accel(0, f + (keep - niter), niter * my);
      f_from_accel(niter * my, f + niter, (keep - niter) * my);
    }
    f += keep;
    r += keep;
    mx -= keep;
    ahead = niter;
  }
}

static double start_value(long row, long col) {
  return (double)((row * 41 + col * 89) % 251) / 32.0 - 2.0;
}
static double right_side(long row, long col) {
  return (double)((row * 17 + col * 29) % 101) / 16.0;
}

static long wrong_values(int rows, int cols, int sweeps, int first, int own, void* pf) {
  DIM2(double, f, cols) = (typeof(f))pf;
  DIM2(double, expected, cols) = malloc(sizeof(double) * (size_t)(rows * cols));
  DIM2(double, old, cols) = malloc(sizeof(double) * (size_t)(rows * cols));
  long wrong = 0;
  int i, j, k;
  for (i = 0; i < rows; i++) {
    for (j = 0; j < cols; j++) expected[i][j] = start_value(i, j);
  }
  for (k = 0; k < sweeps; k++) {
    memcpy(old, expected, sizeof(double) * (size_t)(rows * cols));
    for (i = 1; i < rows - 1; i++) {
      for (j = 1; j < cols - 1; j++) {
        expected[i][j] =
            ((old[i - 1][j] + old[i + 1][j]) * rdx2 + (old[i][j - 1] + old[i][j + 1]) * rdy2 - right_side(i, j)) * beta;
      }
    }
  }
  for (i = 0; i < own; i++) {
    for (j = 0; j < cols; j++) wrong += memcmp(&f[i][j], &expected[first + i][j], sizeof(double)) != 0;
  }
  free(expected);
  free(old);
  return wrong;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? atoi(argv[1]) : 101;
  const int cols = argc > 2 ? atoi(argv[2]) : 37;
  const int stw = argc > 3 ? atoi(argv[3]) : 5;
  const int steps = argc > 4 ? atoi(argv[4]) : 3;
  int me, ranks, working, i, j, step;
  long wrong, wrong_everywhere = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  /* The number of ranks whose rows are enough for their neighbours' overlaps. */
  working = rows / (2 * stw + 1);
  if (working > ranks) working = ranks;
  if (working < 1) working = 1;
  const int first = me < working ? (int)((long)rows * me / working) : rows;
  const int own = me < working ? (int)((long)rows * (me + 1) / working) - first : 0;
  const int above = own > 0 && me > 0 ? stw : 0;
  const int below = own > 0 && me < working - 1 ? stw : 0;
  const int mx = above + own + below;
  const int my_stw = own > 0 ? stw : 0;
  const int up = above > 0 ? me - 1 : MPI_PROC_NULL;
  const int down = below > 0 ? me + 1 : MPI_PROC_NULL;

  DIM2(double, f, cols) = malloc(sizeof(double) * (size_t)(mx * cols + 1));
  DIM2(double, r, cols) = malloc(sizeof(double) * (size_t)(mx * cols + 1));
  for (i = 0; i < mx; i++) {
    for (j = 0; j < cols; j++) {
      f[i][j] = start_value(first - above + i, j);
      r[i][j] = right_side(first - above + i, j);
    }
  }
  if (itstep_test(me, ranks, mx, cols, my_stw)) MPI_Abort(MPI_COMM_WORLD, 4);
  for (step = 0; step < steps; step++) {
    const int words = stw * cols;
    if (own > 0) {
      MPI_Sendrecv(f + above, words, MPI_DOUBLE, up, 1, f + above + own, words, MPI_DOUBLE, down, 1, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      MPI_Sendrecv(f + above + own - stw, words, MPI_DOUBLE, down, 2, f, words, MPI_DOUBLE, up, 2, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    }
    itstep(mx, cols, f, r, my_stw);
  }
  wrong = wrong_values(rows, cols, steps * stw, first, own, f + above);
  MPI_Allreduce(&wrong, &wrong_everywhere, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0) printf("%d of %d ranks have rows, %ld wrong\n", working, ranks, wrong_everywhere);
  free(f);
  free(r);
  MPI_Finalize();
  return wrong_everywhere != 0;
}
