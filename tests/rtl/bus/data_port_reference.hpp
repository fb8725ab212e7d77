// What one direction of the data port does with its bursts, cycle by cycle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>

#include "tests/rtl/support/axi.hpp"

namespace stencil::test {

// Bursts are served in order. The first beat decides: on a held buffer it waits, or is refused with the rest of its
// burst; a burst that has begun touches its buffer up to its last beat.
class DataPortReference {
 public:
  void post(const AxiAddress& at) { bursts_.push_back(at); }

  // The inputs of this cycle. What follows is valid until its events are told.
  void look(std::int64_t cycle, unsigned held, bool no_hold, bool offered) {
    const bool active = !accepted_.empty() && cycle >= accepted_.front() + 2;
    const bool waits = active && beat_ == 0 && (held >> burst().buffer() & 1) != 0;
    if (beat_ == 0) refused_ = waits;
    busy_ = active && (!waits || no_hold);
    outstanding_ = offered || unanswered_ != 0;
  }
  bool busy() const { return busy_; }
  bool outstanding() const { return outstanding_; }
  unsigned touched() const { return touched_; }
  // Of the burst that is being served.
  const AxiAddress& burst() const { return bursts_.front(); }
  unsigned beat() const { return beat_; }
  bool last() const { return beat_ + 1 == burst().beats; }
  bool refused() const { return refused_; }

  // Events of this cycle.
  void accept(std::int64_t cycle) {
    accepted_.push_back(cycle);
    ++unanswered_;
  }
  void answer() { --unanswered_; }
  void step() {
    touched_ = last() || refused_ ? 0 : 1U << burst().buffer();
    if (!last()) {
      ++beat_;
      return;
    }
    beat_ = 0;
    bursts_.pop_front();
    accepted_.pop_front();
  }

 private:
  std::deque<AxiAddress> bursts_;      // not served to the end
  std::deque<std::int64_t> accepted_;  // the cycles in which their addresses were accepted
  unsigned beat_ = 0, unanswered_ = 0, touched_ = 0;
  bool busy_ = false, outstanding_ = false, refused_ = false;
};

}  // namespace stencil::test
