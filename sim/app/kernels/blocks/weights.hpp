// The numbers of the point operator that streaming sweeps apply.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/jacobi/itstep.hpp"
#include "models/jacobi.hpp"

namespace stencil {

using SweepWeights = JacobiWeights;

inline void itstep(Accelerator& device, const StripArrays& strip, const SweepWeights& weights,
                   const BlockScheme& scheme, BlockObserver* observer) {
  itstep(device, strip, Coefficients{weights.rdx2, weights.rdy2, weights.beta}, scheme, observer);
}

}  // namespace stencil
