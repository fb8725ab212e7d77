// A communicator of the caller's that descriptors, plans and contexts keep.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>

namespace stencil {

// Throws ArgumentError wherever it is used after MPI_Comm_free, so that neither a dangling handle nor one that MPI has
// given to another communicator since reaches MPI. An attribute of the communicator, with a delete callback that
// MPI_Comm_free calls, reports that: no messages, and no call of MPI per use.
class CallersComm {
 public:
  CallersComm() = default;
  // Local. Throws ArgumentError for a handle that MPI does not know, DeviceError when MPI fails.
  // @pre MPI runs, comm != MPI_COMM_NULL
  explicit CallersComm(MPI_Comm comm);

  // Throws ArgumentError if the communicator has been freed.
  void check() const {
    if (freed_ != nullptr && freed_->load(std::memory_order_relaxed)) refuse_freed();
  }
  // Implicit, so that each use is checked. Throws as check().
  operator MPI_Comm() const {
    check();
    return comm_;
  }

 private:
  [[noreturn]] static void refuse_freed();

  MPI_Comm comm_ = MPI_COMM_NULL;
  std::shared_ptr<const std::atomic<bool>> freed_;
};

}  // namespace stencil
