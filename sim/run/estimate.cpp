// SPDX-License-Identifier: Apache-2.0
#include "sim/run/estimate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/timing/call_timing.hpp"

namespace stencil {

std::int64_t predict_block_cycles(const Capabilities& device, const LinkOptions& link, const Block& block,
                                  std::int64_t cols, std::int64_t niter) {
  CallTiming timing(device, link);
  const auto beats = [&](std::int64_t rows) { return timing.beats(0, rows * cols); };
  timing.transfers(true, beats(block.rows()) + beats(block.keep + block.after));
  // Two blocks that follow one another rarely have equal numbers of rows in the registers; ROWS and the start.
  constexpr std::int64_t register_writes = 2;
  timing.sweep({block.rows(), cols, niter, 0.0, 0.0, 0.0}, register_writes, false);
  if (block.after > 0) timing.transfers(true, beats(block.after));
  timing.transfers(false, beats(block.keep));
  return timing.model_cycles();
}

CostEstimate estimate_rank(const Capabilities& device, const LinkOptions& link, std::int64_t local_rows,
                           std::int64_t cols, std::int64_t portion, const Steps& steps, const BlockPredictor& predict) {
  const auto one_step = [&](std::int64_t niter) {
    CostEstimate cost;
    for (const Block& block : plan_blocks(local_rows, portion, niter)) {
      if (device.timed) cost.cycles += predict(device, link, block, cols, niter);
      ++cost.blocks;
    }
    return cost;
  };
  const CostEstimate full = one_step(steps.niter(0));
  const CostEstimate last = one_step(steps.niter(steps.last()));
  return {full.cycles * steps.last() + last.cycles, full.blocks * steps.last() + last.blocks};
}

double remaining_seconds(double elapsed_s, double share_done) {
  return elapsed_s * (1.0 - share_done) / share_done;
}

std::string readable_duration(double seconds) {
  if (seconds < 1.0) return fmt::format("{:.0f} ms", seconds * 1e3);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace stencil
