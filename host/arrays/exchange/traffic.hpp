// Counts of the messages and bytes that VSDA has sent from this rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>

#include "host/mpi/call_lock.hpp"

namespace stencil {

// Running totals of this process; callers take differences. Counted when an operation begins.
struct VsdaTraffic {
  std::int64_t updates = 0;
  std::int64_t copies = 0;
  std::int64_t plans_made = 0;  // for copies without a plan kept from an earlier call with the same arguments
  std::int64_t messages_sent = 0;
  std::int64_t bytes_sent = 0;    // payload of messages to other ranks
  std::int64_t bytes_kept = 0;    // copied within the rank, no message
  std::int64_t bytes_staged = 0;  // sent from a copy, because the operation overwrites their elements
};

// For threads that may call MPI.
VsdaTraffic vsda_traffic();

extern MpiCallLock traffic_lock;
extern VsdaTraffic total_traffic;  // guarded by traffic_lock

// Adds the counts of one operation to the totals of the process.
void add_traffic(const VsdaTraffic& one);

// The same for an update, faster.
inline void add_update(std::int64_t messages_sent, std::int64_t bytes_sent) {
  const std::lock_guard<MpiCallLock> guard(traffic_lock);
  ++total_traffic.updates;
  total_traffic.messages_sent += messages_sent;
  total_traffic.bytes_sent += bytes_sent;
}

}  // namespace stencil
