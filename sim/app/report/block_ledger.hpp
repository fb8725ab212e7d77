// The blocks of a rank, or of a run, in bounded memory: sums every block in its class and lists the first ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "sim/app/report/classes.hpp"

namespace stencil {

// Number of blocks that a report lists, over all ranks; the others are only in classes and sums.
inline constexpr std::int64_t most_listed_blocks = 10000;

// Is told of each block as it is accounted for: on one rank in the order of its device's cycles, without gaps.
class BlockListener {
 public:
  virtual ~BlockListener() = default;
  // In which cycle of the device the first one begins.
  virtual void blocks_begin(std::int64_t cycle) = 0;
  virtual void block(const BlockRecord& block) = 0;
};

struct BlockLedger {
  BlockListener* listener = nullptr;  // of add()
  // Whether the blocks of a step are simulated in RTL; empty: all of them alike.
  std::function<bool(std::int64_t step)> on_rtl = {};
  std::int64_t most_listed = most_listed_blocks;
  std::vector<BlockRecord> blocks;            // the first, in the order of a report
  std::int64_t blocks_omitted = 0;            // number of blocks that are not listed
  ClassTable classes;                         // of all blocks
  std::map<std::int64_t, BlockCounts> ranks;  // sums over the blocks of each rank that has any

  void add(const BlockRecord& block);

  // All blocks, listed or not.
  std::int64_t count() const { return static_cast<std::int64_t>(blocks.size()) + blocks_omitted; }
};

BlockCounts& operator+=(BlockCounts& a, const BlockCounts& b);
BlockLimits& operator+=(BlockLimits& a, const BlockLimits& b);

}  // namespace stencil
