// Spreads the sweeps of a command over passes through the processing elements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// Each pass makes `depth` = floor(niter/passes) sweeps, all but the first `shallow` passes one more.
struct PassPlan {
  std::int64_t passes = 0;
  std::int64_t shallow = 0;
  std::int64_t depth = 0;  // sweeps of a shallow pass

  std::int64_t deepest() const { return shallow == passes ? depth : depth + 1; }
  std::int64_t sweeps(std::int64_t pass) const { return pass < shallow ? depth : depth + 1; }
  std::int64_t sweeps_before(std::int64_t pass) const { return pass * depth + (pass > shallow ? pass - shallow : 0); }
};

// niter >= 1, pes >= 1.
inline PassPlan plan_passes(std::int64_t niter, std::int64_t pes) {
  const std::int64_t passes = (niter + pes - 1) / pes;
  return {passes, passes - niter % passes, niter / passes};
}

// The processing element that makes the last sweep.
inline std::int64_t last_element(std::int64_t niter, std::int64_t pes) {
  return plan_passes(niter, pes).deepest() - 1;
}

}  // namespace stencil
