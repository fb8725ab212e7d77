/* Gauss-Seidel in tiles from C: rows dealt to the ranks by VSDA, each round of sweeps over the whole field one step
 * that the library cuts into tiles, as `stencil-cosim run --kernel gauss-seidel` does.
 * SPDX-License-Identifier: Apache-2.0
 *
 * argv: ROWS COLS ROUNDS SWEEPS FILE. STENCIL_TILES chooses the tiles of a rank; without it the library takes those
 * that the model of the device says end first.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "step.h"
#include "vsda.h"

int main(int argc, char** argv) {
  const long rows = argc > 1 ? atol(argv[1]) : 202;
  const long cols = argc > 2 ? atol(argv[2]) : 202;
  const int rounds = argc > 3 ? atoi(argv[3]) : 3;
  const long sweeps = argc > 4 ? atol(argv[4]) : 4; /* one way; a cut needs sweeps + 1 halo rows */
  VSDA array;
  MPI_Request token[4];
  MPI_File file;
  stencil_part part;
  long start, finish, i, j;
  int rank, round;
  double value = 0, sum = 0, *f;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, (long)sizeof(double) * cols, sweeps + 1, NULL, NULL, &array);
  VSDA_Get_extent(&array, &start, &finish);
  f = calloc((size_t)((finish - start + 2 * (sweeps + 1)) * cols), sizeof *f);
  stencil_part_of_vsda(&array, f, NULL, &part);
  for (i = start; i < finish; i++) {
    for (j = 0; j < cols; j++) f[(part.first_owned + i - start) * cols + j] = (double)((i * 37 + j * 101) % 64) / 8;
  }
  /* Once: a step leaves of the halo right what the next one reads. */
  VSDA_Update_begin(&array, token, f);
  VSDA_Update_end(token);

  for (round = 0; round < rounds; round++) {
    stencil_step_begin(&part, "gauss-seidel", NULL, sweeps, NULL, NULL, 0);
    /* work that does not touch f */
    stencil_step_wait();
  }

  if (start <= rows / 2 && rows / 2 < finish) value = f[(part.first_owned + rows / 2 - start) * cols + cols / 2];
  MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld x %ld points, %d rounds: %.17g in the middle\n", rows, cols, rounds, sum);
  if (argc > 5) {
    MPI_File_open(MPI_COMM_WORLD, argv[5], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, start * cols * (MPI_Offset)sizeof *f, f + part.first_owned * cols,
                          (int)((finish - start) * cols), MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
  }
  free(f);
  MPI_Finalize();
  return 0;
}
