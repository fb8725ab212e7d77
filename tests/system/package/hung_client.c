/* Ranks that wait for others: hung_client CASE. Rank 0 prints "done" where all go on.
   SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accel.h"

enum { large = 1 << 20 }; /* words: more than MPI takes without a receiver */

static int rank, ranks, word;
static int* words;

static int is(const char* name, const char* wanted) {
  return strcmp(name, wanted) == 0;
}

static void receive(int from, int tag) {
  MPI_Recv(&word, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 0 waits for what nobody sends; all others are in MPI_Finalize, or wait for each other. */
static void hang(const char* name) {
  if (is(name, "receive") && rank == 0) receive(1, 7);
  if (is(name, "any") && rank == 0) receive(MPI_ANY_SOURCE, 7);
  if (is(name, "any") && rank == 1) receive(0, 8);
  if (is(name, "wait") && rank == 0) {
    MPI_Request request;
    MPI_Irecv(&word, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (is(name, "both-ways") && rank == 0)
    MPI_Sendrecv(&rank, 1, MPI_INT, 1, 6, &word, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (is(name, "barrier")) rank == 0 ? (void)MPI_Barrier(MPI_COMM_WORLD) : receive(0, 7);
  if (is(name, "own-communicator")) {
    const int open_ends = 0;
    MPI_Comm line, copy, half;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &open_ends, 0, &line);
    MPI_Comm_dup(line, &copy);
    MPI_Comm_split(copy, 0, ranks - rank, &half);
    MPI_Comm_free(&copy);
    MPI_Bcast(&word, 1, MPI_INT, 0, half);
    if (rank == 0) MPI_Recv(&word, 1, MPI_INT, 0, 7, half, MPI_STATUS_IGNORE);
  }
  if (is(name, "large") && rank == 0) MPI_Send(words, large, MPI_INT, 1, 9, MPI_COMM_WORLD);
}

static void give_up(int number) {
  _exit(number == SIGALRM ? 5 : 6);
}

/* Rank 1 is in MPI_Finalize, and its message is on its way; or rank 0 takes long. */
static void go_on(const char* name) {
  MPI_Request request;
  if (is(name, "slow") && rank == 0) sleep(2);
  if (is(name, "small")) {
    if (rank == 1) MPI_Send(&word, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    if (rank == 0) sleep(1), receive(MPI_ANY_SOURCE, MPI_ANY_TAG);
  }
  if (is(name, "freed")) {
    if (rank == 1) MPI_Isend(words, large, MPI_INT, 0, 7, MPI_COMM_WORLD, &request), MPI_Request_free(&request);
    if (rank == 0) sleep(1), MPI_Recv(words, large, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  /* Messages of MPI_Ssend are not counted: what comes of this receive is not known. It ends by a signal. */
  if (is(name, "uncounted")) {
    if (rank == 1) MPI_Ssend(&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    if (rank == 0) signal(SIGALRM, give_up), alarm(2), receive(1, 5), receive(1, 7);
  }
}

int main(int argc, char** argv) {
  double f[9] = {0}, r[9] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  words = calloc(large, sizeof *words);
  r_to_accel(0, r, 9);
  f_to_accel(0, f, 9);
  itstep_accel(3, 3, 1, 1, 1, 1);
  f_from_accel(0, f, 9);
  hang(argv[1]);
  go_on(argv[1]);
  if (rank == 0) printf("done\n");
  MPI_Finalize();
  free(words);
  return 0;
}
