// Reports operations that are still in flight when the program calls MPI_Finalize.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace stencil {

// From the first call on, MPI_Finalize ends the program with status 2 if a token is in flight, since its data may not
// have arrived. Uses an attribute of MPI_COMM_SELF, which MPI_Finalize deletes before anything else, and so needs no
// wrapper of MPI_Finalize. Throws DeviceError when MPI fails.
void watch_finalize();

// What the watch does in MPI_Finalize, at once, and not again: for an MPI_Finalize with work of its own before MPI's.
void end_finalize_watch();

extern std::atomic<bool> finalize_watched;

// True from the first watch_finalize() until MPI_Finalize: MPI is then known to run, without a call of MPI.
inline bool finalize_is_watched() {
  return finalize_watched.load(std::memory_order_acquire);
}

}  // namespace stencil
