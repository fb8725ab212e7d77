// Clock cycles of a sweep command, from its shape alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// What the engine is made of.
struct EngineShape {
  std::int64_t pes = 1;
  std::int64_t lanes = 1;
  std::int64_t pe_latency = 29;  // Lp
};

struct EngineTiming {
  std::int64_t stream_cycles = 0;  // beats issued: passes * rows * ceil(cols/lanes), the lower bound
  std::int64_t drain_cycles = 0;   // the last pass on its way out: deepest * (ceil(cols/lanes) + Lp)
  std::int64_t stall_cycles = 0;   // passes that wait for the one before
  std::int64_t control_cycles = 0;

  // C_model of the literature: what a command costs without control and without waiting passes.
  std::int64_t model_cycles() const { return stream_cycles + drain_cycles; }
  // Compute cycles, as the device counts them.
  std::int64_t compute_cycles() const { return stream_cycles + drain_cycles + control_cycles; }
  std::int64_t busy_cycles() const { return compute_cycles() + stall_cycles; }
};

// How niter sweeps are spread over passes: floor(niter/passes) each, one more in all but the first `shallow`.
struct PassPlan {
  std::int64_t passes = 0;
  std::int64_t shallow = 0;
  std::int64_t depth = 0;  // sweeps of a shallow pass

  std::int64_t deepest() const { return shallow == passes ? depth : depth + 1; }
};

// niter >= 1, pes >= 1.
PassPlan plan_passes(std::int64_t niter, std::int64_t pes);

// rows, cols, niter >= 1.
EngineTiming engine_timing(const EngineShape& engine, std::int64_t rows, std::int64_t cols, std::int64_t niter);

}  // namespace stencil
