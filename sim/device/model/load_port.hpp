// Bursts to the device: the master's write channels and the device's write port, in clock cycles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/base/ring.hpp"
#include "sim/device/model/port_cycle.hpp"
#include "sim/device/model/port_limits.hpp"
#include "sim/device/pins/burst_queue.hpp"
#include "sim/device/pins/link_pace.hpp"
#include "sim/device/pins/progress.hpp"

namespace stencil {

// Mirrors sim/device/pins/write_channels.hpp and rtl/bus/axi_write_port.v. Four addresses wait in the device while one
// burst is served; its first beat follows its address by 2 cycles, the answer its last beat by 1. A burst whose buffer
// is held does not begin, or is refused. cycle() is one clock. quiet() returns how many clocks from now on are all
// alike, as long as nothing changes elsewhere; skip() passes over at most that many.
class LoadPort {
 public:
  LoadPort(std::int64_t beat_words, const PortLimits& limits) : limits_(limits), queue_(true, beat_words) {}

  void reset();
  void set_pace(const BusTiming& timing, std::int64_t beat_bytes) { pace_.set(timing, beat_bytes); }
  void post(const Burst& burst, std::int64_t now) { queue_.post(burst, now); }
  BurstQueue& queue() { return queue_; }

  // Throws DeviceError where the device answers SLVERR.
  PortCycle cycle(std::int64_t now, Progress& progress, const Interlock& lock);
  std::int64_t quiet(std::int64_t now, const Progress& progress, const Interlock& lock);
  // Returns the signals of each of those clocks, and what the last one serves; `beats`: beats moved in all of them
  // together.
  PortCycle skip(std::int64_t now, std::int64_t cycles, const Interlock& lock, std::int64_t& beats);

  // Until its last beat, the burst that is served moves one in every clock.
  bool streams() const { return begun_ && pace_.unlimited(); }

  // Passes over clocks in which nothing happens.
  void rest(std::int64_t cycles) { pace_.idle(cycles); }

  // The buffer of a burst that has begun and is not refused.
  BufferSet touched() const { return begun_ && !too_early_ ? buffer_of(queue_[sent_]) : 0; }

 private:
  static constexpr std::int64_t addresses_that_wait = 4;

  std::int64_t waiting() const { return static_cast<std::int64_t>(queue_.addressed() - sent_) - (active_ ? 1 : 0); }
  bool open(const Interlock& lock) const { return active_ && (begun_ || !lock.holds(buffer_of(queue_[sent_]))); }
  // No burst has been offered that is not answered: nothing happens in a clock.
  bool rests() const { return !address_offered_ && queue_.addressed() == 0; }
  void offer_data();
  // The last beat of the burst that is served moves.
  void end_data(std::int64_t now, PortCycle& seen);

  PortLimits limits_;
  BurstQueue queue_;
  Burst served_;  // the last one
  LinkPace pace_;
  bool address_offered_ = false;
  bool data_offered_ = false;
  std::size_t sent_ = 0;          // bursts whose data was all accepted, from the front
  std::int64_t beat_ = 0;         // beats accepted of the next burst
  bool active_ = false;           // that burst is being served
  bool begun_ = false;            // and has begun
  bool too_early_ = false;        // and is refused
  Ring<char> answers_;            // of bursts whose data was all accepted: refused
  std::int64_t outstanding_ = 0;  // addresses accepted, not answered
};

}  // namespace stencil
