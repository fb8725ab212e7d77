// Report fields of a kernel with coefficients.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "sim/app/json/named_field.hpp"

namespace stencil {

struct CoefficientProblem {
  // "aN,aS,aW,aE,aC,beta", with the digits that read back as the same numbers; empty: of another kernel.
  std::string coefficients;

  static constexpr auto fields() {
    return std::tuple{
        NamedField{
            "coefficients", &CoefficientProblem::coefficients,
            "a text, \"aN,aS,aW,aE,aC,beta\", with the digits that read back as the same numbers; null: its kernel "
            "has no --coefficients",
            "coefficients"},
    };
  }
};

}  // namespace stencil
