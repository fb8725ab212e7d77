// The field of some commands as a device and as the golden models have it, and which of them has it right.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/divergence/field/swept_field.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"
#include "sim/device/divergence/operand_origin.hpp"
#include "sim/device/divergence/wrong_side.hpp"

namespace stencil {

// After so many sweeps; by word of the field.
struct SeenField {
  std::vector<double> device;
  std::vector<double> golden;
  std::vector<char> shown;  // whether a store shows it; other words are the golden field's
  bool differs = false;
  // The cycles of the last command beside those that the model of the device predicts; no value: it predicts none.
  std::optional<TookCycles> took = std::nullopt;
};

// Calls as a device gave them, expected values filled in. chain: the commands that sweep the field, among the commands;
// look: position of a store of all that the last of them leaves.
SeenField seen_field(const SweptChain& chain, std::size_t look, std::int64_t sweeps);

// Of rows of a chain, commands at first .. last among its calls: a pass of one of them had rows more, or fewer, where
// its cycles show that; otherwise the guess as it is.
std::optional<ValueExplanation> with_rows_of_pass(std::optional<ValueExplanation> guess, const Capsule& calls,
                                                  std::size_t first, std::size_t last);

// Settles the field (SweptField::settle) on what both sides had after `sweep` sweeps. Words of either that no store
// shows become what the formula gives.
void settle(SweptField& field, std::int64_t sweep, SeenField agreed, SeenField& after);

// Whose field is not that of a settled sweep.
WrongSide side_of(const std::vector<double>& exact, const SeenField& seen);

// Where the golden models are wrong: the files that can be. golden_field_right: the loop over whole fields makes the
// next sweep right, so that of the blocks of a chain does not; a command alone is swept by that loop too, all sweeps at
// once.
std::string golden_source(const SweptField& field, bool golden_field_right);

}  // namespace stencil
