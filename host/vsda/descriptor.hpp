// What stands behind a VSDA handle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "host/vsda/array_layout.hpp"
#include "host/vsda/segment.hpp"

namespace stencil {

// One distribution template on one communicator.
struct Descriptor {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  std::int64_t elemsize = 0;  // bytes
  ArrayLayout layout;
  ExchangePlan update;  // the same each time; a block-cyclic array has none
};

// Handles are numbers no caller's memory holds by chance: the upper half spells VSDA, the lower counts.
class DescriptorTable {
 public:
  std::uint64_t add(Descriptor descriptor);

  // The descriptor stays alive for the caller even when another thread destroys the handle.
  // Throws ArgumentError, naming the argument, for an id this table does not hold.
  std::shared_ptr<const Descriptor> find(const char* argument, std::uint64_t id) const;

  void remove(const char* argument, std::uint64_t id);

 private:
  mutable std::mutex mutex_;
  std::uint64_t last_id_ = std::uint64_t{0x56534441} << 32;
  std::unordered_map<std::uint64_t, std::shared_ptr<const Descriptor>> descriptors_;
};

DescriptorTable& descriptor_table();

}  // namespace stencil
