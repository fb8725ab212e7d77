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
  if (is(name, "synchronous") && rank == 0) MPI_Ssend(&word, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
  if (is(name, "some") && rank == 0) {
    MPI_Request requests[2];
    int ended, indices[2];
    MPI_Irecv(&word, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(words, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitsome(2, requests, &ended, indices, MPI_STATUSES_IGNORE);
  }
  if (is(name, "matched") && rank == 0) {
    MPI_Message message;
    MPI_Mprobe(1, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  }
  if (is(name, "scatter")) {
    if (rank == 0) MPI_Scatter(NULL, 0, MPI_INT, &word, 1, MPI_INT, 1, MPI_COMM_WORLD);
  }
  if (is(name, "all-to-all")) {
    if (rank == 0) MPI_Alltoall(words, 1, MPI_INT, words + ranks, 1, MPI_INT, MPI_COMM_WORLD);
    if (rank == 1) MPI_Scan(&rank, &word, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (is(name, "by-name")) {
    MPI_Group all;
    MPI_Comm other;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (rank == 1) sleep(1), raise(SIGKILL);
    MPI_Comm_create(MPI_COMM_WORLD, all, &other);
  }
}

static volatile sig_atomic_t noted;

static void note(int number) {
  noted = number;
}

static void give_up(int number) {
  _exit(number == SIGALRM ? 5 : 6);
}

/* Rank 1 is in MPI_Finalize, and its message is on its way; or rank 0 takes long. */
static void go_on(const char* name) {
  MPI_Request request;
  if (is(name, "slow") && rank == 0) sleep(2);
  if (is(name, "own-handler")) signal(SIGTERM, note), raise(SIGTERM);
  if (is(name, "small")) {
    if (rank == 1) MPI_Send(&word, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    if (rank == 0) sleep(1), receive(MPI_ANY_SOURCE, MPI_ANY_TAG);
  }
  if (is(name, "freed")) {
    if (rank == 1) MPI_Isend(words, large, MPI_INT, 0, 7, MPI_COMM_WORLD, &request), MPI_Request_free(&request);
    if (rank == 0) sleep(1), MPI_Recv(words, large, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  /* Messages of all kinds, taken by all kinds of calls. */
  if (is(name, "kinds")) {
    MPI_Request requests[4];
    MPI_Message message;
    int ended, done, indices[4];
    if (rank == 1) {
      sleep(1);
      MPI_Ssend(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
      MPI_Rsend(&word, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
      MPI_Issend(&word, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &requests[0]);
      MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
      MPI_Send(&word, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
      MPI_Sendrecv_replace(&word, 1, MPI_INT, 0, 5, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0) {
      for (done = 0; done < 4; done++)
        MPI_Irecv(words + done, 1, MPI_INT, 1, done == 3 ? 5 : done + 1, MPI_COMM_WORLD, &requests[done]);
      for (done = 0; done < 3; done += ended) MPI_Waitsome(3, requests, &ended, indices, MPI_STATUSES_IGNORE);
      MPI_Mprobe(1, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
      MPI_Mrecv(&word, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
      sleep(1);
      MPI_Send(&word, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
      for (done = 0; !done;) MPI_Testall(1, &requests[3], &done, MPI_STATUSES_IGNORE);
    }
    MPI_Scan(&rank, &word, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allgatherv(&rank, 1, MPI_INT, words, (int[]){1, 1}, (int[]){0, 1}, MPI_INT, MPI_COMM_WORLD);
  }
  /* Messages of persistent requests are not counted: what comes of this receive is not known. It ends by a signal. */
  if (is(name, "uncounted")) {
    if (rank == 1) {
      MPI_Send_init(&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
      MPI_Start(&request), MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_Request_free(&request);
    }
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
  if (!is(argv[1], "own-handler")) return 0;
  /* Its handler is still there. */
  if (noted != SIGTERM) return 7;
  noted = 0;
  raise(SIGTERM);
  return noted == SIGTERM ? 0 : 8;
}
