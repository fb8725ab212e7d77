// The kernel of a step by its name, and its weights.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/values/sweep_weights.hpp"

namespace stencil {

// Whether the kernel is a file.
[[nodiscard]] bool names_file(const char* kernel);
// Throws ArgumentError where a file of this kernel's name could be meant.
void check_no_file_of_kernel(const std::string& kernel);
// Throws ArgumentError for the kernel of tiles, where rows are swept.
void check_no_tiles(const char* kernel);
// The weights of a kernel that sweeps rows. Throws ArgumentError.
[[nodiscard]] SweepWeights weights_of(const char* kernel, const double* weights);

}  // namespace stencil
