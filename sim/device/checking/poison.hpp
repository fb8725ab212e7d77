// What local memory holds before the first load when it is checked: quiet NaNs that name their own place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "host/device/values/capabilities.hpp"
#include "models/local_memory.hpp"
#include "sim/device/contract/device.hpp"

namespace stencil {

// The bits of a word of a buffer: a quiet NaN whose lower half is the word's byte address on s_axi. No arithmetic makes
// it: every NaN that is computed is the canonical one.
constexpr std::uint64_t poison_base = 0x7ff8dead00000000;
constexpr std::uint64_t poison_at(std::uint32_t address) {
  return poison_base | address;
}

// "word 12 of r buffer 1 before the first load" of poison; nothing of other bits.
std::optional<std::string> poison_text(std::uint64_t bits);

// Writes it through the data port into the first `words` words of each buffer, or into all there are, then resets the
// device, which forgets all but its local memory: every cycle that follows is as without poison.
// poisoned: as in MakingHooks (host/device/options.hpp), of a Device after every 65,536 words or fewer.
using Poisoned = std::function<void(std::int64_t done, std::int64_t all)>;
void poison(Device& device, const Capabilities& shape, std::int64_t words, const Poisoned& poisoned = {});
void poison(LocalMemory& memory, const Capabilities& shape, std::int64_t words, const Poisoned& poisoned = {});

}  // namespace stencil
