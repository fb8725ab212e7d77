// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/itstep.hpp"

#include <cstddef>
#include <vector>

#include "host/jacobi/call_runner.hpp"
#include "host/jacobi/schedule.hpp"

namespace stencil {
namespace {

// The blocks of all strips, in the order in which they move; without their cost.
std::vector<BlockRun> blocks_of(const SharedWork& work, const BlockScheme& scheme) {
  std::vector<BlockRun> blocks;
  for (std::size_t k = 0; k < work.strips.size(); ++k) {
    const std::vector<Block> plan = plan_strip(work.strips[k].rows, scheme);
    for (std::size_t i = 0; i < plan.size(); ++i) {
      blocks.push_back(block_run(plan, i, work.cols(), scheme.interval));
      blocks.back().strip = static_cast<std::int64_t>(k);
    }
  }
  if (work.schedule == Schedule::sequential) return blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i].position = static_cast<std::int64_t>(i);
    blocks[i].positions = static_cast<std::int64_t>(blocks.size());
  }
  return blocks;
}

}  // namespace

void itstep(Accelerator& device, const std::vector<StripArrays>& strips, const SweepWeights& weights,
            const BlockScheme& scheme, BlockObserver* observer) {
  if (strips.empty()) return;
  const SharedWork work{strips, weights, scheme.how.schedule};
  const std::vector<BlockRun> blocks = blocks_of(work, scheme);
  const Capabilities& has = device.capabilities();
  check_blocks(has, blocks, work);
  std::vector<Block> plan;
  plan.reserve(blocks.size());
  for (const BlockRun& run : blocks) plan.push_back(run.block);
  CallRunner run(device, work, blocks, observer);
  run(work.schedule == Schedule::sequential ? sequential_calls(plan, work.cols())
                                            : overlapped_calls(plan, work.cols(), has.f_buffers, has.r_buffers));
}

void itstep(Accelerator& device, std::int64_t rows, std::int64_t cols, double* f, const double* r,
            const SweepWeights& weights, std::int64_t niter, std::int64_t portion, BlockObserver* observer,
            const ItstepOptions& options) {
  itstep(device, std::vector<StripArrays>{{rows, cols, f, r}}, weights, BlockScheme{options, portion, niter}, observer);
}

}  // namespace stencil
