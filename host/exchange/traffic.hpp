// What VSDA has sent from this rank, to the byte.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// Running totals of this process; the caller takes differences. Counted when an operation begins.
struct VsdaTraffic {
  std::int64_t updates = 0;
  std::int64_t copies = 0;
  std::int64_t messages_sent = 0;
  std::int64_t bytes_sent = 0;    // payload of messages to other ranks
  std::int64_t bytes_kept = 0;    // copied within the rank, no message
  std::int64_t bytes_staged = 0;  // sent from a copy, because the operation overwrites their place
};

VsdaTraffic vsda_traffic();

// Adds what one operation moved to the totals of the process.
void add_traffic(const VsdaTraffic& one);

}  // namespace stencil
