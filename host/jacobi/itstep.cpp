// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/itstep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "host/jacobi/check_blocking.hpp"
#include "host/jacobi/schedule.hpp"

namespace stencil {
namespace {

// The arguments that all blocks of one step share.
struct Step {
  std::int64_t cols;
  double* f;
  const double* r;
  SweepWeights weights;
  std::int64_t niter;
};

// Posts the calls of a schedule and accounts for the blocks at every wait.
class Runner {
 public:
  Runner(Accelerator& device, const Step& step, const std::vector<Block>& blocks, BlockObserver* observer)
      : device_(device), step_(step), blocks_(blocks), observer_(observer) {}

  void operator()(const std::vector<Call>& calls) {
    cycles_so_far_ = device_.cycles();
    traffic_so_far_ = device_.traffic();
    device_.wait();  // for calls posted before; their cycles belong to the first block
    std::vector<Ticket> tickets(calls.size());
    for (std::size_t begin = 0; begin < calls.size();) {
      const auto wait = std::find_if(calls.begin() + static_cast<std::ptrdiff_t>(begin), calls.end(),
                                     [](const Call& call) { return call.part == Call::Part::wait; });
      const auto end = static_cast<std::size_t>(wait - calls.begin());
      announce(calls, begin, end);
      for (std::size_t i = begin; i < end; ++i) tickets[i] = post(calls[i], tickets);
      device_.wait();
      account();
      begin = end + 1;
    }
  }

 private:
  // The blocks that are swept before the next wait.
  void announce(const std::vector<Call>& calls, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (calls[i].part != Call::Part::sweep) continue;
      BlockRun run;
      run.index = calls[i].block;
      run.of = static_cast<std::int64_t>(blocks_.size());
      run.block = blocks_[static_cast<std::size_t>(run.index)];
      run.cols = step_.cols;
      run.niter = step_.niter;
      runs_.push_back(run);
      if (observer_ != nullptr) observer_->before_block(run.index, run.block);
    }
  }

  Ticket post(const Call& call, const std::vector<Ticket>& tickets) {
    After after;
    for (const std::size_t index : call.after) after.push_back(tickets[index]);
    if (call.part == Call::Part::sweep) return device_.post(command(call), after);
    const TrafficCounts before = device_.traffic();
    const Ticket ticket = post_transfer(call, after);
    const auto position = static_cast<std::size_t>(call.block - runs_.front().index);
    // The head of a block that is swept after the wait is charged below.
    if (position < runs_.size()) runs_[position].traffic += device_.traffic() - before;
    return ticket;
  }

  Ticket post_transfer(const Call& call, const After& after) {
    if (call.stores()) return device_.post_store(call.place, step_.f + call.host_word, after);
    const double* source = call.place.bank == Bank::f ? step_.f : step_.r;
    return device_.post_load(call.place, source + call.host_word, after);
  }

  SweepCommand command(const Call& call) const {
    const Block& block = blocks_[static_cast<std::size_t>(call.block)];
    SweepCommand command;
    command.rows = block.rows();
    command.cols = step_.cols;
    command.niter = step_.niter;
    command.weights = step_.weights;
    command.f_buffer = call.place.buffer;
    command.r_buffer = call.r_buffer;
    command.above = block.above;
    command.below = block.below;
    return command;
  }

  void account() {
    const std::vector<CycleCounts>& ends = device_.sweep_ends();
    if (ends.size() != runs_.size()) {
      throw DeviceError(fmt::format("the device ended {} sweeps, {} were posted", ends.size(), runs_.size()));
    }
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const CycleCounts end = i + 1 < runs_.size() ? ends[i] : device_.cycles();
      runs_[i].cycles = end - cycles_so_far_;
      cycles_so_far_ = end;
    }
    // Bytes moved by calls that belong to none of these blocks count for the first of them.
    TrafficCounts others = device_.traffic() - traffic_so_far_;
    for (const BlockRun& run : runs_) others = others - run.traffic;
    runs_.front().traffic += others;
    traffic_so_far_ = device_.traffic();
    if (observer_ != nullptr) {
      for (const BlockRun& run : runs_) observer_->after_block(run);
      observer_->after_wait();
    }
    runs_.clear();
  }

  Accelerator& device_;
  const Step& step_;
  const std::vector<Block>& blocks_;
  BlockObserver* observer_;
  CycleCounts cycles_so_far_;
  TrafficCounts traffic_so_far_;
  std::vector<BlockRun> runs_;  // swept since the last wait
};

// Makes all checks before any data moves.
void check(const Capabilities& device, const std::vector<Block>& plan, const Step& step, const ItstepOptions& options) {
  check_operator(device, step.weights);
  check_range("cols", step.cols, 1, device.max_cols, "the device's longest row");
  check_schedule(device, options.schedule);
  std::int64_t rows = 0;
  for (const Block& block : plan) rows = std::max(rows, block.rows_needed());
  check_range("rows of the largest block", rows, 1, device.memory_words / step.cols,
              fmt::format("{} words per buffer, {} columns", device.memory_words, step.cols).c_str());
  if (plan.front().below) check_chain(device, "niter", step.niter, step.cols);
  check_pointer("f", step.f, "the local part");
  check_pointer("r", step.r, "the right-hand side");
}

}  // namespace

void itstep(Accelerator& device, std::int64_t rows, std::int64_t cols, double* f, const double* r,
            const SweepWeights& weights, std::int64_t niter, std::int64_t portion, BlockObserver* observer,
            const ItstepOptions& options) {
  const Step step{cols, f, r, weights, niter};
  const std::vector<Block> plan = plan_blocks(rows, portion, niter, options.blocking);
  const Capabilities& has = device.capabilities();
  check(has, plan, step, options);
  Runner run(device, step, plan, observer);
  run(options.schedule == Schedule::sequential ? sequential_calls(plan, cols)
                                               : overlapped_calls(plan, cols, has.f_buffers, has.r_buffers));
}

}  // namespace stencil
