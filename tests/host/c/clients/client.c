/* Jacobi sweeps on any number of ranks through vsda.h and accel.h, checked bit for bit against plain sweeps.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dimension.h"
#include "vsda.h"

int itstep_test(int my_number, int n_of_nodes, int mx, int my, int stw);
void itstep(int mx, int my, void* pf, void* pr, double rdx2, double rdy2, double beta, int niter);

enum { ROWS = 100, COLS = 43, STW = 5, STEPS = 4 };

static const double rdx2 = 4.0, rdy2 = 0.25, beta = 0.1171875;

static double f_start(long row, long col) {
  return (double)((row * 37 + col * 101) % 257) / 16.0;
}
static double r_start(long row, long col) {
  return (double)((row * 53 + col * 11) % 97) / 8.0;
}

static void plain_sweeps(double (*f)[COLS], int sweeps) {
  static double old[ROWS][COLS];
  int k, i, j;
  for (k = 0; k < sweeps; k++) {
    memcpy(old, f, sizeof old);
    for (i = 1; i < ROWS - 1; i++) {
      for (j = 1; j < COLS - 1; j++) {
        f[i][j] =
            ((old[i - 1][j] + old[i + 1][j]) * rdx2 + (old[i][j - 1] + old[i][j + 1]) * rdy2 - r_start(i, j)) * beta;
      }
    }
  }
}

int main(int argc, char** argv) {
  static double expected[ROWS][COLS];
  int rank, ranks, step, i, j;
  long start, finish, equal = 0, equal_everywhere = 0;
  VSDA vsda;
  MPI_Request token[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, ROWS, (long)(COLS * sizeof(double)), STW, NULL, NULL, &vsda);
  VSDA_Get_extent(&vsda, &start, &finish);
  const int before = rank > 0 ? STW : 0;
  const int mx = before + (int)(finish - start) + (rank < ranks - 1 ? STW : 0);
  DIM2(double, f, COLS) = malloc(sizeof(double) * (size_t)(mx * COLS));
  DIM2(double, r, COLS) = malloc(sizeof(double) * (size_t)(mx * COLS));
  for (i = 0; i < mx; i++) {
    for (j = 0; j < COLS; j++) {
      f[i][j] = f_start(start - before + i, j);
      r[i][j] = r_start(start - before + i, j);
    }
  }

  if (itstep_test(rank, ranks, mx, COLS, STW)) MPI_Abort(MPI_COMM_WORLD, 2);
  for (step = 0; step < STEPS; step++) {
    if (step > 0) {
      VSDA_Update_begin(&vsda, token, f);
      VSDA_Update_end(token);
    }
    itstep(mx, COLS, f, r, rdx2, rdy2, beta, STW);
  }

  for (i = 0; i < ROWS; i++) {
    for (j = 0; j < COLS; j++) expected[i][j] = f_start(i, j);
  }
  plain_sweeps(expected, STEPS * STW);
  for (i = 0; i < finish - start; i++) {
    for (j = 0; j < COLS; j++) equal += memcmp(&f[before + i][j], &expected[start + i][j], sizeof(double)) == 0;
  }
  MPI_Allreduce(&equal, &equal_everywhere, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld of %d cells equal on %d ranks\n", equal_everywhere, ROWS * COLS, ranks);
  free(f);
  free(r);
  MPI_Finalize();
  return equal_everywhere == ROWS * COLS ? 0 : 1;
}
