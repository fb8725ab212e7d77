// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/meter.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "host/base/text.hpp"
#include "sim/device/platform/device_pulse.hpp"

namespace stencil {

RunMeter::RunMeter(const RunHooks& hooks, Work& work, const CostEstimate& mine, std::int64_t slowest_cycles,
                   double cycles_per_s)
    : hooks_(hooks),
      work_(work),
      mine_(mine),
      slowest_cycles_(slowest_cycles),
      cycles_per_s_(cycles_per_s),
      all_cycles_(mine.cycles()) {}

double RunMeter::elapsed_s() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void RunMeter::say_estimate(const std::string& basis, double wall_s) const {
  if (!hooks_.say) return;
  const std::string text = fmt::format("estimate: {} device cycles on the slowest rank, about {} ({})",
                                       with_commas(slowest_cycles_), readable_duration(wall_s), basis);
  hooks_.say(wrapped(text, 2, 0));
}

void RunMeter::begin() {
  start_ = std::chrono::steady_clock::now();
  clock_before_ = device_clock.load(std::memory_order_relaxed);
  work_.poll([this] { return share_done(); });
  work_.at(0.0, counts());
  if (slowest_cycles_ == 0) return;
  if (cycles_per_s_ > 0.0) {
    const double wall_s = static_cast<double>(slowest_cycles_) / cycles_per_s_;
    work_.expect(wall_s);
    say_estimate(with_commas(std::llround(cycles_per_s_)) + "/s", wall_s);
  } else if (hooks_.say) {
    hooks_.say(fmt::format("estimate: {} device cycles on the slowest rank{}", with_commas(slowest_cycles_),
                           mine_.blocks() > 1 ? "; the first block will show the time" : ""));
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
  if (first && blocks_done_ < mine_.blocks() && cycles_per_s_ <= 0.0 && predicted_done_ > 0) {
    say_estimate(blocks_done_ == 1 ? fmt::format("from the first of {} blocks", with_commas(mine_.blocks()))
                                   : fmt::format("from the first {} of {} blocks", with_commas(blocks_done_),
                                                 with_commas(mine_.blocks())),
                 elapsed * static_cast<double>(slowest_cycles_) / static_cast<double>(predicted_done_));
  }
  const double share = all_cycles_ > 0 ? static_cast<double>(predicted_done_) / static_cast<double>(all_cycles_)
                                       : static_cast<double>(blocks_done_) / static_cast<double>(mine_.blocks());
  share_of_blocks_.store(std::min(share, 1.0));
  work_.at(share_done(), counts());
}

double RunMeter::share_done() const {
  const double of_blocks = share_of_blocks_.load();
  if (all_cycles_ == 0) return of_blocks;
  const std::int64_t clock = device_clock.load(std::memory_order_relaxed) - clock_before_;
  return std::clamp(static_cast<double>(clock) / static_cast<double>(all_cycles_), of_blocks, 1.0);
}

std::string RunMeter::counts() const {
  std::string blocks = fmt::format("{} of {}", with_commas(blocks_done_), counted(mine_.blocks(), "block"));
  const double elapsed = elapsed_s();
  if (predicted_done_ == 0 || elapsed <= 0.0) return blocks;
  return fmt::format("{}, {} cycles/s", blocks,
                     with_commas(std::llround(static_cast<double>(predicted_done_) / elapsed)));
}

std::unique_ptr<RunMeter> make_meter(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks,
                                     Session& session, Work& work) {
  if (!session.plan().reports_blocks) return nullptr;
  const CostEstimate mine = session.estimate_dry(options.device, hooks.make_dry_device);
  long slowest_cycles = mine.cycles();
  MPI_Allreduce(MPI_IN_PLACE, &slowest_cycles, 1, MPI_LONG, MPI_MAX, communicator);
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  if (rank != 0) return nullptr;
  const double hint = hooks.device_cycles_per_second_hint;
  return std::make_unique<RunMeter>(hooks, work, mine, slowest_cycles, hint > 0.0 ? hint : session.simulation_rate());
}

}  // namespace stencil
