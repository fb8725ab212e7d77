// Results of a command that went to the buffer of another one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

struct StrayResults {
  std::size_t command = 0;  // that made them; among the commands
  std::int64_t words = 0;
  std::int64_t first = 0;  // word of either buffer
  bool swept = false;      // the command whose buffer it is has swept them; else they lie there
};

// got: what the device has in the buffer of the command at position `victim`, which is no part of a chain, after it;
// shown: which of these words are known. No value: no results of another command explain all of them.
std::optional<StrayResults> stray_results(const Capsule& calls, std::size_t victim, const std::vector<double>& got,
                                          const std::vector<char>& shown);

}  // namespace stencil
