// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/nodes/node_link.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

int new_socket() {
  return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

sockaddr_in address_of(std::uint32_t address, std::uint16_t port) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = address;
  to.sin_port = htons(port);
  return to;
}

// A greeting may take as long to come, or to go.
void bound_waits(int socket, int milliseconds) {
  const timeval time{milliseconds / 1000, milliseconds % 1000 * 1000};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

bool greets(int socket, const NodeHello& mine) {
  return ::send(socket, &mine, sizeof mine, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof mine);
}

bool is_greeted(int socket, NodeHello& other) {
  return recv(socket, &other, sizeof other, MSG_WAITALL) == static_cast<ssize_t>(sizeof other);
}

bool connects(int socket, const sockaddr_in& to, int milliseconds) {
  const int flags = fcntl(socket, F_GETFL);
  fcntl(socket, F_SETFL, flags | O_NONBLOCK);
  if (connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    pollfd ready{socket, POLLOUT, 0};
    if (errno != EINPROGRESS || poll(&ready, 1, milliseconds) != 1) return false;
    int error = 0;
    socklen_t length = sizeof error;
    if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) != 0 || error != 0) return false;
  }
  fcntl(socket, F_SETFL, flags);
  return true;
}

}  // namespace

std::vector<std::uint32_t> own_addresses() {
  std::vector<std::uint32_t> addresses;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return addresses;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    if ((one->ifa_flags & IFF_LOOPBACK) != 0 || (one->ifa_flags & IFF_UP) == 0) continue;
    addresses.push_back(reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr);
  }
  freeifaddrs(all);
  return addresses;
}

NodeLink::NodeLink(int socket) : socket_(socket) {
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

NodeLink::~NodeLink() {
  if (socket_ >= 0) close(socket_);
}

void NodeLink::send(Word word) const {
  [[maybe_unused]] const ssize_t sent = ::send(socket_, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

NodeLink::Heard NodeLink::hear() {
  Heard heard;
  std::array<char, 256> words{};
  while (!is_lost_) {
    const ssize_t count = recv(socket_, words.data(), words.size(), MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno == ECONNRESET)) heard.is_closed = true;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      is_lost_ = heard.is_closed || (errno != EAGAIN && errno != EWOULDBLOCK);
      break;
    }
    heard.any = true;
    for (ssize_t i = 0; i < count; ++i) {
      const auto word = static_cast<Word>(words[static_cast<std::size_t>(i)]);
      if (word == Word::ends) heard.ends = true;
      if (word == Word::finished) heard.finished = true;
    }
  }
  return heard;
}

NodePort::NodePort() : socket_(new_socket()) {
  sockaddr_in any = address_of(htonl(INADDR_ANY), 0);
  socklen_t length = sizeof any;
  if (socket_ < 0 || bind(socket_, reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0 ||
      listen(socket_, SOMAXCONN) != 0 || getsockname(socket_, reinterpret_cast<sockaddr*>(&any), &length) != 0) {
    throw DeviceError(fmt::format("no TCP port to watch other nodes: {}", std::strerror(errno)));
  }
  port_ = ntohs(any.sin_port);
}

NodePort::~NodePort() {
  close(socket_);
}

std::optional<NodeLink> NodePort::accept(const NodeHello& mine, NodeHello& other, int milliseconds) const {
  pollfd ready{socket_, POLLIN, 0};
  if (poll(&ready, 1, milliseconds) != 1) return std::nullopt;
  const int socket = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
  if (socket < 0) return std::nullopt;
  NodeLink link(socket);
  bound_waits(socket, milliseconds);
  if (!is_greeted(socket, other) || other.job != mine.job || !greets(socket, mine)) return std::nullopt;
  return link;
}

std::optional<NodeLink> connect_node(const std::vector<std::uint32_t>& addresses, std::uint16_t port,
                                     const NodeHello& mine, std::int64_t node, int milliseconds) {
  for (const std::uint32_t address : addresses) {
    const int socket = new_socket();
    if (socket < 0) return std::nullopt;
    NodeLink link(socket);
    bound_waits(socket, milliseconds);
    NodeHello other;
    if (connects(socket, address_of(address, port), milliseconds) && greets(socket, mine) &&
        is_greeted(socket, other) && other.job == mine.job && other.node == node) {
      return link;
    }
  }
  return std::nullopt;
}

}  // namespace stencil
