// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/instructions/instructions.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// A block in the local memory of a device, and how it is swept.
struct MemoryBlock {
  std::int64_t rows, cols;
  double* f;
  const double* r;
  const SweepWeights& weights;
  Instructions instructions;

  double* row(std::int64_t number) const { return f + number * cols; }
  const double* r_row(std::int64_t number) const { return r + number * cols; }
};

}  // namespace stencil
