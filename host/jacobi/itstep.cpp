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
  const std::vector<StripArrays>& strips;
  const SweepWeights& weights;
  std::int64_t niter;
  Schedule schedule;

  std::int64_t cols() const { return strips.front().cols; }
};

// The blocks of all strips, in the order in which they move; without their cost.
std::vector<BlockRun> blocks_of(const Step& step, const std::vector<std::vector<Block>>& plans) {
  std::vector<BlockRun> blocks;
  for (std::size_t k = 0; k < plans.size(); ++k) {
    for (std::size_t i = 0; i < plans[k].size(); ++i) {
      BlockRun run;
      run.strip = static_cast<std::int64_t>(k);
      run.index = run.position = static_cast<std::int64_t>(i);
      run.of = run.positions = static_cast<std::int64_t>(plans[k].size());
      run.block = plans[k][i];
      run.cols = step.cols();
      run.niter = step.niter;
      blocks.push_back(run);
    }
  }
  if (step.schedule == Schedule::sequential) return blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i].position = static_cast<std::int64_t>(i);
    blocks[i].positions = static_cast<std::int64_t>(blocks.size());
  }
  return blocks;
}

// Posts the calls of a schedule and accounts for the blocks at every wait.
class Runner {
 public:
  Runner(Accelerator& device, const Step& step, const std::vector<BlockRun>& blocks, BlockObserver* observer)
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
  const BlockRun& block_of(const Call& call) const { return blocks_[static_cast<std::size_t>(call.block)]; }
  const StripArrays& strip_of(const Call& call) const {
    return step_.strips[static_cast<std::size_t>(block_of(call).strip)];
  }

  // The blocks that are swept before the next wait.
  void announce(const std::vector<Call>& calls, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (calls[i].part != Call::Part::sweep) continue;
      if (runs_.empty()) first_ = calls[i].block;
      runs_.push_back(block_of(calls[i]));
      if (observer_ != nullptr) observer_->before_block(runs_.back().index, runs_.back().block);
    }
  }

  Ticket post(const Call& call, const std::vector<Ticket>& tickets) {
    After after;
    for (const std::size_t index : call.after) after.push_back(tickets[index]);
    if (call.part == Call::Part::sweep) return device_.post(command(call), after);
    const TrafficCounts before = device_.traffic();
    const Ticket ticket = post_transfer(call, after);
    const auto position = static_cast<std::size_t>(call.block - first_);
    // The head of a block that is swept after the wait is charged below.
    if (position < runs_.size()) runs_[position].traffic += device_.traffic() - before;
    return ticket;
  }

  Ticket post_transfer(const Call& call, const After& after) {
    const StripArrays& strip = strip_of(call);
    if (call.stores()) return device_.post_store(call.place, strip.f + call.host_word, after);
    const double* source = call.place.bank == Bank::f ? strip.f : strip.r;
    return device_.post_load(call.place, source + call.host_word, after);
  }

  SweepCommand command(const Call& call) const {
    const Block& block = block_of(call).block;
    SweepCommand command;
    command.rows = block.rows();
    command.cols = step_.cols();
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
  const std::vector<BlockRun>& blocks_;
  BlockObserver* observer_;
  CycleCounts cycles_so_far_;
  TrafficCounts traffic_so_far_;
  std::vector<BlockRun> runs_;  // swept since the last wait
  std::int64_t first_ = 0;      // position of the first of these in blocks_
};

// Makes all checks before any data moves.
void check(const Capabilities& device, const std::vector<BlockRun>& blocks, const Step& step) {
  const std::int64_t cols = step.cols();
  check_operator(device, step.weights);
  check_range("cols", cols, 1, device.max_cols, "the device's longest row");
  check_schedule(device, step.schedule);
  std::int64_t rows = 0;
  bool has_chain = false;
  for (const BlockRun& run : blocks) {
    rows = std::max(rows, run.block.rows_needed());
    has_chain = has_chain || run.block.below;
  }
  check_range("rows of the largest block", rows, 1, device.memory_words / cols,
              fmt::format("{} words per buffer, {} columns", device.memory_words, cols).c_str());
  if (has_chain) check_chain(device, "niter", step.niter, cols);
  for (std::size_t k = 0; k < step.strips.size(); ++k) {
    const StripArrays& strip = step.strips[k];
    if (strip.cols != cols) {
      throw ArgumentError(fmt::format("cols of strip {} = {}, must be {}, as strip 0 has", k, strip.cols, cols));
    }
    check_pointer("f", strip.f, "the local part");
    check_pointer("r", strip.r, "the right-hand side");
  }
}

}  // namespace

void itstep(Accelerator& device, const std::vector<StripArrays>& strips, const SweepWeights& weights,
            const BlockScheme& scheme, BlockObserver* observer) {
  if (strips.empty()) return;
  const Step step{strips, weights, scheme.interval, scheme.how.schedule};
  std::vector<std::vector<Block>> plans;
  for (const StripArrays& strip : strips) plans.push_back(plan_strip(strip.rows, scheme));
  const std::vector<BlockRun> blocks = blocks_of(step, plans);
  const Capabilities& has = device.capabilities();
  check(has, blocks, step);
  std::vector<Block> plan;
  for (const BlockRun& run : blocks) plan.push_back(run.block);
  Runner run(device, step, blocks, observer);
  run(step.schedule == Schedule::sequential ? sequential_calls(plan, step.cols())
                                            : overlapped_calls(plan, step.cols(), has.f_buffers, has.r_buffers));
}

void itstep(Accelerator& device, std::int64_t rows, std::int64_t cols, double* f, const double* r,
            const SweepWeights& weights, std::int64_t niter, std::int64_t portion, BlockObserver* observer,
            const ItstepOptions& options) {
  itstep(device, std::vector<StripArrays>{{rows, cols, f, r}}, weights, BlockScheme{options, portion, niter}, observer);
}

}  // namespace stencil
