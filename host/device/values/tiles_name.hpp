// The names of the kernel of tiles; those of sweeps stand with their numbers (models/values/sweep_weights.hpp).
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

inline constexpr const char* tiles_kernel = "gauss-seidel";    // in options, reports and host/c/step.h
inline constexpr const char* tiles_operator = "Gauss-Seidel";  // where a device lacks it

}  // namespace stencil
