// The list of kernels. A new kernel is a row here and a folder beside these.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/kernels/sweeps/sweep_kernel.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

// All kernels with their default options; the first is the default kernel.
const std::vector<KernelChoice>& kernels();

// The kernels of streaming sweeps, for which `cycles` and `tune` can predict blocks.
const std::vector<const SweepKernel*>& sweep_kernels();

// The kernel of that name. Throws ArgumentError with the names of all kernels.
const KernelChoice& kernel_named(const std::string& option, const std::string& name);
const SweepKernel& sweep_kernel_named(const std::string& option, const std::string& name);

// The default options of a run, with the first kernel or another one.
RunOptions default_run_options();
RunOptions default_run_options(const std::string& kernel);

}  // namespace stencil
