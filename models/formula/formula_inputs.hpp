// The inputs of formulas that are written by hand.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/formula/point_formula.hpp"

namespace stencil::inputs {

using Kind = FormulaInput::Kind;

inline FormulaInput field(const char* name, std::int64_t rows, std::int64_t cols) {
  return {name, Kind::field, rows, cols};
}

inline FormulaInput right_hand_side() {
  return {"r", Kind::right_hand_side};
}

inline FormulaInput number(Weight weight) {
  return {name_of(weight), Kind::weight, 0, 0, weight};
}

inline FormulaInput constant(const char* name, double value) {
  return {name, Kind::constant, 0, 0, Weight::rdx2, value};
}

}  // namespace stencil::inputs
