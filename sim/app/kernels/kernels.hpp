// The kernels there are. A further one is a row here and a room beside these.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/kernels/sweeps/sweep_kernel.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

// Each with its options as they are unless asked otherwise. The first is what a run takes unless asked otherwise.
const std::vector<KernelChoice>& kernels();

// The kernels of streaming sweeps, which `cycles` and `tune` can look at block by block.
const std::vector<const SweepKernel*>& sweep_kernels();

// The one of that name. Throws ArgumentError that says which there are.
const KernelChoice& kernel_named(const std::string& option, const std::string& name);
const SweepKernel& sweep_kernel_named(const std::string& option, const std::string& name);

// What a run does unless asked otherwise, with the first kernel or another one.
RunOptions default_run_options();
RunOptions default_run_options(const std::string& kernel);

}  // namespace stencil
