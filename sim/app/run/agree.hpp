// Errors that one rank meets and all ranks must end with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>

#include "host/mpi/agreed_error.hpp"
#include "host/base/errors.hpp"

namespace stencil {

// Collective: runs `work` on each rank; if it throws on any, every rank throws AgreedError with the failure of the
// lowest such rank: status 2 for ArgumentError and lack of memory, 3 for all else. what() names that rank, but where
// the status is 2 and all ranks failed.
// `work` must not communicate: a rank that has failed does not answer until all are through. What a rank meets while
// others wait for its messages cannot be agreed on; there it is alone, and its caller aborts the job.
void agree(MPI_Comm communicator, const std::function<void()>& work);

}  // namespace stencil
