// The time of all ranks of a cluster: a recurrence over their messages, exact and in integers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/app/cluster/network/network.hpp"
#include "sim/app/cluster/time/rank_log.hpp"

namespace stencil {

// A part of the critical path: a rank at work or, where `from` is another one, a message to it.
struct Stretch {
  std::int64_t rank = 0;
  std::int64_t from = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;

  bool is_message() const { return from != rank; }
};

struct RankTime {
  std::int64_t busy = 0;     // cycles of its device
  std::int64_t waiting = 0;  // for messages

  std::int64_t end() const { return busy + waiting; }
};

// A message, in the time of all ranks.
struct TimedMessage {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t bytes = 0;
  std::int64_t sent = 0;
  std::int64_t arrives = 0;
};

// A rank that waits for a message, or until all have come.
struct TimedWait {
  std::int64_t rank = 0;
  std::int64_t from = 0;  // the rank that it waits for
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

struct VirtualTime {
  std::vector<RankTime> ranks;
  // Where they are kept; of each rank in the order of its receives and waits.
  std::vector<TimedMessage> log;
  std::vector<TimedWait> waits;
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  // From cycle 0 to the makespan without a gap: work of ranks and messages that the end of the last rank depends on.
  // Of several ways one on which ranks waited least for one another: where a message comes when its receiver is ready
  // anyway, the path stays with the receiver.
  std::vector<Stretch> critical_path;

  std::int64_t makespan() const;  // the latest end of a rank
  std::int64_t waiting() const;   // of all ranks, for messages; not after their ends
  double efficiency() const;      // busy cycles of all ranks over those that they have until the makespan
  std::int64_t message_cycles_on_path() const;
};

// A rank goes on with a message when its own time, and that of the message, has come: sent + latency + bytes/bandwidth.
// Sending takes no time, nor does the host's own work. Throws std::logic_error for a receive without a send, a send
// without a receive, and a pair of other lengths. Messages and waits are kept where that is asked for: there may
// be many.
enum class KeepMessages { no, yes };
VirtualTime virtual_time(const std::vector<RankLog>& logs, const Network& network,
                         KeepMessages keep = KeepMessages::no);

}  // namespace stencil
