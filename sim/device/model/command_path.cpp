// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/command_path.hpp"

#include "sim/device/pins/progress.hpp"

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
    : device_(device),
      engine_({device.pes, device.lanes, device.pe_latency}),
      tile_engine_({device.pes, device.tile_latency, device.tile_slots_min, device.tile_slots_max}) {}

void CommandPath::reset() {
  engine_.reset();
  tile_engine_.reset();
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
  if (job.tiles() ? device_.tile_slots_max == 0 : !device_.sweeps) return ERROR_KERNEL;
  return job.tiles() ? check_tile(job) : check_chain(job);
}

contract::Error CommandPath::check_chain(const Job& job) const {
  const QueuedCommand& command = queue_.front();
  const auto cols = static_cast<std::int64_t>(job.cols);
  const auto niter = static_cast<std::int64_t>(job.niter);
  if (command.above ? !chain_open_ : command.below && command.rows <= niter) return ERROR_CHAIN;
  const std::int64_t passes = (niter + device_.pes - 1) / device_.pes;
  const std::int64_t beats = (cols + device_.lanes - 1) / device_.lanes;
  if ((command.above || command.below) && passes > device_.line_beats / beats) return ERROR_LINES;
  return ERROR_NONE;
}

contract::Error CommandPath::check_tile(const Job& job) const {
  const QueuedCommand& command = queue_.front();
  const auto cols = static_cast<std::int64_t>(job.cols);
  const auto sweeps = static_cast<std::int64_t>(job.niter);
  const TileCommand tile = tile_of(job.tile);
  const std::int64_t slots = slots_of(job.tile);
  const auto stays = [sweeps](const TileEdge& edge, std::int64_t last) {
    const std::int64_t end = edge.at + edge.slope * (sweeps - 1);
    return edge.slope != -2 && edge.at >= 1 && edge.at <= last && end >= 1 && end <= last;
  };
  const bool legal = slots >= device_.tile_slots_min && slots <= device_.tile_slots_max && !command.above &&
                     !command.below && command.rows >= 3 && cols >= 3 && stays(tile.top, command.rows - 1) &&
                     stays(tile.bottom, command.rows - 1) && stays(tile.left, cols - 1) && stays(tile.right, cols - 1);
  return legal ? ERROR_NONE : ERROR_TILE;
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

OfferedTile CommandPath::tile(const Job& job) const {
  return {{queue_.front().rows, static_cast<std::int64_t>(job.cols), static_cast<std::int64_t>(job.niter)},
          slots_of(job.tile)};
}

EngineCycle CommandPath::clock_engine(std::int64_t now, const Job& job, bool offers) {
  if (job.tiles()) {
    const OfferedTile offered = offers ? tile(job) : OfferedTile{};
    return tile_engine_.cycle(now, offers ? &offered : nullptr);
  }
  const BlockShape offered = offers ? block(job) : BlockShape{};
  return engine_.cycle(now, offers ? &offered : nullptr);
}

std::int64_t CommandPath::engine_quiet(std::int64_t now, const Job& job, bool offers) const {
  if (job.tiles()) {
    const OfferedTile offered = offers ? tile(job) : OfferedTile{};
    return tile_engine_.quiet(now, offers ? &offered : nullptr);
  }
  const BlockShape offered = offers ? block(job) : BlockShape{};
  return engine_.quiet(now, offers ? &offered : nullptr);
}

CommandCycle CommandPath::cycle(std::int64_t now, const Job& job, BufferSet touched) {
  CommandCycle seen;
  const bool verdict = !queue_.empty() && step_ == decided;
  if (verdict) seen.refused = check(job);
  const bool offers = verdict && seen.refused == ERROR_NONE && !interlocked(touched);
  seen.engine = clock_engine(now, job, offers);

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
  if (queue_.empty()) return engine_quiet(now, job, false);
  if (step_ == 0 && now < plan_ready_cycle_) {
    const std::int64_t engine = engine_quiet(now, job, false);
    return engine < plan_ready_cycle_ - now ? engine : plan_ready_cycle_ - now;
  }
  if (step_ != decided || check(job) != ERROR_NONE) return 0;
  return engine_quiet(now, job, !interlocked(touched));
}

}  // namespace stencil
