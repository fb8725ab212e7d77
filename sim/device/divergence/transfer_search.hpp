// Transfers that brought other words than they were given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// The buffer differs after the load at position `load`; without one, words that no command works on are stored wrongly
// at position `store`.
Divergence wrong_transfer(const Capsule& capsule, const CapsulePlayer& play, std::optional<std::size_t> load,
                          std::size_t store);

Divergence wrong_store(const Capsule& capsule, const CapsulePlayer& play, std::size_t command, std::size_t store);

// The right value of a word, loaded there and stored again, comes back wrong on a new device: no sweep is needed.
bool is_wrong_in_memory(const Capsule& machine, const CapsulePlayer& play, const Place& word, std::uint64_t expected);

// The columns of the first command from position `call` on; 0: none follows.
std::int64_t columns(const Capsule& capsule, std::size_t call);
// Puts into `found` the words of a place that differ: how many of how many, where, and the first with both values.
// cols: 0 where rows are not known.
void put_difference(Divergence& found, const Place& place, const std::vector<double>& expected,
                    const std::vector<double>& got, std::int64_t cols);

// Compares a place as the device has it after the calls before `end` with what the golden models have there.
Divergence wrong_words(const Capsule& capsule, const CapsulePlayer& play, std::size_t end, const Place& place);

}  // namespace stencil
