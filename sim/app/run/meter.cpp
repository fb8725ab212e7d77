// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/base/text.hpp"

namespace stencil {

RunMeter::RunMeter(const RunHooks& hooks, const CostEstimate& mine, std::int64_t slowest_cycles)
    : hooks_(hooks), mine_(mine), slowest_cycles_(slowest_cycles) {}

double RunMeter::elapsed_s() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void RunMeter::say_estimate(const std::string& basis, double wall_s) const {
  if (!hooks_.say) return;
  hooks_.say(fmt::format("estimate: {} device cycles on the slowest rank, about {} ({})", with_commas(slowest_cycles_),
                         readable_duration(wall_s), basis));
}

void RunMeter::begin() {
  start_ = std::chrono::steady_clock::now();
  if (slowest_cycles_ == 0) return;
  const double rate = hooks_.device_cycles_per_second_hint;
  if (rate > 0.0) {
    say_estimate(with_commas(std::llround(rate)) + "/s", static_cast<double>(slowest_cycles_) / rate);
  } else if (hooks_.say) {
    hooks_.say(fmt::format("estimate: {} device cycles on the slowest rank{}", with_commas(slowest_cycles_),
                           mine_.blocks() > 1 ? "; the first block will tell the time" : ""));
  }
}

void RunMeter::advance(std::size_t blocks) {
  const bool first = blocks_done_ == 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    predicted_done_ += mine_.cycles(step_, position_);
    ++blocks_done_;
    if (++position_ < mine_.blocks(step_)) continue;
    position_ = 0;
    ++step_;
  }
  const double elapsed = elapsed_s();
  if (first && blocks_done_ < mine_.blocks() && hooks_.device_cycles_per_second_hint <= 0.0 && predicted_done_ > 0) {
    say_estimate(blocks_done_ == 1 ? fmt::format("from the first of {} blocks", mine_.blocks())
                                   : fmt::format("from the first {} of {} blocks", blocks_done_, mine_.blocks()),
                 elapsed * static_cast<double>(slowest_cycles_) / static_cast<double>(predicted_done_));
  }
  if (!hooks_.progress) return;
  const double share = mine_.cycles() > 0 ? static_cast<double>(predicted_done_) / static_cast<double>(mine_.cycles())
                                          : static_cast<double>(blocks_done_) / static_cast<double>(mine_.blocks());
  RunProgress progress;
  progress.share_done = std::min(share, 1.0);
  progress.elapsed_s = elapsed;
  progress.remaining_s = remaining_seconds(elapsed, progress.share_done);
  progress.blocks_done = static_cast<std::size_t>(blocks_done_);
  progress.blocks = static_cast<std::size_t>(mine_.blocks());
  if (elapsed > 0.0) progress.cycles_per_s = static_cast<double>(predicted_done_) / elapsed;
  hooks_.progress(progress);
}

}  // namespace stencil
