// When a command is offered, relative to the previous one: every case in which the engine decides differently.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/rtl/engine/engine_laws.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

struct Offer {
  enum When { at_once, near_last_beat, near_gap, while_draining, near_finish, idle };

  When when = at_once;
  std::int64_t jitter = 0;         // cycles, -2 .. 2 around a decision
  bool waits_for_buffers = false;  // as the device: no offer while a command in flight has its buffers

  static Offer random(Random& random) {
    Offer offer;
    offer.when = static_cast<When>(random.in(at_once, idle));
    const bool near = offer.when != while_draining && offer.when != idle;
    offer.jitter = near ? random.in(-2, 2) : random.in(0, 999);
    offer.waits_for_buffers = random.one_in(3);
    return offer;
  }

  std::int64_t cycle(const CommandCycles& before, const EngineLaws& laws, bool skewed) const {
    switch (when) {
      case at_once:
        return before.taken + 1;
      case near_last_beat:
        return before.last + jitter;
      case near_gap:
        return before.last + laws.gap(skewed) + jitter;
      case while_draining:
        return before.last + jitter % (before.finished - before.last);
      case near_finish:
        return before.finished + jitter;
      default:
        return before.finished + 1 + jitter;
    }
  }
};

}  // namespace stencil::test
