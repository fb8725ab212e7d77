// SPDX-License-Identifier: Apache-2.0
#include "sim/model/command_path.hpp"

#include "sim/rtl/progress.hpp"

namespace stencil {

using namespace contract;

namespace {

// From the write of NITER to the first cycle in which the plan is ready: the division of `bits` bits, twice.
std::int64_t plan_cycles(std::uint64_t niter) {
  const std::int64_t bits = static_cast<std::uint32_t>(niter) < 256 ? 8 : 32;
  return 2 * bits + 4;
}

}  // namespace

QueuedCommand::QueuedCommand(std::uint64_t value)
    : rows(static_cast<std::int64_t>(value & 0xffffffff)),
      f_buffer(static_cast<unsigned>(value >> command_f_buffer_bit) & 3),
      r_buffer(static_cast<unsigned>(value >> command_r_buffer_bit) & 3),
      above((value & command_above) != 0),
      below((value & command_below) != 0) {}

CommandPath::CommandPath(const Capabilities& device)
    : device_(device), engine_({device.pes, device.lanes, device.pe_latency}) {}

void CommandPath::reset() {
  engine_.reset();
  queue_.clear();
  flight_.clear();
  step_ = 0;
  plan_ready_cycle_ = 0;
  chain_open_ = false;
}

BufferSet CommandPath::held() const {
  BufferSet held = 0;
  for (const QueuedCommand& command : queue_) held |= command.buffers();
  for (const QueuedCommand& command : flight_) held |= command.buffers();
  return held;
}

void CommandPath::write_job(std::int64_t now, const Job& job, bool niter) {
  chain_open_ = false;
  if (niter) plan_ready_cycle_ = now + plan_cycles(job.niter);
}

contract::Error CommandPath::check(const Job& job) const {
  const QueuedCommand& command = queue_.front();
  if (command.rows < 1 || command.rows > device_.memory_words) return ERROR_ROWS;
  if (job.cols < 1 || job.cols > static_cast<std::uint64_t>(device_.max_cols)) return ERROR_COLS;
  if (job.niter < 1 || job.niter >> 32) return ERROR_NITER;
  const auto cols = static_cast<std::int64_t>(job.cols);
  const auto niter = static_cast<std::int64_t>(job.niter);
  const bool last = command.above && !command.below;
  if (command.rows + (last ? niter : 0) > device_.memory_words / cols) return ERROR_FIT;
  if (command.f_buffer >= device_.f_buffers || command.r_buffer >= device_.r_buffers) return ERROR_BUFFER;
  if (command.above ? !chain_open_ : command.below && command.rows <= niter) return ERROR_CHAIN;
  const std::int64_t passes = (niter + device_.pes - 1) / device_.pes;
  const std::int64_t beats = (cols + device_.lanes - 1) / device_.lanes;
  if ((command.above || command.below) && passes > device_.line_beats / beats) return ERROR_LINES;
  return ERROR_NONE;
}

bool CommandPath::interlocked(BufferSet touched) const {
  for (const QueuedCommand& command : flight_) touched |= command.buffers();
  return (queue_.front().buffers() & touched) != 0;
}

BlockShape CommandPath::block(const Job& job) const {
  const QueuedCommand& command = queue_.front();
  return {command.rows, static_cast<std::int64_t>(job.cols), static_cast<std::int64_t>(job.niter), command.above,
          command.below};
}

CommandCycle CommandPath::cycle(std::int64_t now, const Job& job, BufferSet touched) {
  CommandCycle seen;
  const bool verdict = !queue_.empty() && step_ == decided;
  if (verdict) seen.refused = check(job);
  const bool offers = verdict && seen.refused == ERROR_NONE && !interlocked(touched);
  const BlockShape offered = offers ? block(job) : BlockShape{};
  seen.engine = engine_.cycle(now, offers ? &offered : nullptr);

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
  return seen;
}

std::int64_t CommandPath::quiet(std::int64_t now, const Job& job, BufferSet touched) const {
  if (queue_.empty()) return engine_.quiet(now, nullptr);
  if (step_ == 0 && now < plan_ready_cycle_) {
    const std::int64_t engine = engine_.quiet(now, nullptr);
    return engine < plan_ready_cycle_ - now ? engine : plan_ready_cycle_ - now;
  }
  if (step_ != decided || check(job) != ERROR_NONE) return 0;
  if (interlocked(touched)) return engine_.quiet(now, nullptr);
  const BlockShape offered = block(job);
  return engine_.quiet(now, &offered);
}

}  // namespace stencil
