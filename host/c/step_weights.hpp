// The kernel of a step by its name, and its weights.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/values/sweep_weights.hpp"

namespace stencil {

// The kernel whose steps go over tiles.
inline constexpr const char* tiles_kernel = "gauss-seidel";

// Whether the kernel is a file.
[[nodiscard]] bool names_file(const char* kernel);
// The weights of a kernel that sweeps rows. Throws ArgumentError.
[[nodiscard]] SweepWeights weights_of(const char* kernel, const double* weights);

}  // namespace stencil
