// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/command_path.hpp"

#include "sim/device/kernels/kernels.hpp"
#include "sim/device/pins/progress.hpp"

namespace stencil {

using namespace contract;

namespace {

// Cycles from the write of NITER to the first one in which the plan is ready: two divisions of `bits` bits each.
std::int64_t plan_cycles(std::uint64_t niter) {
  const std::int64_t bits = static_cast<std::uint32_t>(niter) < 256 ? 8 : 32;
  return 2 * bits + 4;
}

}  // namespace

CommandPath::CommandPath(const Capabilities& device)
    : device_(device), kernels_(make_kernel_clocks(device)), kernel_(kernels_.front().get()) {}

void CommandPath::reset() {
  for (const auto& kernel : kernels_) kernel->reset();
  kernel_ = kernels_.front().get();
  queue_.clear();
  flight_.clear();
  step_ = 0;
  plan_ready_cycle_ = 0;
  chain_open_ = false;
  used_banks_ = ~BufferSet{0};
  held_ = 0;
}

BufferSet CommandPath::buffers_in_lists() const {
  BufferSet held = 0;
  for (const QueuedCommand& command : queue_) held |= buffers_of(command);
  for (const QueuedCommand& command : flight_) held |= buffers_of(command);
  return held;
}

void CommandPath::write_job(std::int64_t now, const Job& job, bool niter) {
  chain_open_ = false;
  for (const auto& kernel : kernels_) {
    if (kernel->serves(job)) kernel_ = kernel.get();
  }
  used_banks_ = kernel_->uses_r(job) ? ~BufferSet{0} : f_bank;
  if (niter) plan_ready_cycle_ = now + plan_cycles(job[REG_NITER]);
}

contract::Error CommandPath::check(const Job& job) const {
  const QueuedCommand& command = queue_.front();
  if (command.rows < 1 || command.rows > device_.memory_words) return ERROR_ROWS;
  if (job[REG_COLS] < 1 || job[REG_COLS] > static_cast<std::uint64_t>(device_.max_cols)) return ERROR_COLS;
  if (job[REG_NITER] < 1 || job[REG_NITER] >> 32) return ERROR_NITER;
  const auto cols = static_cast<std::int64_t>(job[REG_COLS]);
  const auto niter = static_cast<std::int64_t>(job[REG_NITER]);
  const bool last = command.above && !command.below;
  if (command.rows + (last ? niter : 0) > device_.memory_words / cols) return ERROR_FIT;
  if (command.f_buffer >= device_.f_buffers || (command.r_buffer >= device_.r_buffers && kernel_->uses_r(job)))
    return ERROR_BUFFER;
  if (!kernel_->there(job)) return ERROR_KERNEL;
  return kernel_->check(command, job, chain_open_);
}

bool CommandPath::interlocked(BufferSet touched) const {
  for (const QueuedCommand& command : flight_) touched |= buffers_of(command);
  return (buffers_of(queue_.front()) & touched) != 0;
}

CommandCycle CommandPath::cycle(std::int64_t now, const Job& job, BufferSet touched) {
  CommandCycle seen;
  if (!busy()) return seen;
  const bool verdict = !queue_.empty() && step_ == decided;
  if (verdict) seen.refused = check(job);
  const bool offers = verdict && seen.refused == ERROR_NONE && !interlocked(touched);
  seen.engine = kernel_->cycle(now, offers ? &queue_.front() : nullptr, job);

  if (seen.engine.finished) {
    seen.finished = flight_.front();
    flight_.pop_front();
  }
  if (seen.engine.take) {
    chain_open_ = queue_.front().below;
    flight_.push_back(queue_.front());
  } else if (seen.refused != ERROR_NONE) {
    chain_open_ = false;
  }
  if (seen.engine.take || seen.refused != ERROR_NONE) {
    queue_.pop_front();
    step_ = 0;
  } else if (!queue_.empty() && step_ != decided && (step_ != 0 || now >= plan_ready_cycle_)) {
    ++step_;
  }
  if (seen.engine.finished || seen.refused != ERROR_NONE) held_ = buffers_in_lists();
  return seen;
}

std::int64_t CommandPath::quiet(std::int64_t now, const Job& job, BufferSet touched) const {
  if (!busy()) return never;
  if (queue_.empty()) return kernel_->quiet(now, nullptr, job);
  if (step_ == 0 && now < plan_ready_cycle_) {
    const std::int64_t engine = kernel_->quiet(now, nullptr, job);
    return engine < plan_ready_cycle_ - now ? engine : plan_ready_cycle_ - now;
  }
  if (step_ != decided || check(job) != ERROR_NONE) return 0;
  return kernel_->quiet(now, interlocked(touched) ? nullptr : &queue_.front(), job);
}

}  // namespace stencil
