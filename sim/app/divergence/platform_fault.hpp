// A call that the platform did not make as the host gave it, for people and for programs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "sim/app/json/json.hpp"
#include "sim/device/capsule/capsule.hpp"
#include "sim/device/transfers/watched_accelerator.hpp"

namespace stencil {

// Where the block of a command of a step lies, commands counted in the step of the rank; no value: not known.
using BlockPlaces = std::function<std::optional<CapsulePlace>(std::int64_t step, std::int64_t block)>;

// {"where": "platform", "room": "platform, bus master" | "platform, DMA" | "platform, accelerator target" |
// "platform, pin driver" | "platform, order of posting" | "platform, wait", and of a divergence
// (sim/app/divergence/divergence_json.hpp) "rank", "step", "strip", "block", "row", "col", "sweep", "call", "command",
// "buffer", "expected", "got", "burst", "beat", "as_if", "differing", "text"}; null where that is not known.
Json platform_fault_json(const PlatformWatch::Found& found, std::int64_t rank, const BlockPlaces& place_of);

// Of PlatformWatch::unordered(): "where" is "host", "room" "blocking".
Json unordered_calls_json(const PlatformWatch::Found& found, std::int64_t rank, const BlockPlaces& place_of);

}  // namespace stencil
