// Posts the calls of a schedule and accounts for the blocks that they move.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/call.hpp"
#include "host/jacobi/itstep.hpp"
#include "host/jacobi/options.hpp"
#include "host/jacobi/scheme.hpp"

namespace stencil {

// Arrays, weights and schedule of all blocks of a list of calls.
struct SharedWork {
  const std::vector<StripArrays>& strips;
  const SweepWeights& weights;
  Schedule schedule;

  std::int64_t cols() const { return strips.front().cols; }
};

// Block `index` of the plan of a strip, alone; without its cost.
[[nodiscard]] BlockRun block_run(const std::vector<Block>& plan, std::size_t index, std::int64_t cols,
                                 std::int64_t niter);

// Makes all checks of a list of blocks. Throws ArgumentError.
void check_blocks(const Capabilities& device, const std::vector<BlockRun>& blocks, const SharedWork& work);

class CallRunner {
 public:
  // blocks: those that the calls name, in the order of their sweeps. observer may be null. exchange: called, where
  // there is one, after a wait that ends a step, before the observer is notified of the next one.
  CallRunner(Accelerator& device, const SharedWork& work, std::vector<BlockRun> blocks, BlockObserver* observer,
             StepExchange exchange = nullptr)
      : device_(device), work_(work), blocks_(std::move(blocks)), observer_(observer), exchange_(std::move(exchange)) {}

  void operator()(const std::vector<Call>& calls);

 private:
  const BlockRun& block_of(const Call& call) const { return blocks_[static_cast<std::size_t>(call.block)]; }
  void announce(const std::vector<Call>& calls, std::size_t begin);
  Ticket post(const Call& call, const std::vector<Ticket>& tickets);
  Ticket post_transfer(const Call& call, const After& after);
  SweepCommand command(const Call& call) const;
  void wait(const Call& call, const std::vector<Call>& calls, const std::vector<Ticket>& tickets);
  void account(std::size_t count, bool drained);

  Accelerator& device_;
  const SharedWork& work_;
  std::vector<BlockRun> blocks_;
  BlockObserver* observer_;
  StepExchange exchange_;
  CycleCounts cycles_so_far_;
  TrafficCounts traffic_so_far_;
  TrafficCounts charged_;      // of the traffic since then: to blocks
  std::size_t announced_ = 0;  // blocks that are swept before the next wait
  std::size_t accounted_ = 0;  // of these
};

}  // namespace stencil
