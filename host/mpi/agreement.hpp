// Turns the failure of one rank into the same error on all ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <string>

#include "host/mpi/agreed_error.hpp"

namespace stencil {

// Collective: one reduction. Throws AgreedError, with the failure of the lowest rank where it is not null, if there is
// one.
void agree(MPI_Comm comm, const Failure* failure);

// Collective: runs `work` on each rank; if it throws on any, every rank throws AgreedError with the failure of the
// lowest such rank: status 2 for ArgumentError and lack of memory, 3 for all others. what() names that rank, unless the
// status is 2 and all ranks failed.
// `work` must not communicate, because a rank that has failed does not answer until all have finished. An error of a
// rank for whose messages others wait cannot be shared in this way; its caller must abort the job.
void agree(MPI_Comm comm, const std::function<void()>& work);

// Collective: throws AgreedError, from rank 0, unless `words` are equal on all ranks. `what` describes them in the
// text.
void agree_on(MPI_Comm comm, const std::string& words, const char* what);

// Collective: copies the text of rank `from` to all ranks.
void share_text(MPI_Comm comm, std::string& text, int from = 0);

// Collective: runs the body, which may throw and must not communicate, and throws AgreedError if it threw on any rank.
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
