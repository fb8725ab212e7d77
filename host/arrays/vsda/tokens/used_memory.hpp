// Memory of the caller's that an operation in flight uses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace stencil {

// Whole elements of one array, which MPI receives, so that nobody may touch them, or sends, so that nobody may change
// them.
struct UsedMemory {
  const std::byte* array = nullptr;
  std::int64_t elemsize = 1;  // bytes
  std::int64_t first = 0;     // bytes from the start of the array
  std::int64_t last = 0;
  bool received = false;
  int peer = 0;  // of the communicator of the array
  int self = 0;  // of updates: this rank, there too
};

}  // namespace stencil
