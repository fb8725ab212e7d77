// Which operator of a wrong point is wrong, asked of the device one by one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/device/capsule/minimise.hpp"
#include "sim/device/divergence/field/swept_field.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {

struct ProbedOperator {
  std::size_t step;  // of the formula
  double a, b;       // what it works on
  // The device's value and the right one: results of the operator, or quotients where the formula ends by dividing them
  // by a constant.
  double given, due;
  std::vector<std::size_t> inputs;  // that it reads itself and that are not known to come to it as they should
};

// Operators that are wrong by themselves: a new device sweeps a small block whose point has such operands that the
// operator works on what it works on in `word` of the view, while those before and behind it only pass an operand on.
// Those behind it pass its right result on rightly where it comes to them another way. Empty: there is none, the point
// alone is right, no sweep sets it, or it is of a later sweep of a tile. Throws what `play` throws.
std::vector<ProbedOperator> probed_operators(const Capsule& machine, const CapsulePlayer& play, const SweepView& view,
                                             std::int64_t word);

// Of a wrong point whose explanation names several operators or operands, or that has none (alone): puts what is left
// of them where such probes name an operator. alone: only where what they give makes the point's value. Returns
// whether they do.
bool name_probed_operator(const Capsule& machine, const CapsulePlayer& play, const SweepView& view,
                          ValueExplanation& explanation, bool alone);

}  // namespace stencil
