// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/network/network.hpp"

#include <fmt/core.h>

#include <cmath>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/cli/arguments.hpp"

namespace stencil {

Bandwidth Bandwidth::of(const std::string& name, double bytes_per_cycle) {
  const double thousandths = bytes_per_cycle * 1000.0;
  const bool in_range = bytes_per_cycle >= 0.0 && bytes_per_cycle <= static_cast<double>(most);
  // A decimal fraction is none of binary64: 0.001*1000 is 1, 12.345*1000 is near 12345.
  if (in_range && std::fabs(thousandths - std::round(thousandths)) < 1e-6) return {std::llround(thousandths)};
  throw ArgumentError(fmt::format("{} is {}, must be 0 .. {} bytes per cycle, in thousandths; 0: no limit", name,
                                  bytes_per_cycle, most));
}

Bandwidth Bandwidth::parse(const std::string& name, const std::string& text) {
  return of(name, parse_number(name, text));
}

std::string describe(const Bandwidth& bandwidth) {
  return fmt::format("{}", static_cast<double>(bandwidth.bytes_per_1000_cycles) / 1000.0);
}

std::string text_of_messages(const Connection& connection) {
  const std::string latency = counted(connection.latency_cycles, "cycle");
  if (connection.bandwidth.bytes_per_1000_cycles == 0) return latency + ", whatever their length";
  return fmt::format("{}, then {} bytes per cycle", latency, describe(connection.bandwidth));
}

std::string text_of_messages(const Network& network) {
  if (network.ranks_per_node == 1) return "messages take " + text_of_messages(network.between_nodes);
  return fmt::format("nodes of {}; messages take\n  {}, within a node\n  {}, between nodes",
                     counted(network.ranks_per_node, "rank"), text_of_messages(network.within_node),
                     text_of_messages(network.between_nodes));
}

}  // namespace stencil
