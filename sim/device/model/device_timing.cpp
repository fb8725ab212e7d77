// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/device_timing.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "host/base/errors.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/contract/dma_registers.hpp"

namespace stencil {

using namespace contract;

namespace {

Cause cause_of(const EngineCycle& engine, const PortCycle& load, const PortCycle& store) {
  if (engine.busy) return engine.stall ? CAUSE_STALL : CAUSE_COMPUTE;
  if (load.outstanding) return CAUSE_LOAD;
  return store.outstanding ? CAUSE_STORE : CAUSE_IDLE;
}

}  // namespace

DeviceTiming::DeviceTiming(const Capabilities& device)
    : device_(device),
      loads_(device.axi_data_bits / 64, {device.f_buffers, device.r_buffers, device.memory_words}),
      stores_(device.axi_data_bits / 64, {device.f_buffers, device.r_buffers, device.memory_words}),
      registers_(device),
      commands_(device) {
  set_timing({});
}

void DeviceTiming::reset() {
  loads_.reset();
  stores_.reset();
  accesses_.reset();
  registers_.reset();
  commands_.reset();
  change_cleared();
  progress_ = Progress{};
  idle_ = IdleWatch{settle_cycles_};
  counts_ = ModelCounts{};
  sweep_ends_.clear();
  now_ = 0;
  interrupt_ = false;
}

void DeviceTiming::set_timing(const BusTiming& timing) {
  loads_.set_pace(timing, device_.axi_data_bits / 8);
  stores_.set_pace(timing, device_.axi_data_bits / 8);
}

void DeviceTiming::set_settle_cycles(std::int64_t cycles) {
  settle_cycles_ = cycles;
  idle_ = IdleWatch{cycles};
  idle_.moved(now_);
}

void DeviceTiming::post(const Burst& burst) {
  if (burst.to_device)
    loads_.post(burst, now_);
  else
    stores_.post(burst, now_);
}

void DeviceTiming::post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) {
  if (address == REG_COMMAND) idle_.command_posted();
  accesses_.post({address, value, nullptr, after});
}

void DeviceTiming::post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) {
  accesses_.post({address, 0, result, after});
}

void DeviceTiming::run(const WaitFor& wait) {
  std::int64_t last_move = now_;
  QuietLimit limit(wait);
  limit.update(idle_.unfinished_commands(), accesses_.commands_unoffered());
  while (!is_over(wait)) {
    const std::int64_t quiet_cycles = now_ - last_move;
    if (quiet_cycles > limit.cycles())
      throw DeviceHang("device hangs: nothing moved for " + std::to_string(quiet_cycles) +
                           " cycles in the timing model, at cycle " + std::to_string(now_),
                       {now_,
                        {},
                        loads_.queue().size(),
                        stores_.queue().size(),
                        0,
                        idle_.unfinished_commands(),
                        accesses_.commands_unoffered()});
    if (skip_idle()) last_move = now_;
    // While no beat moves, no further than the cycle in which the master would check again whether the device is idle.
    std::int64_t most_cycles = never;
    if (!loads_.streams() && !stores_.streams()) {
      most_cycles = limit.cycles() - (now_ - last_move) + 1;
      if (!idle_.settled(now_)) most_cycles = std::min(most_cycles, idle_.settled_cycle() - now_);
    }
    if (!advance(most_cycles)) continue;
    last_move = now_;
    limit.update(idle_.unfinished_commands(), accesses_.commands_unoffered());
  }
  if (bursts_done() && accesses_.idle()) progress_.forget();
}

bool DeviceTiming::is_over(const WaitFor& wait) {
  const bool owes = !accesses_.under_way() && idle_.unfinished_commands() > accesses_.commands_unoffered();
  if (wait.until) return progress_.is_over(*wait.until, owes);
  return accesses_.idle() && (!wait.bursts || bursts_done()) && (!wait.interrupt || interrupt_);
}

void DeviceTiming::tick_cycles(std::int64_t cycles) {
  for (const std::int64_t until = now_ + cycles; now_ < until;) advance(until - now_);
}

bool DeviceTiming::advance(std::int64_t most_cycles) {
  const Interlock lock = interlock();
  if (every_cycle_ || accesses_.quiet(progress_) == 0) return tick(lock);
  std::int64_t cycles = std::min(most_cycles, commands_.quiet(now_, registers_.job(), touched()));
  if (cycles == 0) return tick(lock);
  cycles = std::min(cycles, loads_.quiet(now_, progress_, lock));
  if (cycles > 0) cycles = std::min(cycles, stores_.quiet(now_, progress_, lock));
  return cycles > 1 ? skip(cycles, lock) : tick_ports(lock);
}

bool DeviceTiming::tick(const Interlock& lock) {
  const BufferSet was_touched = touched();
  // A write changes it only where there is no command, and without one nothing asks for it.
  const Job& job = registers_.job();

  // All parts see the state at the beginning of the cycle, so registers come first, then commands, then the ends of the
  // ports' cycles.
  const RegisterPort::Access* access = accesses_.offered(now_, progress_);
  if (access && access->result && registers_.read_waits(access->address, now_)) access = nullptr;
  RegisterFile::Written written;
  std::optional<std::uint64_t> answer;
  if (access && access->result) {
    answer = registers_.read(access->address, commands_.busy(), counts_);
  } else if (access) {
    written = registers_.write(access->address, access->value, commands_);
    if (written.ok) answer = access->value;
  }

  if (written.clear_change) change_cleared();
  const CommandCycle command = commands_.cycle(now_, job, was_touched);
  if (written.job) commands_.write_job(now_, registers_.job(), written.niter);
  if (written.push) commands_.push(QueuedCommand(access->value));
  const PortsCycle ports = cycle_ports(command.engine, lock);
  counts_.commands += command.engine.finished ? 1 : 0;
  if (written.clear_counters) registers_.clear_counters(counts_);
  registers_.clock(command.engine.finished, command.refused, ports.error, ports.held_error);

  if (command.engine.finished) {
    const std::uint64_t change = swept(commands_.command(command.finished, job));
    if (commands_.measures_change()) registers_.set_change(now_, change);
    sweep_ends_.push_back(counts_);
    activity_.command_ends(now_);
    idle_.command_finished(now_);
    progress_.commands.add(now_);
  }
  const bool accessed = accesses_.clock(now_, progress_, access != nullptr, answer);
  if (ports.moved || accessed) idle_.moved(now_);
  interrupt_ = progress_.interrupt = registers_.interrupt(commands_.busy());
  ++now_;
  return ports.moved || accessed || command.engine.finished;
}

bool DeviceTiming::tick_ports(const Interlock& lock) {
  const PortsCycle ports = cycle_ports(commands_.show(now_), lock);
  show_errors(ports);
  if (ports.moved) idle_.moved(now_);
  ++now_;
  return ports.moved;
}

void DeviceTiming::show_errors(const PortsCycle& ports) {
  if (!ports.error && !ports.held_error) return;
  registers_.clock(false, ERROR_NONE, ports.error, ports.held_error);
  interrupt_ = progress_.interrupt = registers_.interrupt(commands_.busy());
}

DeviceTiming::PortsCycle DeviceTiming::cycle_ports(const EngineCycle& engine, const Interlock& lock) {
  const PortCycle load = loads_.cycle(now_, progress_, lock);
  if (load.served) moved(*load.served);
  const PortCycle store = stores_.cycle(now_, progress_, lock);
  if (store.served) moved(*store.served);
  count(1, engine, load, store);
  counts_.beats_loaded += load.beat ? 1 : 0;
  counts_.beats_stored += store.beat ? 1 : 0;
  return {load.moved || store.moved, load.error || store.error, load.held_error || store.held_error};
}

bool DeviceTiming::skip(std::int64_t cycles, const Interlock& lock) {
  std::int64_t loaded = 0, stored = 0;
  const PortCycle load = loads_.skip(now_, cycles, lock, loaded);
  if (load.served) moved(*load.served);
  const PortCycle store = stores_.skip(now_, cycles, lock, stored);
  if (store.served) moved(*store.served);
  count(cycles, commands_.show(now_), load, store);
  counts_.beats_loaded += loaded;
  counts_.beats_stored += stored;
  show_errors({true, load.error, load.held_error});
  now_ += cycles;
  return load.moved || store.moved;
}

void DeviceTiming::observe_activity(ActivityObserver* observer) {
  loads_.queue().observe(observer);
  stores_.queue().observe(observer);
  activity_.observe(observer, now_);
}

void DeviceTiming::count(std::int64_t cycles, const EngineCycle& engine, const PortCycle& load,
                         const PortCycle& store) {
  const Cause cause = cause_of(engine, load, store);
  counts_.cause_cycles[cause] += cycles;
  activity_.cycle(cause, now_);
  if (engine.fill) counts_.fill_cycles += cycles;
  if (load.outstanding) counts_.load_outstanding_cycles += cycles;
  if (store.outstanding) counts_.store_outstanding_cycles += cycles;
  add_cycles(counts_.dma, cycles, cause == CAUSE_COMPUTE, load.busy, store.busy);
}

bool DeviceTiming::skip_idle() {
  if (idle_.is_busy(now_) || !accesses_.waits_for_others(progress_)) return false;
  const std::int64_t until = idle_.until(now_, loads_.queue(), stores_.queue(), progress_);
  if (until == now_) return false;
  activity_.cycle(CAUSE_IDLE, now_);
  counts_.skipped_cycles += until - now_;
  loads_.rest(until - now_);
  stores_.rest(until - now_);
  now_ = until;
  return true;
}

}  // namespace stencil
