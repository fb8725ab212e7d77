// A step of a program over one part of a rank, as its checks and reports see it. A step over several has one of these
// for each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/jacobi/scheme.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

struct StepInfo {
  std::int64_t number = 0;        // of this process, from 0
  std::int64_t part = 0;          // among those of the step that have rows, from 0
  std::int64_t parts = 1;         // of the step
  StripArrays strip;              // packed: the caller's arrays, or copies of them
  const double* array = nullptr;  // the caller's f
  std::int64_t stride = 0;        // of the caller's arrays: words from row to row
  SweepWeights weights;
  BlockScheme scheme;  // its interval is the number of sweeps; even: the step is one over strips
  std::int64_t first_owned = 0;
  std::int64_t owned = 0;
  std::int64_t global_row = 0;  // number of row first_owned in the whole field
  // Its owned rows are to be as the step before has left them: joined to that, it may have loaded them before their
  // change; resident, the device has kept them.
  enum class Behind { any, joined, resident };
  Behind behind = Behind::any;
};

}  // namespace stencil
