// The descriptors that VSDA handles name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "host/arrays/exchange/prepared_plan.hpp"
#include "host/arrays/vsda/checks/operation_log.hpp"
#include "host/arrays/vsda/layouts/array_layout.hpp"
#include "host/arrays/vsda/layouts/plan_update.hpp"
#include "host/mpi/call_lock.hpp"
#include "host/mpi/communicators/callers_comm.hpp"

namespace stencil {

// One distribution, on one communicator, of any number of arrays.
struct Descriptor {
  CallersComm comm;
  int rank = 0;
  std::int64_t elemsize = 0;  // bytes
  ArrayLayout layout;
  UpdatePlan update;                                    // the plan of every update; a block-cyclic array has none
  std::shared_ptr<OperationLog> log;                    // of the communicator; null unless STENCIL_PARANOID is 1
  std::string name;                                     // for the log
  std::shared_ptr<const PreparedPlan> boxes = nullptr;  // the plan of every update of an array in boxes
};

// The part of a descriptor that an update needs.
struct UpdateOrder {
  CallersComm comm;
  UpdatePlan plan;
  bool is_logged = false;
};

// Handles are numbers that no caller's memory holds by chance, and none is ever given out twice. A handle contains the
// place of its descriptor in the table, so that an update looks at one place only.
class DescriptorTable {
 public:
  // A handle: 16 bits that spell VS, 24 of generation, 24 of place. A place serves one descriptor per generation and
  // stays empty after the last.
  static constexpr std::uint64_t default_last_generation = (std::uint64_t{1} << 24) - 1;
  static constexpr std::uint64_t most_places = std::uint64_t{1} << 24;
  explicit DescriptorTable(std::uint64_t last_generation = default_last_generation)
      : last_generation_(last_generation) {}

  // Throws DeviceError when the table holds 2^24 descriptors.
  std::uint64_t add(Descriptor descriptor);

  // The descriptor stays alive for the caller even when another thread destroys the handle.
  // Throws ArgumentError, naming the argument, for an id this table does not hold.
  std::shared_ptr<const Descriptor> find(const char* argument, std::uint64_t id) const;

  // The part an update needs, for threads that may call MPI: the table's own, valid until the handle is destroyed, or,
  // where several threads may call MPI at once, a copy of it in `copy`. Below MPI_THREAD_MULTIPLE this locks nothing:
  // add() runs only beside calls of MPI, and remove() leaves the places of other descriptors alone. Throws as find().
  const UpdateOrder& find_update(const char* argument, std::uint64_t id, UpdateOrder& copy) const {
    if (one_thread_calls_mpi()) return place(argument, id).order;
    const std::lock_guard<std::mutex> lock(mutex_);
    return copy = place(argument, id).order;
  }

  // Throws as find() unless there is such a descriptor; locks as find_update() does.
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

  // @pre the caller holds the lock, or needs none
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
