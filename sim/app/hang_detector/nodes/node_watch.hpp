// Notices other nodes that fall silent, or whose watching process is gone, and lets others know how this one ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/hang_detector/nodes/node_list.hpp"

namespace stencil {

// Seconds after which a silent node ends the job: STENCIL_NODE_TIMEOUT, 1 .. 86400, otherwise 60.
// Throws ArgumentError for another value.
std::chrono::seconds node_timeout();

// The first rank of each node watches those of all others, over TCP, beside MPI. Each sends a byte twice a second. One
// that is stopped, or whose link is down, is silent: after 5 seconds, or half of the timeout where that is less, one
// node warns of it, once; after the timeout every node ends by itself. One whose process is gone is known to be dead at
// once, since its system closes the connection. Where no connection can be made, a line names the node.
// While it lives, and there are other nodes, SIGPIPE is ignored unless the program handles it: Open MPI writes to ranks
// that are gone, and would end by that signal before anybody could report why.
class NodeWatch {
 public:
  // Collective over MPI_COMM_WORLD. program: lines begin with it. Throws ArgumentError, DeviceError.
  explicit NodeWatch(std::string program);
  ~NodeWatch();
  NodeWatch(const NodeWatch&) = delete;
  NodeWatch& operator=(const NodeWatch&) = delete;

  // Whether this rank watches: the first one of its node, where there are others.
  bool watches() const { return !list_.nodes.empty(); }

  struct News {
    enum class Kind {
      none,
      others_end,  // another node ends the job, and reports why
      dead,        // the process of a rank is gone
      silent,      // for as long as the timeout
    };
    Kind kind = Kind::none;
    std::string text;                 // silent: which node, and for how long
    const WatchedNode* of = nullptr;  // dead: its first rank
  };
  // Says that this node is there, and hears the others. To be called several times a second, by one thread.
  News look();
  // Another process ends this one: waits a moment for the reason. True where look() has it then.
  bool hears_why();

  // Nobody looks for this node any more, and no other node misses it.
  void leave();
  // This node ends the job, and reports why, or leaves it to one that does. Any thread.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  struct Peer {
    Clock::time_point heard;
    std::optional<Clock::time_point> closed;
    bool is_watched = false;
    bool is_warned = false;
  };

  void hear(Clock::time_point now);
  bool is_silent(std::size_t node, Clock::time_point now) const;
  int nodes_before(Clock::time_point now) const;
  void warn_of_silence(std::size_t node, Clock::time_point now);

  const std::string program_;
  const std::chrono::seconds timeout_;
  const std::chrono::milliseconds warn_after_;
  NodeList list_;
  std::vector<Peer> peers_;  // as list_.nodes
  Clock::time_point looked_;
  Clock::time_point next_beat_;
  bool others_end_ = false;
  bool hurries_ = false;
  bool ignores_pipe_ = false;
  std::atomic<bool> ends_{false};
};

}  // namespace stencil
