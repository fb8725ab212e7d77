/* Poisson's equation on a rectangle by Jacobi sweeps: rows dealt to the ranks, halo rows exchanged every HALO sweeps.
 * SPDX-License-Identifier: Apache-2.0
 *
 * argv: ROWS COLS STEPS FILE. Writes the field, ROWS x COLS doubles, to FILE.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <step.h>

#define HALO 8

typedef struct {
  double *f, *r;                 /* rows x cols each */
  long rows, cols;               /* halo rows included */
  long above, owned, first, all; /* halo rows above the rank's own; own rows; number of the first; rows of the field */
} part_t;

static int rank, ranks;

/* HALO sweeps over the part. Those halo rows that are no longer right are those that the next exchange sets. */
static void sweep(part_t* part) {
  const double weights[3] = {1.0, 1.0, 0.25}; /* rdx2, rdy2, beta */
  const stencil_part local = {.f = part->f,
                              .r = part->r,
                              .rows = part->rows,
                              .cols = part->cols,
                              .first_owned = part->above,
                              .owned = part->owned,
                              .global_row = part->first};
  stencil_step_begin(&local, "jacobi", weights, HALO, NULL, NULL, 0);
  stencil_step_wait();
}

static void exchange(part_t* part) {
  const int words = HALO * (int)part->cols;
  const int north = rank > 0 ? rank - 1 : MPI_PROC_NULL, south = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  double* own = part->f + part->above * part->cols;
  double* end = own + part->owned * part->cols;
  MPI_Sendrecv(own, words, MPI_DOUBLE, north, 0, end, words, MPI_DOUBLE, south, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(end - words, words, MPI_DOUBLE, south, 1, part->f, words, MPI_DOUBLE, north, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

static part_t make_part(long rows, long cols) {
  part_t part;
  const long share = rows / ranks, more = rows % ranks;
  long i, words;
  part.owned = share + (rank < more);
  part.first = rank * share + (rank < more ? rank : more);
  part.all = rows;
  part.above = rank > 0 ? HALO : 0;
  part.rows = part.above + part.owned + (rank < ranks - 1 ? HALO : 0);
  part.cols = cols;
  if (share < HALO) {
    fprintf(stderr, "%ld rows are too few for %d ranks\n", rows, ranks);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  words = part.rows * cols;
  part.f = malloc((size_t)words * sizeof(double));
  part.r = malloc((size_t)words * sizeof(double));
  for (i = 0; i < words; i++) {
    const long row = part.first - part.above + i / cols, col = i % cols;
    part.f[i] = row == 0 ? 1.0 : 0.0; /* one warm edge */
    part.r[i] = 0.001 * (double)((row + col) % 5);
  }
  return part;
}

static void write_field(const part_t* part, const char* name) {
  MPI_File file;
  const MPI_Offset at = (MPI_Offset)(part->first * part->cols) * (MPI_Offset)sizeof(double);
  if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS) {
    fprintf(stderr, "%s cannot be written\n", name);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_File_write_at_all(file, at, part->f + part->above * part->cols, (int)(part->owned * part->cols), MPI_DOUBLE,
                        MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

int main(int argc, char** argv) {
  part_t part;
  long step, steps;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  part = make_part(argc > 1 ? atol(argv[1]) : 200, argc > 2 ? atol(argv[2]) : 80);
  steps = argc > 3 ? atol(argv[3]) : 5;
  for (step = 0; step < steps; step++) {
    exchange(&part);
    sweep(&part);
  }
  write_field(&part, argc > 4 ? argv[4] : "field.bin");
  if (rank == 0) printf("%ld x %ld points, %ld sweeps\n", part.all, part.cols, steps * HALO);
  free(part.f);
  free(part.r);
  MPI_Finalize();
  return 0;
}
