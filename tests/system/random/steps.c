/* Steps from C as `stencil-cosim random --steps` draws them: every way of step.h to make sweeps, on values that follow
 * from a seed. The library compares the rows of each step (STENCIL_CHECK=block); of Jacobi and five-point the program
 * compares its arrays in the end with sweeps of its own, NaNs as NaNs.
 * SPDX-License-Identifier: Apache-2.0
 *
 * argv: step|strips|joined|resident|tiles KERNEL ROWS COLS ITERATIONS SWEEPS HEIGHT SEED special|plain uneven|even, as
 * docs/random.md says. Schedule, blocking, portion and tiles are in the environment.
 */
#include <float.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "step.h"
#include "vsda.h"

static int rank, ranks, special;
static long rows, cols, stride, sweeps;
static uint64_t seed;

static uint64_t mixed(uint64_t word) {
  word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
  return word ^ word >> 31;
}

/* Of array 0, the field, or 1, the right-hand side: a function of seed and place. */
static double value_at(int array, long row, long col) {
  const double kinds[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, DBL_TRUE_MIN, -DBL_TRUE_MIN, DBL_MAX, -DBL_MAX, DBL_MIN};
  const uint64_t bits = mixed(mixed(mixed(seed + (uint64_t)array) + (uint64_t)row) + (uint64_t)col);
  if (special && bits % 20 == 0) return kinds[bits / 32 % 10];
  return ldexp((double)(int64_t)bits, special && bits % 19 == 0 ? (int)(bits / 32 % 2000) - 1040 : -62);
}

/* A strip of the field, and the halo rows beside it. Strips have more than `sweeps` rows. */
static stencil_part strip_of(long first, long owned) {
  stencil_part part = {0};
  const long below = first + owned < rows ? sweeps : 0;
  long i, j;
  double *f, *r;
  part.first_owned = first > 0 ? sweeps : 0;
  part.owned = owned;
  part.rows = part.first_owned + owned + below;
  part.cols = cols;
  part.stride = stride;
  part.global_row = first;
  f = calloc((size_t)(part.rows * stride), sizeof *f);
  r = calloc((size_t)(part.rows * stride), sizeof *r);
  for (i = 0; i < part.rows; i++) {
    for (j = 0; j < cols; j++) {
      f[i * stride + j] = value_at(0, first - part.first_owned + i, j);
      r[i * stride + j] = value_at(1, first - part.first_owned + i, j);
    }
  }
  part.f = f;
  part.r = r;
  return part;
}

/* Each strip sends its own rows at either end to the strip beside it. Those beside the strips of a rank belong to the
 * ranks before and after it, in turn. */
static void exchange(const stencil_part* parts, long count) {
  MPI_Request* const requests = malloc((size_t)(4 * count + 1) * sizeof(MPI_Request));
  const int before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks;
  int posted = 0;
  long k;
  for (k = 0; k < count; k++) {
    double* const f = parts[k].f;
    const long first = parts[k].first_owned, end = first + parts[k].owned;
    const int words = (int)(sweeps * stride);
    const int strip = (int)(k * ranks + rank); /* the tag: 2 * the strip above the cut, + 1 upwards */
    if (first > 0) {
      MPI_Irecv(f, words, MPI_DOUBLE, before, 2 * (strip - 1), MPI_COMM_WORLD, &requests[posted++]);
      MPI_Isend(f + first * stride, words, MPI_DOUBLE, before, 2 * (strip - 1) + 1, MPI_COMM_WORLD,
                &requests[posted++]);
    }
    if (end < parts[k].rows) {
      MPI_Irecv(f + end * stride, words, MPI_DOUBLE, after, 2 * strip + 1, MPI_COMM_WORLD, &requests[posted++]);
      MPI_Isend(f + (end - sweeps) * stride, words, MPI_DOUBLE, after, 2 * strip, MPI_COMM_WORLD, &requests[posted++]);
    }
  }
  MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
  free(requests);
}

static double new_value(const double* point, double r, int five_point, const double* w) {
  const double north = point[-cols], south = point[cols], west = point[-1], east = point[1];
  if (five_point) return ((((w[0] * north + w[1] * south) + (w[2] * west + w[3] * east)) + w[4] * point[0]) - r) * w[5];
  return ((north + south) * w[0] + (west + east) * w[1] - r) * w[2];
}

/* The whole field after the sweeps. */
static double* golden(int five_point, const double* weights, long iterations) {
  const size_t bytes = (size_t)(rows * cols) * sizeof(double);
  double *f = malloc(bytes), *next = malloc(bytes), *swap;
  long i, j, k;
  for (i = 0; i < rows; i++)
    for (j = 0; j < cols; j++) f[i * cols + j] = next[i * cols + j] = value_at(0, i, j);
  for (k = 0; k < iterations; k++) {
    for (i = 1; i < rows - 1; i++)
      for (j = 1; j < cols - 1; j++)
        next[i * cols + j] = new_value(f + i * cols + j, value_at(1, i, j), five_point, weights);
    swap = f;
    f = next;
    next = swap;
  }
  free(next);
  return f;
}

static long differing(const stencil_part* part, const double* wanted) {
  long i, j, count = 0;
  for (i = 0; i < part->owned; i++) {
    for (j = 0; j < cols; j++) {
      const double* const want = wanted + (part->global_row + i) * cols + j;
      const double* const got = part->f + (part->first_owned + i) * stride + j;
      count += memcmp(want, got, sizeof *want) != 0 && !(isnan(*want) && isnan(*got));
    }
  }
  return count;
}

static void sweep_tiles(long rounds) {
  VSDA array;
  MPI_Request token[4];
  stencil_part part;
  long start, finish, i, j, round;
  double* f;
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, (long)sizeof(double) * cols, sweeps + 1, NULL, NULL, &array);
  VSDA_Get_extent(&array, &start, &finish);
  f = calloc((size_t)((finish - start + 2 * (sweeps + 1)) * cols), sizeof *f);
  stencil_part_of_vsda(&array, f, NULL, &part);
  for (i = start; i < finish; i++)
    for (j = 0; j < cols; j++) f[(part.first_owned + i - start) * cols + j] = value_at(0, i, j);
  VSDA_Update_begin(&array, token, f);
  VSDA_Update_end(token);
  for (round = 0; round < rounds; round++) {
    stencil_step_begin(&part, "gauss-seidel", NULL, sweeps, NULL, NULL, 0);
    stencil_step_wait();
  }
  free(f);
}

static long sweep_strips(const char* kind, const char* kernel, const double* weights, long iterations, long height) {
  stencil_part* const parts = malloc((size_t)(rows / (height * ranks) + 1) * sizeof *parts);
  const int is_joined = strcmp(kind, "joined") == 0;
  const int joined = is_joined && ranks == 1 && height >= rows; /* all at once */
  const int resident = strcmp(kind, "resident") == 0;
  long count = 0, differ = 0, first, made, k;
  const int own = strcmp(kernel, "jacobi") == 0 || strcmp(kernel, "five-point") == 0;
  double* const wanted = own ? golden(strcmp(kernel, "five-point") == 0, weights, iterations) : NULL;
  for (first = rank * height; first < rows; first += ranks * height)
    parts[count++] = strip_of(first, first + height < rows ? height : rows - first);
  if (joined) {
    stencil_steps_begin(&parts[0], kernel, weights, sweeps, iterations, NULL, 0);
    stencil_step_wait();
  }
  for (made = 0; !joined && made < iterations; made += sweeps) {
    const long now = made + sweeps < iterations ? sweeps : iterations - made;
    exchange(parts, count); /* before the first step it brings what is there */
    if (resident)
      stencil_resident_begin(&parts[0], kernel, weights, now, (iterations - made + sweeps - 1) / sweeps);
    else if (is_joined)
      stencil_joined_begin(parts, count, kernel, weights, sweeps, iterations - made, NULL, 0);
    else if (strcmp(kind, "strips") == 0)
      stencil_strips_begin(parts, count, kernel, weights, now, NULL, NULL, 0);
    else
      stencil_step_begin(&parts[0], kernel, weights, now, NULL, NULL, 0);
    stencil_step_wait();
  }
  for (k = 0; k < count; k++) {
    if (own) differ += differing(&parts[k], wanted);
    free(parts[k].f);
    free((double*)parts[k].r);
  }
  free(wanted);
  free(parts);
  return differ;
}

int main(int argc, char** argv) {
  /* Of a kernel file as many as it has. */
  double numbers[16], weights[6] = {1.0, 1.0, 1.0, 1.0, 0.0, 0.25};
  const double uneven[6] = {0.5, 0.75, 1.25, 1.5, -0.125, 0.21};
  long iterations, height, differ = 0, all = 0;
  int k, is_file;
  if (argc != 11) {
    fprintf(stderr,
            "usage: steps step|strips|joined|resident|tiles KERNEL ROWS COLS ITERATIONS SWEEPS HEIGHT SEED "
            "special|plain uneven|even\n");
    return 2;
  }
  rows = atol(argv[3]);
  cols = atol(argv[4]);
  iterations = atol(argv[5]);
  sweeps = atol(argv[6]);
  seed = strtoull(argv[8], NULL, 10);
  special = strcmp(argv[9], "special") == 0;
  stride = cols + (seed % 3 == 0 ? 2 : 0);
  if (strcmp(argv[10], "uneven") == 0) memcpy(weights, uneven, sizeof weights);
  if (strcmp(argv[2], "jacobi") == 0) weights[2] = 0.21;
  for (k = 0; k < 16; k++) numbers[k] = 0.17 + k / 64.0;
  is_file = strchr(argv[2], '/') != NULL || strchr(argv[2], '.') != NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  height = atol(argv[7]);
  if (height == 0) height = (rows + ranks - 1) / ranks;
  if (strcmp(argv[1], "tiles") == 0)
    sweep_tiles(iterations);
  else
    differ = sweep_strips(argv[1], argv[2], is_file ? numbers : weights, iterations, height);
  MPI_Allreduce(&differ, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  /* With checks of the library the verdict is that. */
  if (all == 0 && rank == 0 && getenv("STENCIL_CHECK") == NULL && getenv("STENCIL_PARANOID") == NULL)
    printf("PASS: %ld values of the program's arrays are those of sweeps of its own\n", rows * cols);
  if (all > 0 && rank == 0) printf("FAIL: %ld values of the program's arrays differ from sweeps of its own\n", all);
  return all > 0;
}
