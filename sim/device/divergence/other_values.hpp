// Further values swept by a device whose wrong ones leave several operators and operands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/device/capsule/replay.hpp"
#include "sim/device/divergence/divergence.hpp"
#include "sim/device/divergence/field/swept_field.hpp"

namespace stencil {

struct OtherBlock {
  SweptField field;         // settled before the sweep of the view
  std::vector<double> got;  // after it
};

// A block by itself of the view's columns and as many rows as fit, swept as often on new devices: half of pseudorandom
// values as large as the view's, half of zeros of either sign, equal and opposite numbers, and the smallest ones. No
// value: the view is of a tile, or no such block fits.
// equal_weights: all weights of the neighbours are one, so that the sums of products cancel too.
std::optional<OtherBlock> sweep_other_values(const Capsule& machine, const CapsulePlayer& play, const SweepView& view,
                                             bool equal_weights = false);

// Puts what such blocks leave into `found` where it names several operators or operands of the view; where they leave
// several, or nothing explains the wrong values, what probes of single operators do (operators/probed_operator.hpp).
// Returns how many values of the last block were wrong; no value: there is none, or a probe names one.
std::optional<std::int64_t> explain_with_others(const Capsule& machine, const CapsulePlayer& play,
                                                const SweepView& view, const BufferContents& contents,
                                                std::optional<ValueExplanation>& found);

}  // namespace stencil
