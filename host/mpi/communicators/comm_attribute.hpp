// An object that a communicator owns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <mutex>

#include "host/mpi/check.hpp"

namespace stencil {

// The communicator's object of type T, made with T() if it has none yet: an attribute, of which there is one per type.
// Duplicates begin without one. MPI_Comm_free destroys it, MPI_Finalize that of MPI_COMM_WORLD. Local. Throws
// DeviceError when MPI fails.
template <typename T>
T& attribute_of(MPI_Comm comm) {
  // Two threads must not both make one: MPI would destroy the first.
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  // Never freed: communicators may have the attribute until MPI_Finalize.
  static const int key = [] {
    const auto destroy = [](MPI_Comm, int, void* object, void*) {
      delete static_cast<T*>(object);
      return MPI_SUCCESS;
    };
    int made = MPI_KEYVAL_INVALID;
    check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, destroy, &made, nullptr), "MPI_Comm_create_keyval");
    return made;
  }();
  void* object = nullptr;
  int is_set = 0;
  check_mpi(MPI_Comm_get_attr(comm, key, &object, &is_set), "MPI_Comm_get_attr");
  if (is_set != 0) return *static_cast<T*>(object);
  auto made = std::make_unique<T>();
  check_mpi(MPI_Comm_set_attr(comm, key, made.get()), "MPI_Comm_set_attr");
  return *made.release();
}

}  // namespace stencil
