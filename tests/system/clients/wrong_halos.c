/* Calls of accel.h around updates of halos, with one mistake: wrong_halos MISTAKE, on two ranks.
   SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "accel.h"
#include "vsda.h"

enum { rows = 60, cols = 20, sweeps = 4, steps = 3, portion = 14 };

static const char* mistake;
static int rank;

static int is(const char* name) {
  return strcmp(mistake, name) == 0;
}

static void fill(double* f, long first, long count) {
  long i;
  for (i = 0; i < count * cols; i++) f[i] = (double)((first * cols + i) * 7 % 61);
}

/* All rows of this rank, at once. */
static void sweep(double* f, double* r, long all, long width) {
  r_to_accel(0, r, (int)(all * width));
  f_to_accel(0, f, (int)(all * width));
  itstep_accel((int)all, (int)width, 1.0, 1.0, 0.25, sweeps);
  f_from_accel(0, f, (int)(all * width));
}

/* Blocks of one height from f to g; the last one reaches back into the one before it. */
static void sweep_in_blocks(double (*f)[cols], double (*g)[cols], double (*r)[cols], long all) {
  long to;
  for (to = 0; to < all; to += portion) {
    const long keep = all - to < portion ? all - to : portion;
    const long first = keep < portion ? all - portion : to;
    const long lo = first < sweeps ? 0 : first - sweeps;
    const long hi = first + portion + sweeps < all ? first + portion + sweeps : all;
    const long from = is("store") ? first : to;
    r_to_accel(0, r[lo], (int)(hi - lo) * cols);
    f_to_accel(0, f[lo], (int)(hi - lo) * cols);
    itstep_accel((int)(hi - lo), cols, 1.0, 1.0, 0.25, sweeps);
    f_from_accel((int)(from - lo) * cols, g[to], (int)keep * cols);
  }
}

static void run_rows(void) {
  VSDA array;
  MPI_Request token[4];
  long start, finish, own, all, i;
  double(*f)[cols], (*g)[cols], (*r)[cols];
  int step;
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, (long)sizeof(*f), sweeps, NULL, NULL, &array);
  VSDA_Get_extent(&array, &start, &finish);
  own = finish - start;
  all = own + sweeps;
  f = calloc((size_t)all, sizeof *f);
  g = calloc((size_t)all, sizeof *g);
  r = calloc((size_t)all, sizeof *r);
  fill(f[rank == 0 ? 0 : sweeps], start, own);
  for (step = 0; step < steps; step++) {
    double(*const before)[cols] = f;
    VSDA_Update_begin(&array, token, f);
    VSDA_Update_end(token);
    /* The wall above the field, which is row 0 of rank 0 alone. */
    for (i = 0; i < cols; i++)
      if (rank == 0 || is("wall")) f[0][i] = 1.0 + step;
    /* A source that the neighbour does not learn of. */
    if (rank == 0 && is("source")) f[own - 2][3] += 1.0;
    if (is("wall") || is("source")) {
      sweep(f[0], r[0], all, cols);
      continue;
    }
    sweep_in_blocks(f, g, r, all);
    f = g;
    g = before;
  }
  VSDA_Destroy(&array);
  free(f);
  free(g);
  free(r);
}

/* Two columns of processes, with a wall on the left that warms up. */
static void run_boxes(void) {
  VSDA boxes;
  MPI_Request token[16];
  long row, col, own, width, i;
  double *f, *r;
  int step;
  VSDA_Create_2d(MPI_COMM_WORLD, rows, 2 * cols, sizeof(double), 1, 2, 0, sweeps, VSDA_EDGE_NONE, VSDA_EDGE_NONE, NULL,
                 NULL, &boxes);
  VSDA_Get_corners(&boxes, 1, &row, &col, &own, &width);
  f = calloc((size_t)(own * width), sizeof *f);
  r = calloc((size_t)(own * width), sizeof *r);
  for (step = 0; step < steps; step++) {
    VSDA_Update_begin(&boxes, token, f);
    VSDA_Update_end(token);
    for (i = 0; i < own; i++)
      if (rank == 0 || is("column")) f[i * width] = 1.0 + step;
    sweep(f, r, own, width);
  }
  VSDA_Destroy(&boxes);
  free(f);
  free(r);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  mistake = argv[1];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (is("column") || is("right-boxes"))
    run_boxes();
  else
    run_rows();
  MPI_Finalize();
  return 0;
}
