/* A program without MPI that sweeps by the kernel file heat.stencil, which STENCIL_KERNEL or the first argument names,
 * and compares every value with plain loops, bit for bit. Ends with 0 when all are equal.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "accel.h"
#include "step.h"

enum { ROWS = 21, COLS = 13, SWEEPS = 4 };

static double f[ROWS][COLS], q[ROWS][COLS], expected[ROWS][COLS];
static const double numbers[3] = {0.15, 0.25, 0.125}; /* ax, ay, dt */

/* One rounding per operation, also where the compiler could fuse two. */
static double curve(double before, double centre, double after) {
  volatile double twice = 2 * centre;
  volatile double one = before - twice;
  return one + after;
}

static double point(double old[ROWS][COLS], int i, int j) {
  volatile double rows = numbers[0] * curve(old[i - 1][j], old[i][j], old[i + 1][j]);
  volatile double cols = numbers[1] * curve(old[i][j - 1], old[i][j], old[i][j + 1]);
  volatile double lap = rows + cols, source = numbers[2] * q[i][j];
  volatile double sum = old[i][j] + lap;
  return sum + source;
}

static void sweeps(void) {
  static double old[ROWS][COLS];
  int k, i, j;
  for (k = 0; k < SWEEPS; k++) {
    memcpy(old, expected, sizeof old);
    for (i = 1; i < ROWS - 1; i++) {
      for (j = 1; j < COLS - 1; j++) expected[i][j] = point(old, i, j);
    }
  }
}

int main(int argc, char** argv) {
  int i, j;
  for (i = 0; i < ROWS; i++) {
    for (j = 0; j < COLS; j++) {
      f[i][j] = expected[i][j] = (i * 7 + j * 3) % 11 / 4.0 - 1.0;
      q[i][j] = (i + j) % 5 / 8.0;
    }
  }
  if (argc > 1) {
    stencil_part part = {0};
    part.f = &f[0][0];
    part.r = &q[0][0];
    part.rows = ROWS;
    part.cols = COLS;
    stencil_step_begin(&part, argv[1], numbers, SWEEPS, "", "", 0);
    stencil_step_wait();
  } else {
    f_to_accel(0, f, ROWS * COLS);
    r_to_accel(0, q, ROWS * COLS);
    itstep_accel_formula(ROWS, COLS, numbers, SWEEPS);
    f_from_accel(0, f, ROWS * COLS);
  }
  sweeps();
  puts(memcmp(f, expected, sizeof f) == 0 ? "equal" : "different");
  return memcmp(f, expected, sizeof f) != 0;
}
