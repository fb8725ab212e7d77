// Latency and bandwidth between ranks, in cycles of the devices' clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stencil {

// A rate in thousandths, so that every sum of cycles is exact.
struct Bandwidth {
  static constexpr std::int64_t most = 1000000;  // bytes per cycle

  std::int64_t bytes_per_1000_cycles = 0;  // 0: no limit

  // Of "12.5": thousandths of a byte at the finest, 0 .. most. Each throws ArgumentError that begins with `name`.
  static Bandwidth parse(const std::string& name, const std::string& text);
  static Bandwidth of(const std::string& name, double bytes_per_cycle);
};

// "12.5"; as parse() takes it.
std::string describe(const Bandwidth& bandwidth);

// The way of a message.
struct Connection {
  std::int64_t latency_cycles = 0;  // from the sending to the first byte
  Bandwidth bandwidth;

  // From the sending to the last byte, in whole cycles.
  std::int64_t cycles(std::int64_t bytes) const {
    const std::int64_t rate = bandwidth.bytes_per_1000_cycles;
    return latency_cycles + (rate == 0 ? 0 : (bytes * 1000 + rate - 1) / rate);
  }
};

// Two levels: messages do not slow one another down, wherever they go. Ranks are dealt to nodes in blocks.
struct Network {
  Connection between_nodes;
  Connection within_node = {};
  std::int64_t ranks_per_node = 1;

  std::int64_t node_of(std::int64_t rank) const { return rank / ranks_per_node; }
  const Connection& between(std::int64_t one, std::int64_t other) const {
    return node_of(one) == node_of(other) ? within_node : between_nodes;
  }
};

// "500 cycles, then 32 bytes per cycle"; of a network with nodes both connections, in three lines.
std::string text_of_messages(const Connection& connection);
std::string text_of_messages(const Network& network);

}  // namespace stencil
