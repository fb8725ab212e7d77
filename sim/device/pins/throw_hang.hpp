// Says what a Verilated device was waited for in vain, and which of its channels wait.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/device/contract/device.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/pins/progress.hpp"

namespace stencil {

// interrupt: irq is high.
template <class Write, class Read, class Registers, class Idle>
HangState hang_state(const Write& write, const Read& read, const Registers& registers, const Idle& idle,
                     std::int64_t now, const Progress& progress, bool interrupt) {
  HangState state;
  state.cycle = now;
  state.loads = write.queue().size();
  state.stores = read.queue().size();
  state.registers = registers.left();
  state.commands = idle.unfinished_commands();
  state.interrupt = interrupt;
  state.unoffered = registers.commands_unoffered();
  state.unanswered = registers.command_unanswered() ? 1 : 0;
  state.load_offered = write.outstanding();
  state.store_offered = read.outstanding();
  state.beat_withheld = write.withholds_beat() || read.withholds_beat();
  write.tell_waits(state.pins);
  read.tell_waits(state.pins);
  registers.tell_waits(state.pins);
  // All its commands have ended: the device owes the interrupt.
  if (!interrupt && state.accepted() <= 0 && state.unanswered == 0 && registers.awaits_interrupt(progress))
    registers.tell_low_interrupt(state.pins);
  return state;
}

template <class Write, class Read, class Registers>
[[noreturn]] void throw_hang(const Write& write, const Read& read, const Registers& registers, const HangState& state,
                             std::int64_t quiet_cycles) {
  // What was not offered waits for what was, which is named.
  std::string awaited = "interrupt";
  if (registers.is_offered())
    awaited = registers.state();
  else if (write.outstanding())
    awaited = write.state();
  else if (read.outstanding())
    awaited = read.state();
  throw DeviceHang(std::string(state.kept_by_platform() ? "platform" : "device") + " hangs: nothing moved for " +
                       std::to_string(quiet_cycles) + " cycles while waiting for the " + awaited + ", at cycle " +
                       std::to_string(state.cycle) +
                       (state.accepted() <= 0 ? "" : ", commands not finished: " + std::to_string(state.accepted())),
                   state);
}

}  // namespace stencil
