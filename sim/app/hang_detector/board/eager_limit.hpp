// The size of messages up to which MPI takes them from a sender though nobody receives them yet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// Bytes, between ranks of a node; below 0: not known. Known for Open MPI's own transports (pml ob1), by its control
// variables: that of shared memory where it is there, else the largest of all.
std::int64_t mpi_eager_limit();

}  // namespace stencil
