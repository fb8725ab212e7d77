// Accelerators that only this side of the house makes; host/device/accelerator.hpp declares the others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/device/accelerator.hpp"

namespace stencil {

// An accelerator that predicts every cycle of the calls made to it, on the platform as it is, and moves and sweeps
// nothing: host memory is neither read nor written. For estimates and searches. Throws as make_accelerator; whatever
// options.accel is, the capabilities say "dry".
std::unique_ptr<Accelerator> make_dry_accelerator(const AcceleratorOptions& options);
// Of a device that there is: its capabilities as read from it.
std::unique_ptr<Accelerator> make_dry_accelerator(const Capabilities& device, const LinkOptions& link);

}  // namespace stencil
