// The border of functions that all ranks of a context's communicator call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <optional>

#include "host/arrays/vsda/arguments.hpp"
#include "host/c/matrices/collective_watch.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/border.hpp"

namespace stencil {

// Keeps exceptions inside, as c_border, and ends all ranks with one line where they share an error. begin() returns the
// communicator, or throws for an error that this rank alone sees; body() throws AgreedError on all its ranks or on
// none.
template <typename Begin, typename Body>
void collective_border(const char* function, Begin&& begin, Body&& body) {
  const auto error = c_border(function, [&]() -> std::optional<AgreedError> {
    check_mpi_is_running();
    const WatchedCall watched(function);
    const MPI_Comm comm = begin();
    try {
      body();
      return std::nullopt;
    } catch (const AgreedError& agreed) {
      // All ranks must have cleaned up (rank 0 removes an unfinished file) before one of them ends the program.
      MPI_Barrier(comm);
      return agreed;
    }
  });
  if (error) fatal_together(function, error->status, error->what(), error->speaks);
}

}  // namespace stencil
