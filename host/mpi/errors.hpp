// Errors of MPI: one line and status 3 inside the published functions, MPI's own handling everywhere else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace stencil {

// Number of published functions that this thread is in.
inline thread_local int published_calls = 0;

// Called when this thread enters the first of them, and when it has left it; null: no one.
inline void (*published_call_watch)(bool begins) = nullptr;

class PublishedCall {
 public:
  PublishedCall() {
    if (published_calls++ == 0 && published_call_watch != nullptr) published_call_watch(true);
  }
  ~PublishedCall() {
    if (--published_calls == 0 && published_call_watch != nullptr) published_call_watch(false);
  }
  PublishedCall(const PublishedCall&) = delete;
  PublishedCall& operator=(const PublishedCall&) = delete;
};

// Replaces MPI's default error handler of comm and MPI_COMM_WORLD, which ends the program with MPI's text and status,
// by one that returns errors while this thread is in a published function, which then reports them
// (host/mpi/check.hpp), and otherwise does as the default one. Keeps any other handler. Local.  @pre MPI runs
void return_errors_to_published_functions(MPI_Comm comm);

}  // namespace stencil
