// The collective calls of this program on MPI_COMM_WORLD, counted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// Blocking ones so far, of those that the library sees; ranks make the same ones in the same order.
std::int64_t collective_calls();
// One more. Returns its number, from 1.
std::int64_t count_collective_call();

// While one thread is in a function of MPI or of ours, no other calls MPI.
bool calls_mpi_in_one_thread();

}  // namespace stencil
