// Further values swept by a device that has made few wrong ones.
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

// A block by itself of the view's columns and as many rows as fit, of pseudorandom values as large as the view's, swept
// as often on new devices. No value: the view is of a tile, or no such block fits.
std::optional<OtherBlock> sweep_other_values(const Capsule& machine, const CapsulePlayer& play, const SweepView& view);

}  // namespace stencil
