// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/engine_timing.hpp"

namespace stencil {

PassPlan plan_passes(std::int64_t niter, std::int64_t pes) {
  const std::int64_t passes = (niter + pes - 1) / pes;
  return {passes, passes - niter % passes, niter / passes};
}

EngineTiming::EngineTiming(const EngineShape& engine, const BlockShape& block)
    : block_(block),
      plan_(plan_passes(block.niter, engine.pes)),
      row_beats_((block.cols + engine.lanes - 1) / engine.lanes),
      pe_latency_(engine.pe_latency) {
  // Classic passes differ in depth only, and there may be very many of them; those of a skewed block fit line buffers.
  const std::int64_t last = plan_.passes - 1;
  for (std::int64_t number = 0; number <= last;) {
    const bool shallow = number < plan_.shallow;
    const std::int64_t alike = block.skewed() ? 1 : shallow ? plan_.shallow : plan_.passes - plan_.shallow;
    const PassTiming timing = pass(number);
    stream_cycles_ += alike * timing.issued();
    number += alike;
    stall_cycles_ += (number > last ? alike - 1 : alike) * (timing.until_next() - timing.issued());
  }
  const std::int64_t lag = pe_latency_ + (block.skewed() ? 0 : row_beats_);
  drain_cycles_ = plan_.deepest() * lag;
  gap_cycles_ = plan_.shallow == plan_.passes ? 0 : lag;
}

PassTiming EngineTiming::pass(std::int64_t number) const {
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

}  // namespace stencil
