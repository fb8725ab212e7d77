// Calls of a wait that work on the same words and wait neither for the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// The first call that may run before one posted earlier, on whose words it works: {earlier, later}. Calls of a kind run
// in the order of posting; others wait for those in their `after`. Words of local memory, and those of the host's that
// one of them sets. No value: the order of every such pair is certain, or there are more than 4,096 calls.
std::optional<std::pair<std::size_t, std::size_t>> unordered_calls(const std::vector<GivenCall>& calls);

}  // namespace stencil
