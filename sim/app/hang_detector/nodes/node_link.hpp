// A connection between the watchers of two nodes, over which each hears that the other is there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace stencil {

// Tells the watchers of one job apart, and from anybody else who connects.
struct NodeHello {
  std::uint64_t job = 0;
  std::int64_t node = 0;
};

// IPv4 addresses of this host that others may reach, without those of loopback interfaces; network byte order.
std::vector<std::uint32_t> own_addresses();

// A connected TCP socket. Nothing of it waits, but for connect_node and NodePort::accept.
class NodeLink {
 public:
  explicit NodeLink(int socket);
  ~NodeLink();
  NodeLink(NodeLink&& other) noexcept : socket_(other.socket_), is_lost_(other.is_lost_) { other.socket_ = -1; }
  NodeLink(const NodeLink&) = delete;
  NodeLink& operator=(const NodeLink&) = delete;
  NodeLink& operator=(NodeLink&&) = delete;

  enum class Word : char {
    beat = 'b',      // I am there
    ends = 'e',      // the job ends, and this side reports why
    finished = 'f',  // nothing is watched here any more
  };
  // Any thread. What the socket does not take at once is lost.
  void send(Word word) const;

  struct Heard {
    bool any = false;
    bool ends = false;
    bool finished = false;
    bool is_closed = false;  // by the system of the other node: the process there is gone
  };
  // What has come since the last call.
  Heard hear();

 private:
  int socket_;
  bool is_lost_ = false;  // by an error that says nothing of the process
};

// A port on which the watchers of other nodes connect.
class NodePort {
 public:
  // Throws DeviceError where the system gives none.
  NodePort();
  ~NodePort();
  NodePort(const NodePort&) = delete;
  NodePort& operator=(const NodePort&) = delete;

  std::uint16_t port() const { return port_; }  // host byte order
  // The next one that connects within this time and says hello for this job; `other` is what it says.
  std::optional<NodeLink> accept(const NodeHello& mine, NodeHello& other, int milliseconds) const;

 private:
  int socket_;
  std::uint16_t port_ = 0;
};

// Connects to a node's port at the first of its addresses that answers as that node, each within this time.
std::optional<NodeLink> connect_node(const std::vector<std::uint32_t>& addresses, std::uint16_t port,
                                     const NodeHello& mine, std::int64_t node, int milliseconds);

}  // namespace stencil
