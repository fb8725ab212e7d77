// SPDX-License-Identifier: Apache-2.0
#include "sim/run/meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace stencil {

RunMeter::RunMeter(const Capabilities& device, const LinkOptions& link, const RunHooks& hooks, const CostEstimate& mine,
                   std::int64_t slowest_cycles)
    : device_(device), link_(link), hooks_(hooks), mine_(mine), slowest_cycles_(slowest_cycles) {}

double RunMeter::elapsed_s() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void RunMeter::say_estimate(const std::string& basis, double wall_s) const {
  if (!hooks_.say) return;
  hooks_.say(fmt::format("estimate: {} device cycles on the slowest rank, about {} ({})", slowest_cycles_,
                         readable_duration(wall_s), basis));
}

void RunMeter::begin() {
  start_ = std::chrono::steady_clock::now();
  if (!device_.timed) return;
  const double rate = hooks_.device_cycles_per_second_hint;
  if (rate > 0.0) {
    say_estimate(fmt::format("at {:.0f} cycles/s", rate), static_cast<double>(slowest_cycles_) / rate);
  } else if (hooks_.say) {
    hooks_.say(fmt::format("estimate: {} device cycles on the slowest rank{}", slowest_cycles_,
                           mine_.blocks > 1 ? "; the first block will tell the time" : ""));
  }
}

void RunMeter::advance(const BlockRun& block) {
  ++blocks_done_;
  if (device_.timed) predicted_done_ += hooks_.predict_cycles(device_, link_, block.block, block.cols, block.niter);
  const double elapsed = elapsed_s();
  const bool first_of_many = blocks_done_ == 1 && mine_.blocks > 1;
  if (device_.timed && first_of_many && hooks_.device_cycles_per_second_hint <= 0.0 && predicted_done_ > 0) {
    say_estimate(fmt::format("from the first of {} blocks", mine_.blocks),
                 elapsed * static_cast<double>(slowest_cycles_) / static_cast<double>(predicted_done_));
  }
  if (!hooks_.progress) return;
  const double share = mine_.cycles > 0 ? static_cast<double>(predicted_done_) / static_cast<double>(mine_.cycles)
                                        : static_cast<double>(blocks_done_) / static_cast<double>(mine_.blocks);
  hooks_.progress(std::min(share, 1.0), elapsed, remaining_seconds(elapsed, std::min(share, 1.0)));
}

}  // namespace stencil
