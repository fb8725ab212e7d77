// The operations of the kernels that came with the published program.
// SPDX-License-Identifier: Apache-2.0
#include "models/formula/file_formula.hpp"
#include "models/formula/formula_inputs.hpp"

namespace stencil {

using namespace inputs;

const PointFormula& operations_of(const JacobiWeights&) {
  static const PointFormula jacobi{
      "((north + south)*rdx2 + (west + east)*rdy2 - r)*beta",
      {field("north", -1, 0), field("south", 1, 0), field("west", 0, -1), field("east", 0, 1), right_hand_side(),
       number(Weight::rdx2), number(Weight::rdy2), number(Weight::beta)},
      {{"north + south", PointOperation::add, 0, 1},
       {"west + east", PointOperation::add, 2, 3},
       {"(north + south)*rdx2", PointOperation::multiply, 8, 5},
       {"(west + east)*rdy2", PointOperation::multiply, 9, 6},
       {"(north + south)*rdx2 + (west + east)*rdy2", PointOperation::add, 10, 11},
       {"... - r", PointOperation::subtract, 12, 4},
       {"(...)*beta", PointOperation::multiply, 13, 7}}};
  return jacobi;
}

const PointFormula& operations_of(const FormulaWeights& weights) {
  return file_formula(*weights.formula);
}

const PointFormula& tile_formula() {
  static const PointFormula average{"((((north + south) + centre) + west) + east)/5",
                                    {field("north", -1, 0), field("south", 1, 0), field("centre", 0, 0),
                                     field("west", 0, -1), field("east", 0, 1), constant("5", 5.0)},
                                    {{"north + south", PointOperation::add, 0, 1},
                                     {"(north + south) + centre", PointOperation::add, 6, 2},
                                     {"(...) + west", PointOperation::add, 7, 3},
                                     {"(...) + east", PointOperation::add, 8, 4},
                                     {"(...)/5", PointOperation::divide, 9, 5}}};
  return average;
}

}  // namespace stencil
