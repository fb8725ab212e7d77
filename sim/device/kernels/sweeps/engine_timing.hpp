// Clock cycles of the engine, from shapes alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {

// Parameters of the engine.
struct EngineShape {
  std::int64_t pes = 1;
  std::int64_t lanes = 1;
  std::int64_t pe_latency = 29;  // Lp, cycles
};

// One sweep command. above, below: as in SweepCommand; a block with neither is called classic, the others skewed.
struct BlockShape {
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  std::int64_t niter = 1;
  bool above = false;
  bool below = false;

  bool skewed() const { return above || below; }
  // Whether it may issue while `before` still drains.
  bool follows(const BlockShape& before) const {
    return cols == before.cols && niter == before.niter && (skewed() ? above && before.below : !before.skewed());
  }
};

// One pass: beats that it reads, absent beats that it issues after them, and the cycles from the first beat to the
// first result. The next pass of the command begins max(issued, lag + 1) cycles after this one.
struct PassTiming {
  std::int64_t present = 0;
  std::int64_t absent = 0;
  std::int64_t lag = 0;

  std::int64_t issued() const { return present + absent; }
  std::int64_t until_next() const { return issued() > lag ? issued() : lag + 1; }
};

// The laws of rtl/engine/engine.v for one command. With s the cycle of its first beat, its last beat is issued in
// s + issue_cycles() - 1 and its last result written control_cycles + drain_cycles later.
struct EngineTiming {
  std::int64_t stream_cycles = 0;  // beats issued by all passes: a lower bound. Classic: passes*rows*ceil(cols/lanes)
  std::int64_t drain_cycles = 0;   // the last pass on its way out. Classic: deepest*(ceil(cols/lanes) + Lp)
  std::int64_t stall_cycles = 0;   // passes that wait for the one before
  std::int64_t control_cycles = 0;
  std::int64_t gap_cycles = 0;  // wait of a command that follows before the drain, or it would overtake

  // Cycles in which a command keeps the engine from issuing another one.
  std::int64_t issue_cycles() const { return stream_cycles + stall_cycles; }
  // C_model of the literature: the cycles of a command without control and without passes that wait.
  std::int64_t model_cycles() const { return stream_cycles + drain_cycles; }
  // compute_cycles(): of a lone command, as the device counts them. busy_cycles(): all cycles in which it is in flight.
  std::int64_t compute_cycles() const { return stream_cycles + drain_cycles + control_cycles; }
  std::int64_t busy_cycles() const { return compute_cycles() + stall_cycles; }
};

// The passes of one command. All numbers of the block >= 1; in a first skewed block rows > niter.
class BlockPasses {
 public:
  BlockPasses(const EngineShape& engine, const BlockShape& block);

  std::int64_t count() const { return plan_.passes; }
  PassTiming operator[](std::int64_t number) const;
  EngineTiming all() const;

 private:
  BlockShape block_;
  PassPlan plan_;
  std::int64_t row_beats_;
  std::int64_t pe_latency_;
};

inline EngineTiming engine_timing(const EngineShape& engine, const BlockShape& block) {
  return BlockPasses(engine, block).all();
}
// The timing of a classic block.
inline EngineTiming engine_timing(const EngineShape& engine, std::int64_t rows, std::int64_t cols, std::int64_t niter) {
  return engine_timing(engine, BlockShape{rows, cols, niter});
}

}  // namespace stencil
