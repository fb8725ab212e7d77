// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/call_runner.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "host/jacobi/check_blocking.hpp"

namespace stencil {

BlockRun block_run(const std::vector<Block>& plan, std::size_t index, std::int64_t cols, std::int64_t niter) {
  BlockRun run;
  run.index = run.position = static_cast<std::int64_t>(index);
  run.of = run.positions = static_cast<std::int64_t>(plan.size());
  run.block = plan[index];
  run.cols = cols;
  run.niter = niter;
  return run;
}

void check_blocks(const Capabilities& device, const std::vector<BlockRun>& blocks, const SharedWork& work) {
  const std::int64_t cols = work.cols();
  check_operator(device, work.weights);
  check_range("cols", cols, 1, device.max_cols, "the device's longest row");
  check_schedule(device, work.schedule);
  std::int64_t rows = 0;
  std::int64_t chained = 0;  // the most sweeps of a chain
  for (const BlockRun& run : blocks) {
    rows = std::max(rows, run.block.rows_needed());
    if (run.block.below) chained = std::max(chained, run.niter);
  }
  check_range("rows of the largest block", rows, 1, device.memory_words / cols,
              fmt::format("{} words per buffer, {} columns", device.memory_words, cols).c_str());
  if (chained > 0) check_chain(device, "niter", chained, cols);
  for (std::size_t k = 0; k < work.strips.size(); ++k) {
    const StripArrays& strip = work.strips[k];
    if (strip.cols != cols) {
      throw ArgumentError(fmt::format("cols of strip {} = {}, must be {}, as strip 0 has", k, strip.cols, cols));
    }
    check_pointer("f", strip.f, "the local part");
    check_pointer("r", strip.r, "the right-hand side");
  }
}

void CallRunner::operator()(const std::vector<Call>& calls) {
  cycles_so_far_ = device_.cycles();
  traffic_so_far_ = device_.traffic();
  device_.wait();  // for calls posted before; their cycles belong to the first block
  std::vector<Ticket> tickets(calls.size());
  announce(calls, 0);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].part != Call::Part::wait) {
      tickets[i] = post(calls[i], tickets);
      continue;
    }
    wait(calls[i], calls, tickets);
    announce(calls, i + 1);
  }
}

// The blocks that are swept before the next wait.
void CallRunner::announce(const std::vector<Call>& calls, std::size_t begin) {
  for (std::size_t i = begin; i < calls.size() && calls[i].part != Call::Part::wait; ++i) {
    if (calls[i].part != Call::Part::sweep) continue;
    announced_ = static_cast<std::size_t>(calls[i].block) + 1;
    if (observer_ != nullptr) observer_->before_block(block_of(calls[i]).index, block_of(calls[i]).block);
  }
}

Ticket CallRunner::post(const Call& call, const std::vector<Ticket>& tickets) {
  After after;
  for (const std::size_t index : call.after) after.push_back(tickets[index]);
  if (call.part == Call::Part::sweep) return device_.post(command(call), after);
  const TrafficCounts before = device_.traffic();
  const Ticket ticket = post_transfer(call, after);
  const auto position = static_cast<std::size_t>(call.block);
  // In the sequential schedule the head of a block that is swept after the wait is charged below.
  if (work_.schedule == Schedule::sequential && position >= announced_) return ticket;
  const TrafficCounts moved = device_.traffic() - before;
  blocks_[position].traffic += moved;
  charged_ += moved;
  return ticket;
}

Ticket CallRunner::post_transfer(const Call& call, const After& after) {
  const StripArrays& strip = work_.strips[static_cast<std::size_t>(block_of(call).strip + call.other_strip)];
  if (call.stores()) return device_.post_store(call.place, strip.f + call.host_word, after);
  const double* source = call.place.bank == Bank::f ? strip.f : strip.r;
  return device_.post_load(call.place, source + call.host_word, after);
}

SweepCommand CallRunner::command(const Call& call) const {
  const Block& block = block_of(call).block;
  SweepCommand command;
  command.rows = block.rows();
  command.cols = work_.cols();
  command.niter = block_of(call).niter;
  command.weights = work_.weights;
  command.f_buffer = call.place.buffer;
  command.r_buffer = call.r_buffer;
  command.above = block.above;
  command.below = block.below;
  return command;
}

void CallRunner::wait(const Call& call, const std::vector<Call>& calls, const std::vector<Ticket>& tickets) {
  if (call.after.empty()) {
    device_.wait();
    account(announced_, true);
    return;
  }
  const std::size_t last = call.after.front();
  device_.wait(tickets[last]);
  account(static_cast<std::size_t>(calls[last].block) + 1, false);
  const BlockRun& next = blocks_[accounted_];
  if (exchange_) exchange_(next.step);
  if (observer_ != nullptr) observer_->before_step(next.step, next.niter);
}

// For the blocks up to `count`. Drained: the last one ends with the calls, else with its sweep.
void CallRunner::account(std::size_t count, bool drained) {
  const std::vector<CycleCounts>& ends = device_.sweep_ends();
  if (ends.size() != count - accounted_) {
    throw DeviceError(fmt::format("the device ended {} sweeps, {} were posted", ends.size(), count - accounted_));
  }
  for (std::size_t i = accounted_; i < count; ++i) {
    const CycleCounts end = drained && i + 1 == count ? device_.cycles() : ends[i - accounted_];
    blocks_[i].cycles = end - cycles_so_far_;
    cycles_so_far_ = end;
  }
  // Bytes moved by calls that were charged to no block count for the first of them.
  blocks_[accounted_].traffic += device_.traffic() - traffic_so_far_ - charged_;
  traffic_so_far_ = device_.traffic();
  charged_ = TrafficCounts();
  if (observer_ != nullptr) {
    for (std::size_t i = accounted_; i < count; ++i) observer_->after_block(blocks_[i]);
    observer_->after_wait();
  }
  accounted_ = count;
}

}  // namespace stencil
