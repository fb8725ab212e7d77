// The schedule limit (ideal_cycles): the same calls on the same buffers and ports without control overhead.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/accelerator/posting_order.hpp"

namespace stencil {

// Places every call as early as the calls it waits for allow. There is one link each way, which carries its full width
// in every cycle and delivers the first beat after its latency, and one engine, which issues, stalls and drains by its
// cycle laws without the cycles of its pipeline, and sets the points of tiles without a pause. A buffer belongs to a
// sweep from posting to its end. Handshakes, register accesses and checks cost nothing. A real device is never faster.
// Calls come in the order posted and must be legal for the device.
class IdealTimeline {
 public:
  IdealTimeline(const Capabilities& device, const LinkOptions& link);

  void load(Ticket ticket, const Place& place, const Tickets& after) { transfer(to_device_, ticket, place, after); }
  void store(Ticket ticket, const Place& place, const Tickets& after) { transfer(from_device_, ticket, place, after); }
  void command(Ticket ticket, const DeviceCommand& command, const Tickets& after);
  // Calls from now on are posted when all earlier ones are done.
  void wait();
  // Calls from now on are posted when this one and all before it are done.
  void wait(Ticket ticket);

  // Cycle in which all is done.
  std::int64_t end() const { return end_; }
  // The end of each sweep since this was last called; the list is emptied.
  std::vector<std::int64_t> take_sweep_ends();

 private:
  // Times of a link are in units of a cycle divided by its width in bytes, so that a beat takes a whole number of them.
  struct Link {
    std::int64_t free = -1;  // since before the first cycle
  };
  struct Sweep {
    std::int64_t posted = 0;
    std::int64_t end = 0;
  };

  void transfer(Link& link, Ticket ticket, const Place& place, const Tickets& after);
  std::int64_t ready(const Tickets& after) const;
  void done(Ticket ticket, std::int64_t released, std::int64_t end);
  Sweep& owner(Bank bank, int buffer);

  Capabilities device_;
  std::int64_t beat_bytes_;
  std::int64_t link_bytes_;
  std::int64_t latency_cycles_;

  Link to_device_, from_device_;
  std::array<std::array<Sweep, 4>, 2> owners_{};  // the last sweep of each buffer
  std::optional<DeviceCommand> before_;           // the last command
  std::int64_t issued_ = 0;                       // first cycle after its last beat was issued
  std::int64_t gap_ = 0;
  std::int64_t swept_ = 0;         // its end
  std::int64_t swept_before_ = 0;  // the end of the one before
  std::int64_t posted_ = 0;

  std::int64_t began_ = 0;  // end of the last wait
  std::int64_t end_ = 0;
  Ticket first_ticket_ = 1;
  struct Done {
    std::int64_t released;  // when the call releases those that wait for it
    std::int64_t all;       // when it and all posted before it are done
  };
  std::vector<Done> done_;  // from first_ticket_ on
  std::vector<std::int64_t> sweep_ends_;
};

}  // namespace stencil
