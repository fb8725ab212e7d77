// Report fields of a kernel whose numbers come from a grid.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <tuple>

#include "sim/app/json/named_field.hpp"

namespace stencil {

struct GridProblem {
  // No value: of another kernel.
  std::optional<double> dx;
  std::optional<double> dy;
  std::optional<double> beta;

  static constexpr auto fields() {
    return std::tuple{
        NamedField{"dx", &GridProblem::dx, "spacing of the grid between rows; null: its kernel has no --dx", "dx"},
        NamedField{"dy", &GridProblem::dy, "spacing of the grid between columns; null: its kernel has no --dy", "dy"},
        NamedField{"beta", &GridProblem::beta, "factor of the weighted sum; null: its kernel has no --beta", "beta"},
    };
  }
};

}  // namespace stencil
