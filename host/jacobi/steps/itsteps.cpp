// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/steps/itsteps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/jacobi/call_runner.hpp"
#include "host/jacobi/schedule.hpp"

namespace stencil {
namespace {

std::vector<StripArrays> arrays_of(const std::vector<HaloStrip>& strips) {
  std::vector<StripArrays> arrays;
  arrays.reserve(strips.size());
  for (const HaloStrip& strip : strips) arrays.push_back(strip.arrays);
  return arrays;
}

// Those of the strip's halo rows that the block loads.
RowHalo halo_of(const Block& block, const HaloStrip& strip) {
  const std::int64_t begin = block.first_loaded(), end = begin + block.rows();
  const std::int64_t own_end = strip.arrays.rows - strip.halo.after;
  return {std::clamp<std::int64_t>(strip.halo.before - begin, 0, block.rows()),
          std::clamp<std::int64_t>(end - own_end, 0, block.rows())};
}

std::int64_t own_rows(const HaloStrip& strip) {
  return strip.arrays.rows - strip.halo.before - strip.halo.after;
}

class JoinedSteps {
 public:
  // exchange: null where no halo rows travel, for one strip.
  JoinedSteps(Accelerator& device, const std::vector<HaloStrip>& strips, const SweepWeights& weights,
              const BlockScheme& scheme, std::int64_t iterations, StepExchange exchange, BlockObserver* observer)
      : device_(device),
        given_(strips),
        strips_(arrays_of(strips)),
        work_{strips_, weights, scheme.how.schedule},
        scheme_(scheme),
        iterations_(iterations),
        exchange_(std::move(exchange)),
        halos_(!exchange_                ? HaloRows::none
               : are_whole_field(given_) ? HaloRows::whole_field
                                         : HaloRows::exchanged),
        observer_(observer) {}

  void check() const {
    check_range("iterations", iterations_, 1);
    if (work_.schedule != Schedule::joined) {
      throw ArgumentError(
          fmt::format("schedule = {}, must be joined: steps move as one list of calls", name_of(work_.schedule)));
    }
    for (const HaloStrip& strip : given_) {
      check_range("halo rows above", strip.halo.before, 0, strip.arrays.rows - 1, "a strip has rows of its own");
      check_range("halo rows below", strip.halo.after, 0, strip.arrays.rows - 1 - strip.halo.before,
                  "a strip has rows of its own");
    }
    check_step(0);
    check_step((iterations_ - 1) / scheme_.interval * scheme_.interval);  // the last one may be cut otherwise
  }

  void run() {
    while (made_ < iterations_) {
      if (exchange_ && made_ > 0) exchange_(made_ / scheme_.interval);
      run_to_drain();
    }
  }

 private:
  // The step after so many sweeps.
  void check_step(std::int64_t made) const {
    std::vector<BlockRun> blocks;
    plan(made, &blocks);
    check_blocks(device_.capabilities(), blocks, work_);
  }
  std::int64_t niter(std::int64_t made) const { return std::min(scheme_.interval, iterations_ - made); }
  JoinedBlock joined_block(const Block& block, std::size_t k) const {
    const HaloStrip& strip = given_[k];
    JoinedBlock joined{block, static_cast<std::int64_t>(k), halo_of(block, strip)};
    if (halos_ != HaloRows::whole_field) return joined;
    const std::int64_t first = block.first_loaded(), own_end = strip.halo.before + own_rows(strip);
    if (k > 0) joined.above_row = given_[k - 1].halo.before + own_rows(given_[k - 1]) - strip.halo.before;
    if (k + 1 < given_.size())
      joined.below_row = given_[k + 1].halo.before + std::max<std::int64_t>(first - own_end, 0);
    return joined;
  }
  // The blocks of all strips, in the order in which they move.
  std::vector<JoinedBlock> plan(std::int64_t made, std::vector<BlockRun>* runs) const {
    std::vector<JoinedBlock> blocks;
    for (std::size_t k = 0; k < given_.size(); ++k) {
      const std::int64_t rows = given_[k].arrays.rows;
      const std::vector<Block> own = plan_strip(rows, with_interval(scheme_, niter(made)));
      for (std::size_t i = 0; i < own.size(); ++i) {
        blocks.push_back(joined_block(own[i], k));
        runs->push_back(block_run(own, i, work_.cols(), niter(made)));
        runs->back().strip = blocks.back().strip;
        runs->back().step = made / scheme_.interval;
      }
    }
    return blocks;
  }

  void run_to_drain() {
    std::vector<std::vector<JoinedBlock>> steps;
    std::vector<BlockRun> blocks;
    const std::int64_t before = made_;
    while (made_ < iterations_ && static_cast<std::int64_t>(blocks.size()) < blocks_between_drains) {
      steps.push_back(plan(made_, &blocks));
      made_ += niter(made_);
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].position = static_cast<std::int64_t>(i);
      blocks[i].positions = static_cast<std::int64_t>(blocks.size());
    }
    if (observer_ != nullptr) observer_->before_step(before / scheme_.interval, niter(before));
    const Capabilities& has = device_.capabilities();
    const std::vector<Call> calls = joined_calls(steps, work_.cols(), has.f_buffers, has.r_buffers, halos_);
    CallRunner(device_, work_, std::move(blocks), observer_, exchange_)(calls);
  }

  Accelerator& device_;
  const std::vector<HaloStrip>& given_;
  const std::vector<StripArrays> strips_;
  const SharedWork work_;
  const BlockScheme& scheme_;
  const std::int64_t iterations_;
  const StepExchange exchange_;
  const HaloRows halos_;
  BlockObserver* observer_;
  std::int64_t made_ = 0;  // sweeps
};

}  // namespace

bool are_whole_field(const std::vector<HaloStrip>& strips) {
  if (strips.empty() || strips.front().halo.before > 0 || strips.back().halo.after > 0) return false;
  for (std::size_t k = 1; k < strips.size(); ++k) {
    const HaloStrip &north = strips[k - 1], &south = strips[k];
    if (!south.follows || north.halo.after > own_rows(south) || south.halo.before > own_rows(north)) return false;
  }
  return true;
}

void itsteps(Accelerator& device, const StripArrays& strip, const SweepWeights& weights, const BlockScheme& scheme,
             std::int64_t iterations, BlockObserver* observer) {
  const std::vector<HaloStrip> strips{{strip, {}}};
  JoinedSteps steps(device, strips, weights, scheme, iterations, nullptr, observer);
  steps.check();
  steps.run();
}

void itsteps(Accelerator& device, const std::vector<HaloStrip>& strips, const SweepWeights& weights,
             const BlockScheme& scheme, std::int64_t iterations, const StepExchange& exchange,
             BlockObserver* observer) {
  if (!exchange) throw ArgumentError("exchange is empty, must be a function that sets halo rows");
  if (strips.empty()) {  // others may wait for the rank
    check_range("iterations", iterations, 1);
    check_range("interval", scheme.interval, 1);
    for (std::int64_t step = 1; step <= (iterations - 1) / scheme.interval; ++step) exchange(step);
    return;
  }
  JoinedSteps steps(device, strips, weights, scheme, iterations, exchange, observer);
  steps.check();
  steps.run();
}

}  // namespace stencil
