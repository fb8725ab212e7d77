// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/engine_timing.hpp"

#include <algorithm>

namespace stencil {

namespace {
// Two stages from memory to the cascade and one from the cascade to memory.
constexpr std::int64_t pipeline_cycles = 3;
}  // namespace

PassPlan plan_passes(std::int64_t niter, std::int64_t pes) {
  const std::int64_t passes = (niter + pes - 1) / pes;
  return {passes, passes - niter % passes, niter / passes};
}

EngineTiming engine_timing(const EngineShape& engine, std::int64_t rows, std::int64_t cols, std::int64_t niter) {
  const std::int64_t row_beats = (cols + engine.lanes - 1) / engine.lanes;
  const std::int64_t pass_beats = rows * row_beats;
  const std::int64_t sweep_lag = row_beats + engine.pe_latency;
  const PassPlan plan = plan_passes(niter, engine.pes);

  EngineTiming timing;
  timing.stream_cycles = plan.passes * pass_beats;
  timing.drain_cycles = plan.deepest() * sweep_lag;
  // A pass may begin one cycle after the first result of the pass before it is there.
  const auto wait_behind = [&](std::int64_t depth) {
    return std::max<std::int64_t>(0, depth * sweep_lag + 1 - pass_beats);
  };
  const std::int64_t gaps = plan.passes - 1;
  const std::int64_t shallow_gaps = std::min(plan.shallow, gaps);
  timing.stall_cycles = shallow_gaps * wait_behind(plan.depth) + (gaps - shallow_gaps) * wait_behind(plan.depth + 1);
  timing.control_cycles = pipeline_cycles;
  return timing;
}

}  // namespace stencil
