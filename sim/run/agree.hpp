// Errors that one rank meets and all ranks must end with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <string>

#include "host/errors.hpp"

namespace stencil {

// Thrown by agree() on every rank, with the same text.
class AgreedError : public ArgumentError {
 public:
  explicit AgreedError(const std::string& text) : ArgumentError(text) {}
};

// Collective: runs `work` on each rank; if it throws ArgumentError or runs out of memory on any, every rank throws
// AgreedError with the text of the lowest such rank, which is named unless all ranks failed.
// `work` must not communicate. Other exceptions pass through on their rank alone: the caller aborts the job.
void agree(MPI_Comm communicator, const std::function<void()>& work);

}  // namespace stencil
