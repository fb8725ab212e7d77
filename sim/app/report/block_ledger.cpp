// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/block_ledger.hpp"

#include <algorithm>

#include "host/device/counts.hpp"

namespace stencil {

BlockLimits& operator+=(BlockLimits& a, const BlockLimits& b) {
  add_fields(a, b, limit_fields);
  return a;
}

BlockCounts& operator+=(BlockCounts& a, const BlockCounts& b) {
  a.cycles += b.cycles;
  a.traffic += b.traffic;
  a.limits += b.limits;
  return a;
}

void BlockLedger::add(const BlockRecord& block) {
  if (listener != nullptr) listener->block(block);
  ClassSums& sums = classes[block];
  sums.add(block);
  if (on_rtl && block.step && on_rtl(*block.step)) ++sums.on_rtl;
  ranks[block.rank] += block;
  const bool full = static_cast<std::int64_t>(blocks.size()) >= most_listed;
  if (full) ++blocks_omitted;
  if (full && (blocks.empty() || !(block < blocks.back()))) return;
  // Blocks come in the order of a report, except those of stages, which take the strips of every other step in reverse.
  blocks.insert(std::upper_bound(blocks.begin(), blocks.end(), block), block);
  if (full) blocks.pop_back();
}

}  // namespace stencil
