/* Poisson's equation on a rectangle, its rows in strips that are dealt to the ranks in turn, or in steps that are
 * joined, or in parts that stay in the device: schedules that know more of a program than a step by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * argv: strips|joined|joined-strips|resident ROWS COLS ITERATIONS SWEEPS HEIGHT. SWEEPS: between two exchanges of halo
 * rows. HEIGHT: rows of a strip; read with strips and joined-strips alone.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "step.h"

static int rank, ranks;
static long rows, cols, sweeps;

/* A strip of the field, and the halo rows beside it. */
static stencil_part strip_of(long first, long owned) {
  stencil_part part = {0};
  const long below = first + owned < rows ? sweeps : 0;
  long i;
  part.first_owned = first > 0 ? sweeps : 0;
  part.owned = owned;
  part.rows = part.first_owned + owned + below;
  part.cols = cols;
  part.global_row = first;
  part.f = calloc((size_t)(part.rows * cols), sizeof(double)); /* 0 on the border and everywhere at first */
  double* const r = malloc((size_t)(part.rows * cols) * sizeof(double));
  for (i = 0; i < part.rows * cols; i++) r[i] = -1.0;
  part.r = r;
  return part;
}

/* Each strip sends its own rows at either end to the strip beside it, which has them as halo rows. Strips beside those
 * of a rank belong to the ranks before and after it, in turn. */
static void exchange(const stencil_part* parts, long count) {
  MPI_Request* const requests = malloc((size_t)(4 * count) * sizeof(MPI_Request));
  const int words = (int)(sweeps * cols), before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks;
  int posted = 0;
  long k;
  for (k = 0; k < count; k++) {
    double* const f = parts[k].f;
    const long first = parts[k].first_owned, end = first + parts[k].owned;
    const int strip = (int)(k * ranks + rank); /* the tag: 2 * the strip above the cut, + 1 upwards */
    if (first > 0) {
      MPI_Irecv(f, words, MPI_DOUBLE, before, 2 * (strip - 1), MPI_COMM_WORLD, &requests[posted++]);
      MPI_Isend(f + first * cols, words, MPI_DOUBLE, before, 2 * (strip - 1) + 1, MPI_COMM_WORLD, &requests[posted++]);
    }
    if (end < parts[k].rows) {
      MPI_Irecv(f + end * cols, words, MPI_DOUBLE, after, 2 * strip + 1, MPI_COMM_WORLD, &requests[posted++]);
      MPI_Isend(f + (end - sweeps) * cols, words, MPI_DOUBLE, after, 2 * strip, MPI_COMM_WORLD, &requests[posted++]);
    }
  }
  MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
  free(requests);
}

/* Rows of a part travel to the rank above, which has them as halo rows, or to the one below. */
static void shift(const stencil_part* part, int up) {
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  const long first = part->first_owned, end = first + part->owned;
  MPI_Sendrecv(part->f + (up ? first : end - sweeps) * cols, (int)(sweeps * cols), MPI_DOUBLE, up ? above : below, 0,
               part->f + (up ? end : 0) * cols, (int)(sweeps * cols), MPI_DOUBLE, up ? below : above, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  const double weights[3] = {1.0, 1.0, 0.25}; /* rdx2, rdy2, beta: grid spacing 1 in both directions */
  stencil_part* parts;
  long count = 0, first, iterations, made, k;
  double value = 0, sum = 0;
  if (argc < 7) {
    fprintf(stderr, "usage: schedules strips|joined|joined-strips|resident ROWS COLS ITERATIONS SWEEPS HEIGHT\n");
    return 2;
  }
  const int joined_strips = strcmp(argv[1], "joined-strips") == 0;
  const int strips = joined_strips || strcmp(argv[1], "strips") == 0, joined = strcmp(argv[1], "joined") == 0;
  rows = atol(argv[2]);
  cols = atol(argv[3]);
  iterations = atol(argv[4]);
  sweeps = atol(argv[5]);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  if (strips) {
    const long height = atol(argv[6]);
    parts = malloc((size_t)(rows / (height * ranks) + 1) * sizeof *parts);
    for (first = rank * height; first < rows; first += ranks * height)
      parts[count++] = strip_of(first, first + height < rows ? height : rows - first);
  } else {
    parts = malloc(sizeof *parts);
    first = rank * rows / ranks;
    parts[count++] = strip_of(first, (rank + 1) * rows / ranks - first);
  }

  if (joined) { /* one rank: nothing is exchanged between the steps */
    stencil_steps_begin(&parts[0], "jacobi", weights, sweeps, iterations, NULL, 0);
    stencil_step_wait();
  }
  for (made = 0; !joined && made < iterations; made += sweeps) {
    const long now = made + sweeps < iterations ? sweeps : iterations - made;
    const int exchanges = made + now < iterations;
    if (joined_strips)
      stencil_joined_begin(parts, count, "jacobi", weights, sweeps, iterations - made, NULL, 0);
    else if (strips)
      stencil_strips_begin(parts, count, "jacobi", weights, now, NULL, NULL, 0);
    else
      stencil_resident_begin(&parts[0], "jacobi", weights, now, (iterations - made + sweeps - 1) / sweeps);
    /* work that touches no part */
    if (strips) {
      stencil_step_wait();
      if (exchanges) exchange(parts, count);
      continue;
    }
    stencil_edge_wait();
    if (exchanges) shift(&parts[0], 1); /* while the rows for the rank below are stored */
    stencil_step_wait();
    if (exchanges) shift(&parts[0], 0);
  }

  for (k = 0; k < count; k++) {
    const long row = rows / 2 - parts[k].global_row;
    if (0 <= row && row < parts[k].owned) value = parts[k].f[(parts[k].first_owned + row) * cols + 3];
    free(parts[k].f);
    free((double*)parts[k].r);
  }
  free(parts);
  MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld x %ld points, %ld sweeps: %.17g in the middle row\n", rows, cols, iterations, sum);
  MPI_Finalize();
  return 0;
}
