// What stands behind a VSDA handle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "host/arrays/vsda/layouts/array_layout.hpp"
#include "host/arrays/vsda/layouts/plan_update.hpp"
#include "host/mpi/call_lock.hpp"

namespace stencil {

// One distribution template on one communicator.
struct Descriptor {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  std::int64_t elemsize = 0;  // bytes
  ArrayLayout layout;
  UpdatePlan update;  // the same each time; a block-cyclic array has none
};

// What an update needs of its descriptor.
struct UpdateOrder {
  MPI_Comm comm = MPI_COMM_NULL;
  UpdatePlan plan;
};

// Handles are numbers no caller's memory holds by chance, and none is ever given out twice. They say where in the table
// the descriptor lies: an update looks at one place and copies what it needs.
class DescriptorTable {
 public:
  // A handle: 16 bits that spell VS, 24 of generation, 24 of place. A place serves this many descriptors in turn and is
  // then left empty.
  static constexpr std::uint64_t default_last_generation = (std::uint64_t{1} << 24) - 1;
  static constexpr std::uint64_t most_places = std::uint64_t{1} << 24;
  explicit DescriptorTable(std::uint64_t last_generation = default_last_generation)
      : last_generation_(last_generation) {}

  // Throws DeviceError when 2^24 descriptors are there.
  std::uint64_t add(Descriptor descriptor);

  // The descriptor stays alive for the caller even when another thread destroys the handle.
  // Throws ArgumentError, naming the argument, for an id this table does not hold.
  std::shared_ptr<const Descriptor> find(const char* argument, std::uint64_t id) const;

  // What an update needs, for threads that may call MPI, without a share in the descriptor: the table's own, good until
  // the handle is destroyed, or `copy`, filled. Where MPI lets in one thread at a time there is nothing to lock: add()
  // follows calls of MPI, and remove() leaves the places of others alone. Throws like find.
  const UpdateOrder& find_update(const char* argument, std::uint64_t id, UpdateOrder& copy) const {
    if (one_thread_calls_mpi()) return place(argument, id).order;
    const std::lock_guard<std::mutex> lock(mutex_);
    return copy = place(argument, id).order;
  }

  // That there is such a descriptor, in the same way. Throws like find.
  void check(const char* argument, std::uint64_t id) const {
    std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
    if (!one_thread_calls_mpi()) lock.lock();
    place(argument, id);
  }

  void remove(const char* argument, std::uint64_t id);

 private:
  struct Place {
    std::uint64_t id = 0;  // 0: empty
    std::uint64_t generation = 0;
    UpdateOrder order;
    std::shared_ptr<const Descriptor> descriptor;
  };

  // Under the lock.
  const Place& place(const char* argument, std::uint64_t id) const {
    const std::size_t number = place_of(id);
    if (number >= places_.size() || places_[number].id != id || id == 0) refuse(argument, id);
    return places_[number];
  }
  static std::size_t place_of(std::uint64_t id) { return static_cast<std::size_t>(id & (most_places - 1)); }
  [[noreturn]] static void refuse(const char* argument, std::uint64_t id);

  mutable std::mutex mutex_;
  std::uint64_t last_generation_;
  std::vector<Place> places_;
  std::vector<std::size_t> free_places_;
};

// Never destroyed, like the token registry.
inline DescriptorTable& descriptor_table() {
  static auto* const table = new DescriptorTable;
  return *table;
}

}  // namespace stencil
