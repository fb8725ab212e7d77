/* A program of a user's over several nodes: exchanges halo rows and sweeps until a file appears.
 * SPDX-License-Identifier: Apache-2.0
 *
 * node_client FOLDER: each rank leaves its process number in FOLDER/rank.R, and all end when there is a FOLDER/stop.
 */
#include <accel.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <vsda.h>

enum { cols = 20, width = 2, rows_of_a_rank = 8 };

static double f[(rows_of_a_rank + 2 * width) * cols], r[(rows_of_a_rank + 2 * width) * cols];

static void leave_process_number(const char* folder, int rank) {
  char path[4096], name[4096];
  FILE* file;
  snprintf(path, sizeof path, "%s/new.%d", folder, rank);
  snprintf(name, sizeof name, "%s/rank.%d", folder, rank);
  file = fopen(path, "w");
  if (file == NULL || fprintf(file, "%d\n", (int)getpid()) < 0 || fclose(file) != 0 || rename(path, name) != 0) {
    perror(path);
    exit(4);
  }
}

int main(int argc, char** argv) {
  int rank, ranks, stop = 0;
  long start, finish;
  VSDA rows;
  MPI_Request token[4];
  char path[4096];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  VSDA_Create_periodic(MPI_COMM_WORLD, (long)ranks * rows_of_a_rank, cols * (long)sizeof(double), width, NULL, NULL,
                       &rows);
  VSDA_Get_extent(&rows, &start, &finish);
  snprintf(path, sizeof path, "%s/stop", argv[1]);
  leave_process_number(argv[1], rank);
  while (!stop) {
    const int here = (int)(finish - start) + 2 * width;
    VSDA_Update_begin(&rows, token, f);
    VSDA_Update_end(token);
    f_to_accel(0, f, here * cols);
    r_to_accel(0, r, here * cols);
    itstep_accel(here, cols, 1.0, 1.0, 0.25, width);
    f_from_accel(width * cols, f + width * cols, (here - 2 * width) * cols);
    if (rank == 0) stop = access(path, F_OK) == 0;
    MPI_Bcast(&stop, 1, MPI_INT, 0, MPI_COMM_WORLD);
    usleep(20000);
  }
  MPI_Finalize();
  return 0;
}
