// Reads and checks the descriptors of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/mpi/communicators/callers_comm.hpp"

namespace stencil {

// A matrix as the calling rank sees it. lld is in elements and at least smallest_lld of the rank.
struct MatrixDescriptor {
  CallersComm comm;  // of the context; contains all ranks of the process grid
  int rank = 0;      // of the caller in comm; it need not be in the process grid
  GridPlace place;   // of the caller in the process grid
  BlockCyclicLayout layout;
  std::int64_t lld = 1;

  bool in_grid() const { return place.inside(); }
  std::int64_t local_rows() const { return layout.local_rows(rank); }
  std::int64_t local_cols() const { return layout.local_cols(rank); }
};

// Reads and checks the nine numbers of a descriptor of doubles, whether descinit or the caller filled them in.
// Throws ArgumentError "ARGUMENT: FIELD_ = VALUE, must be ...".
MatrixDescriptor matrix_descriptor(const char* argument, const std::int64_t* desc);

// The descriptor that this thread read last, if any. Plain data, so that access to the thread_local needs no guard.
struct RecentDescriptor {
  std::int64_t fields[9];
  std::uint64_t contexts_freed;
  const MatrixDescriptor* matrix;  // null: none
};
inline thread_local RecentDescriptor recent_descriptor{};
inline std::atomic<std::uint64_t> contexts_freed{0};

const MatrixDescriptor& read_recent_descriptor(const char* argument, const std::int64_t* desc);

// matrix_descriptor for functions called element by element: reuses this thread's last result while the nine numbers
// are the same and no context has been freed since. The reference is valid until the thread's next call.
inline const MatrixDescriptor& recent_matrix_descriptor(const char* argument, const std::int64_t* desc) {
  const RecentDescriptor& recent = recent_descriptor;
  if (desc == nullptr || recent.matrix == nullptr || recent.contexts_freed != contexts_freed.load()) {
    return read_recent_descriptor(argument, desc);
  }
  std::int64_t differences = 0;
  for (int k = 0; k < 9; ++k) differences |= recent.fields[k] ^ desc[k];
  return differences == 0 ? *recent.matrix : read_recent_descriptor(argument, desc);
}

// Makes every thread read its next descriptor anew. To be called after a context is freed.
void forget_recent_descriptors();

// Throws ArgumentError for a null array on a rank that holds elements of the matrix.
void check_local_array(const char* argument, const double* array, const MatrixDescriptor& matrix);

}  // namespace stencil
