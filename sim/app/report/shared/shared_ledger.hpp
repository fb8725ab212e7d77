// What the ranks of a node have measured, in memory that all of them can read: whoever ends the job reports it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host/mpi/node/node_memory.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

class SharedLedger {
 public:
  static constexpr std::size_t most_blocks = 1000;  // of a rank that are listed
  static constexpr std::size_t most_classes = 256;  // of a rank

  // Collective. Where memory cannot be shared, each rank has what it has published itself, and no more.
  explicit SharedLedger(MPI_Comm communicator);

  // Replaces what this rank has measured, by the thread that measures.
  void publish(const BlockLedger& own, const DmaCycles& dma);
  // The block that goes on, beside those that have ended; null: none. By the same thread.
  void publish_open(const BlockRecord* block);

  // Adds what all ranks of the node have published to a report that has none of it, whether they live or not. Any
  // thread may call it. A rank that died while it published is left out. Returns the ranks that are in it.
  std::vector<int> add_to(Report& report) const;

 private:
  struct Slot {
    std::size_t index = 0;
    std::int64_t count = 0;  // of its blocks, when it was written
  };

  void* memory() const;

  NodeMemory memory_;
  std::unique_ptr<std::int64_t[]> own_memory_;  // where none is shared
  std::size_t written_blocks_ = 0;
  BlockRecord last_written_;
  std::map<BlockClass, Slot, ClassOrder> slots_;
};

// "1, 3-5" of ranks that a report is about; empty where they are all.
std::string part_of_ranks(const std::vector<int>& ranks, std::int64_t all);

}  // namespace stencil
