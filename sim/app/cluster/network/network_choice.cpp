// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/network/network_choice.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "sim/app/cluster/network/network_file.hpp"

namespace stencil {

std::vector<Option<NetworkChoice>> network_options() {
  using Row = NetworkChoice;
  return {seldom(integer_option<Row>(
              network_latency_range,
              "virtual cluster time: cycles from the sending of a message between ranks to its first byte", "",
              [](auto& choice) -> auto& { return choice.latency_cycles; })),
          seldom(value_option<Row>(
              "--network-bandwidth", "X",
              fmt::format("the same: bytes per cycle of each message, 0 .. {} in thousandths; 0: no limit",
                          Bandwidth::most),
              "", [](auto& choice) -> auto& { return choice.bandwidth; }, &Bandwidth::parse)),
          seldom(value_option<Row>(
              "--network", "FILE", "the same: both, within nodes and between them (JSON)", "",
              [](auto& choice) -> auto& { return choice.file; }, parse_file_name))};
}

void check_network(const NetworkChoice& choice) {
  if (choice.latency_cycles) require_in_range(network_latency_range, *choice.latency_cycles);
  if (choice.file.empty() || (!choice.latency_cycles && !choice.bandwidth)) return;
  throw ArgumentError(fmt::format("--network is {}, must not be given with {}: the file has it", choice.file,
                                  choice.latency_cycles ? "--network-latency" : "--network-bandwidth"));
}

Network network_of(const NetworkChoice& choice) {
  if (!choice.file.empty()) return read_network(choice.file);
  Network network;
  network.between_nodes.latency_cycles = choice.latency_cycles.value_or(0);
  network.between_nodes.bandwidth = choice.bandwidth.value_or(Bandwidth{});
  network.within_node = network.between_nodes;
  return network;
}

}  // namespace stencil
