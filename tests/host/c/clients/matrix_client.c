/* The manual's 9 x 9 example in blocks of 2 x 2, filled and read through block_cyclic.h on any number of ranks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "block_cyclic.h"

enum { N = 9, NB = 2 };

int main(int argc, char** argv) {
  int rank, ranks, npcol = 1;
  int64_t context, desc[DLEN_], info = -1, nprow_, npcol_, myrow, mycol, i, j, k, locr = 0, locc = 0, lld;
  long wrong = 0, held = 0, all[2], mine[2];
  double* a;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  while ((npcol + 1) * (npcol + 1) <= ranks) npcol++;
  context = block_cyclic_context(MPI_COMM_WORLD, ranks / npcol, npcol);
  block_cyclic_gridinfo(context, &nprow_, &npcol_, &myrow, &mycol);
  if (myrow >= 0) {
    locr = numroc(N, NB, myrow, 0, nprow_);
    locc = numroc(N, NB, mycol, 0, npcol_);
  }
  lld = locr > 1 ? locr : 1;
  descinit(desc, N, N, NB, NB, 0, 0, context, argc > 1 ? atoi(argv[1]) : lld, &info);
  a = malloc(sizeof(double) * (size_t)(lld * locc + 1));
  for (k = 0; k < lld * locc; k++) a[k] = 0;

  for (j = 1; j <= N; j++) {
    for (i = 1; i <= N; i++) pdelset(a, i, j, desc, (double)(10 * i + j));
  }
  for (j = 1; j <= locc; j++) {
    for (i = 1; i <= locr; i++) {
      const double expected = (double)(10 * indxl2g(i, NB, myrow, 0, nprow_) + indxl2g(j, NB, mycol, 0, npcol_));
      wrong += a[i - 1 + (j - 1) * lld] != expected;
      held++;
    }
  }
  for (j = 1; j <= N; j++) {
    for (i = 1; i <= N; i++) {
      double alpha = -1;
      pdelget("A", " ", &alpha, a, i, j, desc);
      wrong += alpha != (myrow >= 0 ? (double)(10 * i + j) : -1);
    }
  }
  mine[0] = wrong + (info != 0);
  mine[1] = held;
  MPI_Reduce(mine, all, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld elements on a grid of %d x %d, %ld wrong\n", all[1], (int)nprow_, (int)npcol_, all[0]);
  free(a);
  block_cyclic_context_free(context);
  MPI_Finalize();
  return rank == 0 && (all[0] != 0 || all[1] != N * N);
}
