// A step of stencil_step_begin as its checks and reports see it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/jacobi/scheme.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

struct StepInfo {
  std::int64_t number = 0;        // of this process, from 0
  StripArrays strip;              // packed: the caller's arrays, or copies of them
  const double* array = nullptr;  // the caller's f
  std::int64_t stride = 0;        // of the caller's arrays: words from row to row
  SweepWeights weights;
  BlockScheme scheme;  // its interval is the number of sweeps
  std::int64_t first_owned = 0;
  std::int64_t owned = 0;
  std::int64_t global_row = 0;  // number of row first_owned in the whole field
};

}  // namespace stencil
