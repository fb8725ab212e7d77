// Traces an operand of a point to the call, burst and beat, or the sweep, that it comes from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/device/capsule/capsule.hpp"
#include "sim/device/divergence/divergence.hpp"
#include "sim/device/divergence/field/swept_field.hpp"

namespace stencil {

// Which beat of a transfer has this word of its buffer.
DivergenceBeat beat_of(const Capsule& capsule, const Place& transfer, std::int64_t word);

// The commands [first, last] of some calls, and the field that they sweep.
struct SweptChain {
  const Capsule& calls;
  const SweptField& field;
  std::size_t first;
  std::size_t last;
};

// word: of the field; sweep: from 0, the last of its command. "call 3, burst 0, beat 57", "sweep 1", "command",
// "" for a constant.
std::string operand_origin(const SweptChain& chain, const FormulaInput& input, std::int64_t word, std::int64_t sweep);

// Gives the divergence the formula of a point, its operands with their origins, and the results of its steps.
void name_operands(Divergence& divergence, const SweepView& view, const SweptChain& chain, std::int64_t word);

}  // namespace stencil
