// Accelerators on the platform: around RTL, around its model, and one that only predicts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/device/accelerator.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

// Of the registry. Options have been checked.
std::unique_ptr<Accelerator> make_rtl_accelerator(const Configuration& configuration,
                                                  const AcceleratorOptions& options);
std::unique_ptr<Accelerator> make_model_accelerator(const Configuration& configuration,
                                                    const AcceleratorOptions& options);

// An accelerator that predicts every cycle of the calls made to it, on the platform as it is, and moves and sweeps
// nothing: host memory is neither read nor written. For estimates and searches. Throws as make_accelerator; whatever
// options.accel is, the capabilities say "dry".
std::unique_ptr<Accelerator> make_dry_accelerator(const AcceleratorOptions& options);
// Of a device that there is: its capabilities as read from it.
std::unique_ptr<Accelerator> make_dry_accelerator(const Capabilities& device, const LinkOptions& link);

}  // namespace stencil
