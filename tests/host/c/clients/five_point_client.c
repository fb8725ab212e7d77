/* A program without MPI that sweeps with the general five-point operator and with Jacobi in turn, and compares every
 * value with plain loops, bit for bit. Ends with 0 when all are equal.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "accel.h"

enum { ROWS = 21, COLS = 13, SWEEPS = 6, ROUNDS = 3 };

static double f[ROWS][COLS], r[ROWS][COLS], expected[ROWS][COLS];
static const double c[6] = {0.5, -0.375, 1.0 / 3.0, 0.25, -0.125, 0.7};

/* One rounding per operation, also where the compiler could fuse two. */
static double point(double old[ROWS][COLS], int i, int j) {
  volatile double north = c[0] * old[i - 1][j], south = c[1] * old[i + 1][j];
  volatile double west = c[2] * old[i][j - 1], east = c[3] * old[i][j + 1], centre = c[4] * old[i][j];
  volatile double column = north + south, row = west + east;
  volatile double sum = column + row;
  sum = sum + centre;
  sum = sum - r[i][j];
  return sum * c[5];
}

static double average(double old[ROWS][COLS], int i, int j) {
  volatile double column = (old[i - 1][j] + old[i + 1][j]) * 1.5;
  volatile double row = (old[i][j - 1] + old[i][j + 1]) * 0.75;
  volatile double sum = column + row;
  sum = sum - r[i][j];
  return sum * 0.2;
}

static void sweeps(double (*of)(double old[ROWS][COLS], int i, int j)) {
  static double old[ROWS][COLS];
  int k, i, j;
  for (k = 0; k < SWEEPS; k++) {
    memcpy(old, expected, sizeof old);
    for (i = 1; i < ROWS - 1; i++) {
      for (j = 1; j < COLS - 1; j++) expected[i][j] = of(old, i, j);
    }
  }
}

int main(void) {
  int i, j, round;
  for (i = 0; i < ROWS; i++) {
    for (j = 0; j < COLS; j++) {
      f[i][j] = expected[i][j] = (i * 7 + j * 3) % 11 / 4.0 - 1.0;
      r[i][j] = (i + j) % 5 / 8.0;
    }
  }
  f_to_accel(0, f, ROWS * COLS);
  r_to_accel(0, r, ROWS * COLS);
  for (round = 0; round < ROUNDS; round++) {
    itstep_accel_five_point(ROWS, COLS, c, SWEEPS);
    sweeps(point);
    itstep_accel(ROWS, COLS, 1.5, 0.75, 0.2, SWEEPS);
    sweeps(average);
    itstep_accel_five_point(ROWS, COLS, c, 0);
  }
  f_from_accel(0, f, ROWS * COLS);
  puts(memcmp(f, expected, sizeof f) == 0 ? "equal" : "different");
  return memcmp(f, expected, sizeof f) != 0;
}
