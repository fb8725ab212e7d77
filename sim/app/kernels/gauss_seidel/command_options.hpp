// The options of the Gauss-Seidel kernel, and which options go with which kernel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/cli/command.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

void add_gauss_seidel_options(Command& run, GaussSeidelOptions& options);

// Once `run` is parsed: throws ArgumentError "--stw is 5, must not be given with --kernel gauss-seidel: why" for the
// first option given that the kernel has no use for.
void refuse_options_of_other_kernels(const Command& run, Kernel kernel);

}  // namespace stencil
