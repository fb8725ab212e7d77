// MPI's own errors behind the published functions: one line and status 3 there, MPI's own handling everywhere else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace stencil {

// Published functions that this thread is in.
inline thread_local int published_calls = 0;

class PublishedCall {
 public:
  PublishedCall() { ++published_calls; }
  ~PublishedCall() { --published_calls; }
  PublishedCall(const PublishedCall&) = delete;
  PublishedCall& operator=(const PublishedCall&) = delete;
};

// Where comm, or MPI_COMM_WORLD, has MPI's default handler, which ends the program with MPI's text and status, it gets
// one that returns errors while this thread is in a published function, so that it can name them (host/mpi/check.hpp),
// and otherwise does what the default one does. A handler of the user's stays. Local. Needs MPI running.
void return_errors_to_published_functions(MPI_Comm comm);

}  // namespace stencil
