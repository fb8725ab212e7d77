// A store of words that no command has set: what it brings is not defined, whatever the device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

struct UndefinedWords {
  std::size_t behind = 0;      // position of the last command before the store that worked on its buffer
  std::int64_t set = 0;        // words from the begin of the buffer that this command sets
  std::int64_t stored = 0;     // words from the begin of the buffer up to the end of the store
  bool chain_is_open = false;  // a link of a chain that another command should continue, and none does
};

// Where `word` is in the store at position `store`, and undefined by then (rtl/CONTRACT.md, section 8): left so by a
// command, neither set nor loaded since. No value: it is defined.
std::optional<UndefinedWords> undefined_words(const Capsule& capsule, std::size_t store, const Place& word);

}  // namespace stencil
