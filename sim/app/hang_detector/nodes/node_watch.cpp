// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/nodes/node_watch.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <thread>
#include <utility>

#include "host/base/from_environment.hpp"

namespace stencil {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_beat{500};
constexpr milliseconds own_stop{1000};      // between two looks: this process was stopped, or had no processor
constexpr milliseconds turn{500};           // that a node leaves to each one before it
constexpr milliseconds node_reports{2000};  // in which the ranks beside a dead one report that themselves
constexpr milliseconds most_for_why{300};   // in which a closed connection is noticed after the signal that follows it

void print_line(const std::string& line) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

long long seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

}  // namespace

std::chrono::seconds node_timeout() {
  return std::chrono::seconds(number_from_environment("STENCIL_NODE_TIMEOUT", 60, 1, 86400));
}

NodeWatch::NodeWatch(std::string program)
    : program_(std::move(program)),
      timeout_(node_timeout()),
      warn_after_(std::min<milliseconds>(milliseconds(5000), milliseconds(timeout_) / 2)),
      list_(connect_nodes()),
      peers_(list_.nodes.size()),
      looked_(Clock::now()),
      next_beat_(looked_) {
  struct sigaction before {};
  sigaction(SIGPIPE, nullptr, &before);
  ignores_pipe_ = list_.has_others && before.sa_handler == SIG_DFL;
  if (ignores_pipe_) signal(SIGPIPE, SIG_IGN);
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    peers_[i].heard = looked_;
    peers_[i].is_watched = list_.nodes[i].link.has_value();
    if (peers_[i].is_watched || i == list_.mine || i < list_.mine) continue;
    print_line(
        fmt::format("{}: {} cannot be reached over TCP from {}: that it is silent, or dies whole, is not noticed\n",
                    program_, list_.nodes[i].text(), list_.nodes[list_.mine].text()));
  }
}

NodeWatch::~NodeWatch() {
  leave();
  if (ignores_pipe_) signal(SIGPIPE, SIG_DFL);
}

void NodeWatch::leave() {
  for (const WatchedNode& node : list_.nodes) {
    if (node.link) node.link->send(NodeLink::Word::finished);
  }
}

void NodeWatch::end() {
  if (ends_.exchange(true)) return;
  for (const WatchedNode& node : list_.nodes) {
    if (node.link) node.link->send(NodeLink::Word::ends);
  }
}

void NodeWatch::hear(Clock::time_point now) {
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    Peer& peer = peers_[i];
    if (!peer.is_watched || peer.closed) continue;
    const NodeLink::Heard heard = list_.nodes[i].link->hear();
    if (heard.any) peer.heard = now;
    others_end_ = others_end_ || heard.ends;
    if (heard.finished || heard.ends) peer.is_watched = false;
    if (heard.is_closed && peer.is_watched) peer.closed = now;
  }
}

bool NodeWatch::is_silent(std::size_t node, Clock::time_point now) const {
  return peers_[node].is_watched && (peers_[node].closed || now - peers_[node].heard >= warn_after_);
}

// Nodes that speak before this one, where several know the same.
int NodeWatch::nodes_before(Clock::time_point now) const {
  int before = 0;
  for (std::size_t i = 0; i < list_.mine; ++i) before += is_silent(i, now) ? 0 : 1;
  return before;
}

void NodeWatch::warn_of_silence(std::size_t node, Clock::time_point now) {
  Peer& peer = peers_[node];
  const std::string& host = list_.nodes[list_.mine].host;
  if (peer.is_warned && !is_silent(node, now)) {
    print_line(fmt::format("{}: node {} hears {} again\n", program_, host, list_.nodes[node].text()));
    peer.is_warned = false;
  }
  if (peer.is_warned || !is_silent(node, now) || nodes_before(now) > 0) return;
  print_line(
      fmt::format("{}: node {} has heard nothing of {} for {} s: it is stopped or cannot be reached; all ranks end "
                  "after {} s (STENCIL_NODE_TIMEOUT)\n",
                  program_, host, list_.nodes[node].text(), seconds(now - peer.heard), timeout_.count()));
  peer.is_warned = true;
}

NodeWatch::News NodeWatch::look() {
  const Clock::time_point now = Clock::now();
  // What came while this process was stopped is still to be read; what did not come proves nothing.
  const auto stopped = now - looked_;
  if (stopped > own_stop) {
    for (Peer& peer : peers_) peer.heard += stopped;
  }
  looked_ = now;
  if (now >= next_beat_) {
    for (const WatchedNode& node : list_.nodes) {
      if (node.link) node.link->send(NodeLink::Word::beat);
    }
    next_beat_ = now + std::min(longest_beat, warn_after_ / 4);
  }
  hear(now);
  if (others_end_) return {News::Kind::others_end, "", nullptr};
  const auto my_turn = turn * nodes_before(now);
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const Peer& peer = peers_[i];
    if (!peer.is_watched) continue;
    const WatchedNode& node = list_.nodes[i];
    if (peer.closed) {
      const milliseconds alone = node.ranks.size() == 1 || hurries_ ? milliseconds(0) : node_reports;
      if (now - *peer.closed >= alone + my_turn) return {News::Kind::dead, "", &node};
      continue;
    }
    if (now - peer.heard >= timeout_ + my_turn) {
      return {News::Kind::silent,
              fmt::format("node {} has heard nothing of {} for {} s, as long as STENCIL_NODE_TIMEOUT allows",
                          list_.nodes[list_.mine].host, node.text(), seconds(now - peer.heard)),
              nullptr};
    }
    warn_of_silence(i, now);
  }
  return {};
}

bool NodeWatch::hears_why() {
  const Clock::time_point end = Clock::now() + most_for_why;
  hurries_ = true;
  for (;;) {
    hear(Clock::now());
    const bool closed = std::any_of(peers_.begin(), peers_.end(),
                                    [](const Peer& peer) { return peer.is_watched && peer.closed.has_value(); });
    if (closed || others_end_) return true;
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(milliseconds(10));
  }
}

}  // namespace stencil
