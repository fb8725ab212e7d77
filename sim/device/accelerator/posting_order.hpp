// Turns tickets of host calls into counts of bursts and register accesses, which the bus master can wait for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/device.hpp"

namespace stencil {

// After as a call keeps it: without memory of its own for two tickets, which few calls exceed.
class Tickets {
 public:
  Tickets() = default;
  Tickets(std::initializer_list<Ticket> tickets) : Tickets(After(tickets)) {}
  Tickets(const After& tickets) : count_(tickets.size()) {
    if (count_ <= few_.size())
      std::copy(tickets.begin(), tickets.end(), few_.begin());
    else
      many_ = tickets;
  }

  const Ticket* begin() const { return count_ <= few_.size() ? few_.data() : many_.data(); }
  const Ticket* end() const { return begin() + count_; }

 private:
  std::size_t count_ = 0;
  std::array<Ticket, 2> few_{};
  After many_;
};

// A call that waits for a load or store waits for its last burst. One that waits for a sweep waits only until its
// COMMAND is answered: from then on the device holds bursts of the sweep's buffers until the sweep is finished.
class PostingOrder {
 public:
  // The counts that a call with these tickets waits for. Unknown tickets are done.
  PostedAfter after(const Tickets& tickets) const;

  // Records a call that was posted; a sweep when its COMMAND was.
  void load(Ticket ticket, std::int64_t bursts);
  void store(Ticket ticket, std::int64_t bursts);
  void command(Ticket ticket);
  void register_access() { ++reached_.registers; }

  // The counts at which this call and all posted before it are done; 0 where the ticket is unknown.
  DoneCounts through(Ticket ticket) const;
  // All transfers that were posted.
  PostedAfter all_transfers() const { return {reached_.loads, reached_.stores}; }
  std::int64_t commands() const { return commands_; }

  // The device has nothing left to do.
  void all_done();

 private:
  struct Known {
    PostedAfter reached;  // counts at which the call releases those that wait for it
    DoneCounts through;
  };

  const Known* find(Ticket ticket) const;
  void remember(Ticket ticket, const PostedAfter& reached);

  PostedAfter reached_;  // counts when all posted calls are done
  std::int64_t commands_ = 0;
  Ticket first_ = 1;
  std::vector<Known> known_;  // from ticket first_ on
};

}  // namespace stencil
