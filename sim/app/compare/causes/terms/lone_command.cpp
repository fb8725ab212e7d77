// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/terms/lone_command.hpp"

#include <algorithm>

namespace stencil {

BlockPasses passes_of(const ClassKey& key, const TermDevice& device) {
  const BlockClass& shape = key.shape;
  const ChainLinks chain = shape.chain.value_or(ChainLinks{});
  return BlockPasses({device.pes, device.lanes, device.pe_latency},
                     {shape.rows, shape.cols, shape.niter, chain.above, chain.below});
}

std::int64_t stall_cycles(const ClassKey& key, const TermDevice& device, const Delay& late) {
  if (!is_streamed(key.shape)) return 0;
  const BlockPasses all = passes_of(key, device);
  const PassPlan plan = plan_passes(key.shape.niter, device.pes);
  std::int64_t stall = 0;
  for (std::int64_t pass = 0; pass + 1 < all.count(); ++pass) {
    const std::int64_t sweeps = plan.sweeps(pass), more = late.pass + late.sweep * sweeps;
    stall += late.whole ? sweeps * element_lag(key, device) + more
                        : std::max<std::int64_t>(0, all[pass].lag + more + 1 - all[pass].issued());
  }
  return stall;
}

std::int64_t waiting_passes(const ClassKey& key, const TermDevice& device) {
  if (!is_streamed(key.shape)) return 0;
  const BlockPasses all = passes_of(key, device);
  std::int64_t waiting = 0;
  for (std::int64_t pass = 0; pass + 1 < all.count(); ++pass) waiting += all[pass].until_next() > all[pass].issued();
  return waiting;
}

std::int64_t waiting_sweeps(const ClassKey& key, const TermDevice& device) {
  if (!is_streamed(key.shape)) return 0;
  const BlockPasses all = passes_of(key, device);
  const PassPlan plan = plan_passes(key.shape.niter, device.pes);
  std::int64_t waiting = 0;
  for (std::int64_t pass = 0; pass + 1 < all.count(); ++pass)
    waiting += all[pass].until_next() > all[pass].issued() ? plan.sweeps(pass) : 0;
  return waiting;
}

std::int64_t element_lag(const ClassKey& key, const TermDevice& device) {
  const bool skewed = key.shape.chain && (key.shape.chain->above || key.shape.chain->below);
  return device.pe_latency + (skewed ? 0 : (key.shape.cols + device.lanes - 1) / device.lanes);
}

LoneCommand lone_command(const ClassKey& key, const TermDevice& device) {
  const BlockPasses all = passes_of(key, device);
  const EngineTiming timing = all.all();
  LoneCommand lone{timing.drain_cycles + timing.control_cycles, timing.stall_cycles, timing.issue_cycles(),
                   timing.gap_cycles};
  for (std::int64_t pass = 0; pass < all.count(); ++pass) lone.fill += all[pass].absent;
  return lone;
}

}  // namespace stencil
