// Iterations cut into steps of stw sweeps between exchanges; the last one may be shorter.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace stencil {

struct Steps {
  std::int64_t iterations = 0;  // at least 1
  std::int64_t stw = 0;         // at least 1

  std::int64_t count() const { return (iterations + stw - 1) / stw; }
  std::int64_t last() const { return count() - 1; }
  std::int64_t niter(std::int64_t step) const { return std::min(stw, iterations - step * stw); }
};

}  // namespace stencil
