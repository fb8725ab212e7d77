// Words that were sent to other places, or read at others: a burst that went to the address of another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/device/capsule/capsule.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {

// sent, seen: of the load at `load`. The words of one load that are, all at one distance, at least half of the wrong
// ones; they may be the load's own. No value: no load has sent so many of them, or fewer than two.
std::optional<ValueExplanation> sent_elsewhere(const Capsule& capsule, std::size_t load,
                                               const std::vector<double>& sent, const std::vector<double>& seen);

// Words of local memory, as they are when a store begins.
struct PlaceWords {
  Place place;
  std::vector<double> words;
};

// expected, got: of a store. The words of one of these places that are, all at one distance, all wrong ones; a single
// one where no other word is like it. No value: there are none.
std::optional<ValueExplanation> read_elsewhere(const Place& stored, const std::vector<double>& expected,
                                               const std::vector<double>& got, const std::vector<PlaceWords>& places);

}  // namespace stencil
