// What goes wrong on one rank ends the call on all of them, in one and the same way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <string>

#include "host/mpi/agreed_error.hpp"

namespace stencil {

// Collective: one reduction. Throws AgreedError with the failure of the lowest rank that has one (not null), if any
// has.
void agree(MPI_Comm comm, const Failure* failure);

// Collective: runs `work` on each rank; if it throws on any, every rank throws AgreedError with the failure of the
// lowest such rank: status 2 for ArgumentError and lack of memory, 3 for all else. what() names that rank, but where
// the status is 2 and all ranks failed.
// `work` must not communicate: a rank that has failed does not answer until all are through. What a rank meets while
// others wait for its messages cannot be agreed on; there it is alone, and its caller aborts the job.
void agree(MPI_Comm comm, const std::function<void()>& work);

// Collective: throws AgreedError, from rank 0, unless `words` are equal on all ranks. `what` names what they say.
void agree_on(MPI_Comm comm, const std::string& words, const char* what);

// Collective: the text of one rank, on every rank.
void share_text(MPI_Comm comm, std::string& text, int from = 0);

// Runs the body, which may throw and must not communicate, on every rank, and agrees on the outcome.
template <typename Body>
void together(MPI_Comm comm, Body&& body) {
  std::unique_ptr<Failure> failure;
  try {
    body();
  } catch (...) {
    failure = failure_of_current_exception();
  }
  agree(comm, failure.get());
}

}  // namespace stencil
