// Bursts from the device: the master's read channels and the device's read port, in clock cycles.
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

// Mirrors sim/device/pins/read_channels.hpp and rtl/bus/axi_read_port.v: addresses as in LoadPort; a beat is on R 2
// cycles after it was read from its buffer; at most 8 beats are read and not taken. cycle(), quiet() and skip() as in
// LoadPort.
class StorePort {
 public:
  StorePort(std::int64_t beat_words, const PortLimits& limits)
      : limits_(limits), beat_words_(beat_words), queue_(false, beat_words) {}

  void reset();
  void set_pace(const BusTiming& timing, std::int64_t beat_bytes) { pace_.set(timing, beat_bytes); }
  void post(const Burst& burst, std::int64_t now) { queue_.post(burst, now); }
  BurstQueue& queue() { return queue_; }

  PortCycle cycle(std::int64_t now, Progress& progress, const Interlock& lock);
  std::int64_t quiet(std::int64_t now, const Progress& progress, const Interlock& lock);
  PortCycle skip(std::int64_t now, std::int64_t cycles, const Interlock& lock, std::int64_t& beats);

  bool streams() const { return begun_ && pace_.unlimited(); }

  void rest(std::int64_t cycles) { pace_.idle(cycles); }

  BufferSet touched() const { return begun_ && !read_of_.back().too_early ? buffer_of(queue_[read_]) : 0; }

 private:
  static constexpr std::int64_t addresses_that_wait = 4;
  static constexpr std::int64_t most_claimed = 8;

  // still: no beat is read or taken. stream: one is read and one taken in every clock. paced: the link takes a beat
  // whenever its width allows, and the free place is claimed a clock later. other: none of these.
  enum class Mode { still, stream, paced, other };
  Mode mode(const Interlock& lock) const;
  Mode mode_ = Mode::other;  // that quiet() has found, for skip() behind it

  std::int64_t waiting() const { return static_cast<std::int64_t>(queue_.addressed() - read_) - (active_ ? 1 : 0); }
  bool open(const Interlock& lock) const { return active_ && (begun_ || !lock.holds(buffer_of(queue_[read_]))); }
  // The last beat of a burst is read.
  void end_read(PortCycle& seen);
  // As in LoadPort.
  bool rests() const { return !address_offered_ && queue_.addressed() == 0; }
  std::int64_t there() const { return claimed_ - (delivered_ ? 1 : 0); }
  bool refused(const Burst& burst, std::int64_t beat) const {
    return limits_.store_refused(burst, queue_.first_lane(burst), beat, beat_words_);
  }

  struct Read {
    bool too_early;      // is refused
    bool leaves_memory;  // some beats are refused, the last one at least
    bool is_good() const { return !too_early && !leaves_memory; }
  };

  PortLimits limits_;
  std::int64_t beat_words_;
  BurstQueue queue_;
  Burst served_;  // the last one
  LinkPace pace_;
  bool address_offered_ = false;
  std::size_t read_ = 0;          // bursts read from their buffers to the end, from the front
  std::int64_t read_beat_ = 0;    // beats read of the next burst
  std::int64_t taken_beat_ = 0;   // beats taken of the front burst
  bool active_ = false;           // the next burst is being served
  bool begun_ = false;            // and has begun
  Ring<Read> read_of_;            // of bursts begun and not completely taken
  bool delivered_ = false;        // the memory delivers a beat
  std::int64_t claimed_ = 0;      // beats read and not taken
  std::int64_t outstanding_ = 0;  // addresses accepted whose last beat is not taken
};

}  // namespace stencil
