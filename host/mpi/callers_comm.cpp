// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/callers_comm.hpp"

#include <mutex>

#include "host/base/errors.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

using Flag = std::shared_ptr<std::atomic<bool>>;

extern "C" int stencil_note_freed_communicator(MPI_Comm, int, void* attribute, void*) {
  auto* const flag = static_cast<Flag*>(attribute);
  (*flag)->store(true, std::memory_order_relaxed);
  delete flag;
  return MPI_SUCCESS;
}

// Not copied to duplicates. Never freed: communicators may have the attribute until MPI_Finalize.
int freed_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, stencil_note_freed_communicator, &made, nullptr),
              "MPI_Comm_create_keyval");
    return made;
  }();
  return key;
}

// The communicator's flag, made if it has none. Locks, because a second attribute of the same key would delete the
// first, as MPI_Comm_free does.
Flag flag_of(MPI_Comm comm) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  void* attribute = nullptr;
  int is_set = 0;
  check_mpi(MPI_Comm_get_attr(comm, freed_key(), &attribute, &is_set), "MPI_Comm_get_attr");
  if (is_set != 0) return *static_cast<Flag*>(attribute);
  auto made = std::make_unique<Flag>(std::make_shared<std::atomic<bool>>(false));
  check_mpi(MPI_Comm_set_attr(comm, freed_key(), made.get()), "MPI_Comm_set_attr");
  return *made.release();
}

// MPI keeps a table of all communicators for Fortran. A freed one is in it no more, though its memory may look alive.
bool is_known(MPI_Comm comm) {
  return MPI_Comm_f2c(MPI_Comm_c2f(comm)) == comm;
}

}  // namespace

CallersComm::CallersComm(MPI_Comm comm) : comm_(comm) {
  if (!is_known(comm)) throw ArgumentError("comm is no communicator, or one that has been freed");
  freed_ = flag_of(comm);
}

void CallersComm::refuse_freed() {
  throw ArgumentError("the communicator has been freed, must outlive the use of what was made on it");
}

}  // namespace stencil
