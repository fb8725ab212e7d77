/* Whether a planted fault was chosen: PLANT has its name, PLANT_RANK the rank (every rank unless set).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef STENCIL_PLANTED_H
#define STENCIL_PLANTED_H

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static inline int stencil_planted(const char* name) {
  const char* const chosen = getenv("PLANT");
  const char* const rank = getenv("PLANT_RANK");
  int mine = 0;
  if (chosen == NULL || strcmp(chosen, name) != 0) return 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &mine);
  return rank == NULL || atoi(rank) == mine;
}

#endif
