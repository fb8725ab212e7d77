// Tickets of host calls turned into what the bus master counts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/device.hpp"
#include "sim/device/kernels/common/device_side.hpp"

namespace stencil {

// A call behind a load or store waits for its last burst, one behind a sweep for its COMMAND to be answered: the device
// holds bursts of the sweep's buffers from then on until it is finished.
// Knows of each call, too, how many of the sweeps posted are sure to be finished when it is done.
class PostingOrder {
 public:
  // What a call with these tickets waits for. Unknown ones are done.
  PostedAfter after(const After& tickets) const;

  // Tells of a call that was posted; of a sweep when its COMMAND was.
  void load(Ticket ticket, const Place& place, const After& after, std::int64_t bursts);
  void store(Ticket ticket, const Place& place, const After& after, std::int64_t bursts);
  void command(Ticket ticket, const DeviceCommand& command, const After& after);
  void register_access() { ++reached_.registers; }

  // Sweeps that may be unfinished when one with these tickets is written to COMMAND.
  std::int64_t unfinished_before(const After& after) const;

  // The device has nothing left to do.
  void all_done();

 private:
  struct Known {
    PostedAfter reached;        // when the call frees those behind it
    std::int64_t finished = 0;  // sweeps sure to be finished then
    std::int64_t sweep = 0;     // number of the sweep, from 1; 0: a transfer
    HeldBuffers buffers;        // of a sweep
  };

  const Known* find(Ticket ticket) const;
  std::int64_t finished_before(const After& after) const;
  std::int64_t finished_after(const Place& place, const After& after, std::int64_t before) const;
  void remember(Ticket ticket, const Known& known);

  PostedAfter reached_;  // by all that was posted
  std::int64_t sweeps_ = 0;
  std::int64_t loads_finished_ = 0;  // sweeps sure to be finished after the last load, store, COMMAND
  std::int64_t stores_finished_ = 0;
  std::int64_t commands_finished_ = 0;
  Ticket first_ = 1;
  std::vector<Known> known_;  // from ticket first_ on
};

}  // namespace stencil
