// The network that options ask for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/cli/option.hpp"
#include "sim/app/cluster/network/network.hpp"

namespace stencil {

struct NetworkChoice {
  std::optional<std::int64_t> latency_cycles;
  std::optional<Bandwidth> bandwidth;
  std::string file;  // of both, and of nodes; empty: none

  bool given() const { return latency_cycles || bandwidth || !file.empty(); }
};

// Their rows.
std::vector<Option<NetworkChoice>> network_options();

// Throws ArgumentError for a value out of its range, and for a file beside other options.
void check_network(const NetworkChoice& choice);

// The network of a choice that has been checked; of one that is not given, messages cost nothing. Reads the file.
// Throws ArgumentError.
Network network_of(const NetworkChoice& choice);

}  // namespace stencil
