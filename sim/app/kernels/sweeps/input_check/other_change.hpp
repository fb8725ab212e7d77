// What a wrong largest change of a step looks like.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/sweeps/input_check/golden_field.hpp"

namespace stencil {

// field: before a step of niter sweeps; right, got: bits of the largest change of its first sweep. "; it is the change
// of row 3, column 5 in sweep 2, which is not the first"; empty: like none of these, or the field is too large to look.
std::string other_change(const GoldenField& field, const SweepWeights& weights, std::int64_t niter, std::uint64_t right,
                         std::uint64_t got);

}  // namespace stencil
