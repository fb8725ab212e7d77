// Results of a command that went to the buffer of another one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/capsule/capsule.hpp"
#include "sim/device/capsule/minimise.hpp"

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

// Of commands that are wrong where the device has both: the component and what it looks like, found where both are
// loaded before and follow each other at once. Empty: they are right so, or nothing is found.
std::string wrong_at_once(const Capsule& capsule, const CapsulePlayer& play, std::size_t first, std::size_t second);

// Of a command, by position, whose results are wrong behind other calls and right alone: a load or command of other
// buffers without which they are right too. No value: none alone.
std::optional<std::size_t> disturbing_call(const Capsule& calls, const CapsulePlayer& play, std::size_t command);

}  // namespace stencil
