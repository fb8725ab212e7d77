// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/steps/itsteps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/jacobi/call_runner.hpp"
#include "host/jacobi/schedule.hpp"

namespace stencil {
namespace {

class JoinedSteps {
 public:
  JoinedSteps(Accelerator& device, const StripArrays& strip, const SweepWeights& weights, const BlockScheme& scheme,
              std::int64_t iterations, BlockObserver* observer)
      : device_(device),
        strips_{strip},
        work_{strips_, weights, scheme.how.schedule},
        scheme_(scheme),
        iterations_(iterations),
        observer_(observer) {}

  void check() const {
    check_range("iterations", iterations_, 1);
    if (work_.schedule != Schedule::joined) {
      throw ArgumentError(
          fmt::format("schedule = {}, must be joined: steps move as one list of calls", name_of(work_.schedule)));
    }
    check_step(0);
    check_step((iterations_ - 1) / scheme_.interval * scheme_.interval);  // the last one may be cut otherwise
  }

  void run() {
    while (made_ < iterations_) run_to_drain();
  }

 private:
  // The step after so many sweeps.
  void check_step(std::int64_t made) const {
    std::vector<BlockRun> blocks;
    append(blocks, plan(made), made);
    check_blocks(device_.capabilities(), blocks, work_);
  }
  std::int64_t niter(std::int64_t made) const { return std::min(scheme_.interval, iterations_ - made); }
  std::vector<Block> plan(std::int64_t made) const {
    return plan_strip(strips_.front().rows, with_interval(scheme_, niter(made)));
  }
  void append(std::vector<BlockRun>& blocks, const std::vector<Block>& plan, std::int64_t made) const {
    for (std::size_t i = 0; i < plan.size(); ++i) {
      blocks.push_back(block_run(plan, i, work_.cols(), niter(made)));
      blocks.back().step = made / scheme_.interval;
    }
  }

  void run_to_drain() {
    std::vector<std::vector<Block>> steps;
    std::vector<BlockRun> blocks;
    const std::int64_t before = made_;
    while (made_ < iterations_ && static_cast<std::int64_t>(blocks.size()) < blocks_between_drains) {
      steps.push_back(plan(made_));
      append(blocks, steps.back(), made_);
      made_ += niter(made_);
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].position = static_cast<std::int64_t>(i);
      blocks[i].positions = static_cast<std::int64_t>(blocks.size());
    }
    if (observer_ != nullptr) observer_->before_step(before / scheme_.interval, niter(before));
    const Capabilities& has = device_.capabilities();
    const std::vector<Call> calls = joined_calls(steps, work_.cols(), has.f_buffers, has.r_buffers);
    CallRunner(device_, work_, std::move(blocks), observer_)(calls);
  }

  Accelerator& device_;
  const std::vector<StripArrays> strips_;
  const SharedWork work_;
  const BlockScheme& scheme_;
  const std::int64_t iterations_;
  BlockObserver* observer_;
  std::int64_t made_ = 0;  // sweeps
};

}  // namespace

void itsteps(Accelerator& device, const StripArrays& strip, const SweepWeights& weights, const BlockScheme& scheme,
             std::int64_t iterations, BlockObserver* observer) {
  JoinedSteps steps(device, strip, weights, scheme, iterations, observer);
  steps.check();
  steps.run();
}

}  // namespace stencil
