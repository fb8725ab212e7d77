// Predicts the cycles of a choice without the device: runs the host code itself on the timing model, without data.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "sim/app/explore/candidate.hpp"
#include "sim/app/explore/shape.hpp"

namespace stencil {

// The capabilities of a device of this configuration and link.
Capabilities predicted_capabilities(const AcceleratorOptions& options);

// Device cycles of all steps of the busiest rank. All steps from the second to the last but one cost the same and are
// predicted once.
std::int64_t predict_cycles(const Capabilities& device, const LinkOptions& link, const TuneJob& job,
                            const BlockScheme& candidate);

// Device cycles of one interval on a new device; options.config is taken from the shape.
std::int64_t predict_interval(AcceleratorOptions options, const Shape& shape);

}  // namespace stencil
