// The operators of sweeps that are written by hand, each with numbers that are not alike: tests go over them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <variant>
#include <vector>

#include "models/values/sweep_weights.hpp"

namespace stencil::test {

inline std::vector<SweepWeights> uneven_weights() {
  constexpr std::array<double, 6> numbers{81.5, -17.25, 3.0 / 7, 0.3, -6, 0.1};
  std::vector<SweepWeights> all;
  for (SweepWeights weights : sweep_operators()) {
    if (std::holds_alternative<FormulaWeights>(weights)) continue;
    std::size_t next = 0;
    for_each_weight(weights, [&](Weight, double& value) { value = numbers.at(next++); });
    all.push_back(weights);
  }
  return all;
}

}  // namespace stencil::test
