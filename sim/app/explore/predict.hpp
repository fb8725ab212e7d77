// Cycles of a choice without the device: the host code itself, run on the model without data.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "sim/app/explore/candidate.hpp"
#include "sim/app/explore/shape.hpp"

namespace stencil {

// What a device of this configuration and link would say of itself.
Capabilities predicted_capabilities(const AcceleratorOptions& options);

// Device cycles of all steps of the busiest rank of the job. The steps between the second and the last cost the same;
// they are predicted once.
std::int64_t predict_cycles(const AcceleratorOptions& options, const TuneJob& job, const BlockScheme& candidate);

// Of one interval on a device that was just made; options.config is taken from the shape.
std::int64_t predict_interval(AcceleratorOptions options, const Shape& shape);

}  // namespace stencil
