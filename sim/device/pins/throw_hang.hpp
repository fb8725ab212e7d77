// Says what a Verilated device was waited for in vain, and which of its channels wait.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/device/contract/device.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/pins/idle_watch.hpp"

namespace stencil {

struct Quiet {
  std::int64_t now;
  std::int64_t cycles;  // since something moved
};

template <class Write, class Read, class Registers>
[[noreturn]] void throw_hang(const WaitFor& wait, const Write& write, const Read& read, const Registers& registers,
                             const IdleWatch& idle, const Quiet& quiet) {
  const std::int64_t commands = idle.unfinished_commands();
  HangState state{quiet.now, {}, write.queue().size(), read.queue().size(), registers.left(), commands};
  write.tell_waits(state.pins);
  read.tell_waits(state.pins);
  registers.tell_waits(state.pins);
  std::string awaited = "interrupt";
  if (!registers.idle())
    awaited = registers.state();
  else if (wait.bursts && !write.queue().empty())
    awaited = write.state();
  else if (wait.bursts && !read.queue().empty())
    awaited = read.state();
  throw DeviceHang("device hangs: nothing moved for " + std::to_string(quiet.cycles) +
                       " cycles while waiting for the " + awaited + ", at cycle " + std::to_string(quiet.now) +
                       (commands == 0 ? "" : ", commands not finished: " + std::to_string(commands)),
                   state);
}

}  // namespace stencil
