// Reports operations that are still in flight when the program calls MPI_Finalize.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace stencil {

// From the first call on, MPI_Finalize ends fatally (status 2) while a token is in flight: its data never arrived for
// certain. Done by an attribute of MPI_COMM_SELF, which MPI deletes first of all in MPI_Finalize, so that no wrapper
// of MPI_Finalize is needed. Throws DeviceError when MPI refuses.
void watch_finalize();

extern std::atomic<bool> finalize_watched;

// True from the first call of watch_finalize until MPI_Finalize is called: MPI is running, without asking it.
inline bool finalize_is_watched() {
  return finalize_watched.load(std::memory_order_acquire);
}

}  // namespace stencil
