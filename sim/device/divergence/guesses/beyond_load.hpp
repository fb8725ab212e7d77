// A load that writes words beside its own: lanes of a beat that it does not strobe, or elsewhere in the buffer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/device/capsule/minimise.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {

struct BeyondLoad {
  std::size_t call = 0;    // position of the load
  std::int64_t words = 0;  // written beside its own
  ValueExplanation explanation;
};

// The first load of the capsule that, made alone on a new device, changes `word`, which is none of its own: from the
// beat before the load, or that of the word, to the beat behind it. No value: none does.
std::optional<BeyondLoad> beyond_load(const Capsule& capsule, const CapsulePlayer& play, const Place& word);

// A load that has changed words of another place, where loads of that place are right by themselves.
ValueExplanation changed_by_load(std::size_t call, const Place& load, const Place& changed);

}  // namespace stencil
