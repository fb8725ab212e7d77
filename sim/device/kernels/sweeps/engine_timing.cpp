// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/sweeps/engine_timing.hpp"

namespace stencil {

namespace {
// Two stages from memory to the cascade and one from the cascade to memory.
constexpr std::int64_t pipeline_cycles = 3;
}  // namespace

BlockPasses::BlockPasses(const EngineShape& engine, const BlockShape& block)
    : block_(block),
      plan_(plan_passes(block.niter, engine.pes)),
      row_beats_((block.cols + engine.lanes - 1) / engine.lanes),
      pe_latency_(engine.pe_latency) {}

PassTiming BlockPasses::operator[](std::int64_t number) const {
  const std::int64_t sweeps = plan_.sweeps(number);
  const std::int64_t before = plan_.sweeps_before(number);
  const bool first = block_.below && !block_.above;
  const bool last = block_.above && !block_.below;
  PassTiming timing;
  timing.present = (block_.rows + (last ? before : first ? -before : 0)) * row_beats_;
  timing.absent = last ? sweeps * row_beats_ : 0;
  timing.lag = sweeps * (pe_latency_ + (block_.above ? 0 : row_beats_));
  return timing;
}

EngineTiming BlockPasses::all() const {
  EngineTiming sum;
  // Classic passes differ in depth only and may be very many, so equal ones are taken together. Skewed blocks have few
  // passes: they fit the line buffers.
  for (std::int64_t number = 0; number < plan_.passes;) {
    const bool shallow = number < plan_.shallow;
    const std::int64_t alike = block_.skewed() ? 1 : shallow ? plan_.shallow : plan_.passes - plan_.shallow;
    const PassTiming timing = (*this)[number];
    sum.stream_cycles += alike * timing.issued();
    number += alike;
    const std::int64_t followed = number == plan_.passes ? alike - 1 : alike;
    sum.stall_cycles += followed * (timing.until_next() - timing.issued());
  }
  const std::int64_t sweep_lag = pe_latency_ + (block_.skewed() ? 0 : row_beats_);
  sum.drain_cycles = plan_.deepest() * sweep_lag;
  sum.control_cycles = pipeline_cycles;
  sum.gap_cycles = plan_.shallow == plan_.passes ? 0 : sweep_lag;
  return sum;
}

}  // namespace stencil
