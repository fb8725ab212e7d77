// Accelerators on the platform: around RTL, around its model, and one that only predicts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/device/accelerator.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

// Makers of the registry (registry.hpp). `options` have been checked.
std::unique_ptr<Accelerator> make_rtl_accelerator(const Configuration& configuration,
                                                  const AcceleratorOptions& options);
std::unique_ptr<Accelerator> make_model_accelerator(const Configuration& configuration,
                                                    const AcceleratorOptions& options);

// An accelerator that predicts every cycle of its calls on the same platform but moves and sweeps no data: host memory
// is neither read nor written. For estimates and searches. Throws as make_accelerator; whatever options.accel is,
// capabilities().accel is "dry".
std::unique_ptr<Accelerator> make_dry_accelerator(const AcceleratorOptions& options);
// The same for a given device, by the capabilities read from it.
std::unique_ptr<Accelerator> make_dry_accelerator(const Capabilities& device, const LinkOptions& link);

}  // namespace stencil
