// Turns tickets of host calls into counts of bursts and register accesses, which the bus master can wait for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/device.hpp"
#include "sim/device/kernels/common/device_side.hpp"

namespace stencil {

// A call that waits for a load or store waits for its last burst. One that waits for a sweep waits only until its
// COMMAND is answered: from then on the device holds bursts of the sweep's buffers until the sweep is finished.
// Also knows, for each call, how many posted sweeps must be finished when the call is done.
class PostingOrder {
 public:
  // The counts that a call with these tickets waits for. Unknown tickets are done.
  PostedAfter after(const After& tickets) const;

  // Records a call that was posted; a sweep when its COMMAND was.
  void load(Ticket ticket, const Place& place, const After& after, std::int64_t bursts);
  void store(Ticket ticket, const Place& place, const After& after, std::int64_t bursts);
  void command(Ticket ticket, const DeviceCommand& command, const After& after);
  void register_access() { ++reached_.registers; }

  // Number of sweeps that may be unfinished when one with these tickets is written to COMMAND.
  std::int64_t unfinished_before(const After& after) const;

  // The device has nothing left to do.
  void all_done();

 private:
  struct Known {
    PostedAfter reached;        // counts at which the call releases those that wait for it
    std::int64_t finished = 0;  // sweeps that must be finished then
    std::int64_t sweep = 0;     // number of the sweep, from 1; 0: a transfer
    HeldBuffers buffers;        // buffers of a sweep
  };

  const Known* find(Ticket ticket) const;
  std::int64_t finished_before(const After& after) const;
  std::int64_t finished_after(const Place& place, const After& after, std::int64_t before) const;
  void remember(Ticket ticket, const Known& known);

  PostedAfter reached_;  // counts when all posted calls are done
  std::int64_t sweeps_ = 0;
  std::int64_t loads_finished_ = 0;  // sweeps that must be finished after the last load, store, COMMAND
  std::int64_t stores_finished_ = 0;
  std::int64_t commands_finished_ = 0;
  Ticket first_ = 1;
  std::vector<Known> known_;  // from ticket first_ on
};

}  // namespace stencil
