// Clock cycles of the engine, from shapes alone.
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

// One sweep command. above, below: as in SweepCommand; a block with neither is called classic, the others skewed.
struct BlockShape {
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  std::int64_t niter = 1;
  bool above = false;
  bool below = false;

  bool skewed() const { return above || below; }
  // Whether it may issue behind `before` while that one still drains.
  bool follows(const BlockShape& before) const {
    return cols == before.cols && niter == before.niter && (skewed() ? above && before.below : !before.skewed());
  }
};

// How niter sweeps are spread over passes: floor(niter/passes) each, one more in all but the first `shallow`.
struct PassPlan {
  std::int64_t passes = 0;
  std::int64_t shallow = 0;
  std::int64_t depth = 0;  // sweeps of a shallow pass

  std::int64_t deepest() const { return shallow == passes ? depth : depth + 1; }
  std::int64_t sweeps(std::int64_t pass) const { return pass < shallow ? depth : depth + 1; }
  std::int64_t sweeps_before(std::int64_t pass) const { return pass * depth + (pass > shallow ? pass - shallow : 0); }
};

// niter >= 1, pes >= 1.
PassPlan plan_passes(std::int64_t niter, std::int64_t pes);

// One pass: beats that it reads, absent beats that it issues behind them, and the first result's distance from the
// first beat. The next pass of the command begins max(issued, lag + 1) cycles after this one.
struct PassTiming {
  std::int64_t present = 0;
  std::int64_t absent = 0;
  std::int64_t lag = 0;

  std::int64_t issued() const { return present + absent; }
  std::int64_t until_next() const { return issued() > lag ? issued() : lag + 1; }
};

// The laws of rtl/engine/engine.v for one command. With s the cycle of its first beat, its last beat is issued in
// s + issue_cycles() - 1 and the last result written pipeline_cycles + drain_cycles() later.
class EngineTiming {
 public:
  // Two stages from memory to the cascade and one from the cascade to memory.
  static constexpr std::int64_t pipeline_cycles = 3;

  // All of the block >= 1; of the first skewed block rows > niter.
  EngineTiming(const EngineShape& engine, const BlockShape& block);

  const PassPlan& plan() const { return plan_; }
  PassTiming pass(std::int64_t number) const;

  // Beats issued by all passes: the lower bound. Of classic blocks passes * rows * ceil(cols/lanes).
  std::int64_t stream_cycles() const { return stream_cycles_; }
  // Passes that wait for the one before.
  std::int64_t stall_cycles() const { return stall_cycles_; }
  // From the last beat to its result, without control.
  std::int64_t drain_cycles() const { return drain_cycles_; }
  // A command that follows without draining waits this long behind the last beat, lest it overtake.
  std::int64_t gap_cycles() const { return gap_cycles_; }

  std::int64_t issue_cycles() const { return stream_cycles_ + stall_cycles_; }
  // C_model of the literature: what a command costs without control and without waiting passes.
  std::int64_t model_cycles() const { return stream_cycles_ + drain_cycles_; }
  // Compute cycles of a lone command, as the device counts them, and all in which it is in flight.
  std::int64_t compute_cycles() const { return model_cycles() + pipeline_cycles; }
  std::int64_t busy_cycles() const { return compute_cycles() + stall_cycles_; }

 private:
  BlockShape block_;
  PassPlan plan_;
  std::int64_t row_beats_;
  std::int64_t pe_latency_;
  std::int64_t stream_cycles_ = 0;
  std::int64_t stall_cycles_ = 0;
  std::int64_t drain_cycles_ = 0;
  std::int64_t gap_cycles_ = 0;
};

}  // namespace stencil
