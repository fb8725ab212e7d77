// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/link_options.hpp"

#include "sim/app/cli/arguments.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

void add_link_options(Command& command, LinkOptions& link) {
  add_integer(command, burst_range, "beats in a bus burst", "256",
              [&](std::int64_t value) { link.burst_beats = value; });
  add_integer(command, link_bytes_range, "bytes a cycle of the host link; 0: as wide as the port", "0",
              [&](std::int64_t value) { link.bytes_per_cycle = value; });
  add_integer(command, link_latency_range, "cycles from posting a transfer to its first beat", "0",
              [&](std::int64_t value) { link.latency_cycles = value; });
}

}  // namespace stencil
