// The clock cycles of engine.v: every pass, command and stall, from shapes and the cycles of the offers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stencil::test {

struct EngineShape {
  std::int64_t pes, lanes, latency;  // latency: Lp
};

// The job that all commands in flight share.
struct EngineJob {
  std::int64_t cols, niter;
};

struct EngineCommand {
  std::int64_t rows;
  bool above = false, below = false;
  std::int64_t f_buffer = 0, r_buffer = 0;

  bool skewed() const { return above || below; }
  bool first() const { return below && !above; }
  bool last() const { return above && !below; }
  // Rows that the command's buffers must hold.
  std::int64_t slot_rows(std::int64_t niter) const { return last() ? rows + niter : rows; }
};

// Splits niter sweeps into as few passes as possible, the shallow ones first.
struct PassPlan {
  PassPlan(std::int64_t niter, std::int64_t pes)
      : passes((niter + pes - 1) / pes), shallow(passes - niter % passes), depth(niter / passes) {}
  std::int64_t sweeps(std::int64_t pass) const { return depth + (pass >= shallow); }
  std::int64_t deepest() const { return sweeps(passes - 1); }

  std::int64_t passes, shallow, depth;
};

// Cycles count from an arbitrary zero; intervals are half-open.
struct Interval {
  std::int64_t begin, end;
  std::int64_t length() const { return std::max<std::int64_t>(0, end - begin); }
};

struct CommandCycles {
  std::int64_t taken = 0;
  std::vector<Interval> reads;   // per pass
  std::vector<Interval> stalls;  // some of them empty
  std::int64_t last = 0;         // cycle of the last beat
  std::int64_t finished = 0;

  Interval busy() const { return {taken + 1, finished + 1}; }
};

class EngineLaws {
 public:
  EngineLaws(const EngineShape& shape, const EngineJob& job)
      : shape_(shape), job_(job), plan_(job.niter, shape.pes), beats_((job.cols + shape.lanes - 1) / shape.lanes) {}

  const PassPlan& plan() const { return plan_; }
  std::int64_t row_beats() const { return beats_; }
  // The least wait, in cycles, of a command less deep than the one before.
  std::int64_t gap(bool skewed) const {
    return plan_.shallow == plan_.passes ? 0 : (skewed ? 0 : beats_) + shape_.latency;
  }

  // The cycles of a command taken when nothing is in flight.
  CommandCycles alone(const EngineCommand& command, std::int64_t offered) const { return taken(command, offered); }

  // The cycles of a command offered from `offered` on, after `before` was taken; `earlier`, if not null, is in flight
  // before that.
  CommandCycles after(const EngineCommand& previous, const CommandCycles& before, const CommandCycles* earlier,
                      const EngineCommand& command, std::int64_t offered) const {
    const bool follows = command.skewed() ? command.above && previous.below : !previous.skewed();
    if (!follows || offered > before.finished) return taken(command, std::max(offered, before.finished + 1));
    const std::int64_t free = earlier ? earlier->finished : 0;
    CommandCycles cycles = taken(command, std::max({offered, before.last + gap(command.skewed()), free}));
    cycles.stalls.push_back({std::max(offered, before.last) + 1, cycles.taken + 1});
    return cycles;
  }

 private:
  CommandCycles taken(const EngineCommand& command, std::int64_t taken) const {
    CommandCycles cycles;
    cycles.taken = taken;
    std::int64_t start = taken + 1, before = 0;
    for (std::int64_t pass = 0; pass < plan_.passes; ++pass) {
      const std::int64_t sweeps = plan_.sweeps(pass);
      const std::int64_t rows = command.rows + (command.last() ? before : command.first() ? -before : 0);
      const std::int64_t issued = (rows + (command.last() ? sweeps : 0)) * beats_;
      const std::int64_t lag = sweeps * ((command.above ? 0 : beats_) + shape_.latency);
      cycles.reads.push_back({start, start + rows * beats_});
      cycles.last = start + issued - 1;
      start += std::max(issued, lag + 1);
      if (pass + 1 < plan_.passes) cycles.stalls.push_back({cycles.last + 1, start});
      before += sweeps;
    }
    cycles.finished = cycles.last + 3 + plan_.deepest() * ((command.skewed() ? 0 : beats_) + shape_.latency);
    return cycles;
  }

  EngineShape shape_;
  EngineJob job_;
  PassPlan plan_;
  std::int64_t beats_;
};

}  // namespace stencil::test
