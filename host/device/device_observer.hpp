// Tells what an accelerator with a clock does, cycle by cycle, in the host's words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/command.hpp"
#include "host/device/count_fields.hpp"
#include "host/device/values/place.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// From the first cycle to the one after the last, as Accelerator::cycles() counts them.
struct CycleSpan {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// Called while the accelerator works, from within wait(). Spans are told when they end; those of one kind come in the
// order of time and do not overlap.
class DeviceObserver {
 public:
  virtual ~DeviceObserver() = default;

  // A load or store, from its first data beat to its last.
  virtual void transfer(bool to_device, const Place& place, std::int64_t bursts, const CycleSpan& span) = 0;
  // Data of a load or store waits although its address was accepted and its predecessor is done: the interlock holds
  // the buffer for a command.
  virtual void held(bool to_device, const Place& place, const CycleSpan& span) = 0;
  // The engine works on a command; a chained one begins where its predecessor ends.
  virtual void command(const DeviceCommand& command, const CycleSpan& span) = 0;
  // Consecutive cycles of one cause.
  virtual void cause(const CauseField& cause, const CycleSpan& span) = 0;
  // Buffers of a bank that hold data in use: of f from a load, or a command, to the end of a store; of r from a load,
  // or a command, to the end of a command.
  virtual void buffers_in_use(Bank bank, int buffers, std::int64_t cycle) = 0;
};

}  // namespace stencil
#pragma GCC visibility pop
