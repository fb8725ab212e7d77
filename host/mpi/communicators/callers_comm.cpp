// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/communicators/callers_comm.hpp"

#include "host/base/errors.hpp"
#include "host/mpi/communicators/comm_attribute.hpp"

namespace stencil {
namespace {

struct FreedFlag {
  FreedFlag() = default;
  ~FreedFlag() { flag->store(true, std::memory_order_relaxed); }
  FreedFlag(const FreedFlag&) = delete;
  FreedFlag& operator=(const FreedFlag&) = delete;

  std::shared_ptr<std::atomic<bool>> flag = std::make_shared<std::atomic<bool>>(false);
};

// MPI keeps a table of all communicators for Fortran. A freed one is in it no more, though its memory may look alive.
bool is_known(MPI_Comm comm) {
  return MPI_Comm_f2c(MPI_Comm_c2f(comm)) == comm;
}

}  // namespace

CallersComm::CallersComm(MPI_Comm comm) : comm_(comm) {
  if (!is_known(comm)) throw ArgumentError("comm is no communicator, or one that has been freed");
  freed_ = attribute_of<FreedFlag>(comm).flag;
}

void CallersComm::refuse_freed() {
  throw ArgumentError("the communicator has been freed, must outlive the use of what was made on it");
}

}  // namespace stencil
