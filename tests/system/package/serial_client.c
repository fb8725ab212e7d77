/* A program without MPI: one block, swept on the accelerator and by a plain loop, compared bit for bit.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accel.h"

enum { ROWS = 12, COLS = 9, SWEEPS = 7 };

/* argv[1], if given: offset of the first transfer, which is refused if it does not fit. */
int main(int argc, char** argv) {
  static double f[ROWS][COLS], r[ROWS][COLS], old[ROWS][COLS], expected[ROWS][COLS];
  int i, j, k;
  for (i = 0; i < ROWS; i++) {
    for (j = 0; j < COLS; j++) {
      f[i][j] = expected[i][j] = (i * 7 + j * 3) % 11 / 4.0;
      r[i][j] = (i + j) % 5 / 8.0;
    }
  }
  for (k = 0; k < SWEEPS; k++) {
    memcpy(old, expected, sizeof old);
    for (i = 1; i < ROWS - 1; i++) {
      for (j = 1; j < COLS - 1; j++) {
        expected[i][j] =
            ((old[i - 1][j] + old[i + 1][j]) * 1.5 + (old[i][j - 1] + old[i][j + 1]) * 0.75 - r[i][j]) * 0.2;
      }
    }
  }
  f_to_accel(argc > 1 ? atoi(argv[1]) : 0, f, ROWS * COLS);
  r_to_accel(0, r, ROWS * COLS);
  itstep_accel(ROWS, COLS, 1.5, 0.75, 0.2, SWEEPS);
  f_from_accel(0, f, ROWS * COLS);
  puts(memcmp(f, expected, sizeof f) == 0 ? "equal" : "different");
  return memcmp(f, expected, sizeof f) != 0;
}
