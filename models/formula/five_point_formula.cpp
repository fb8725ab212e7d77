// SPDX-License-Identifier: Apache-2.0
#include "models/formula/formula_inputs.hpp"

namespace stencil {

using namespace inputs;

const PointFormula& operations_of(const FivePointWeights&) {
  static const PointFormula five_point{
      "((((aN*north + aS*south) + (aW*west + aE*east)) + aC*centre) - r)*beta",
      {field("north", -1, 0), field("south", 1, 0), field("west", 0, -1), field("east", 0, 1), field("centre", 0, 0),
       right_hand_side(), number(Weight::an), number(Weight::as), number(Weight::aw), number(Weight::ae),
       number(Weight::ac), number(Weight::beta)},
      {{"aN*north", PointOperation::multiply, 6, 0},
       {"aS*south", PointOperation::multiply, 7, 1},
       {"aW*west", PointOperation::multiply, 8, 2},
       {"aE*east", PointOperation::multiply, 9, 3},
       {"aN*north + aS*south", PointOperation::add, 12, 13},
       {"aW*west + aE*east", PointOperation::add, 14, 15},
       {"(aN*north + aS*south) + (aW*west + aE*east)", PointOperation::add, 16, 17},
       {"aC*centre", PointOperation::multiply, 10, 4},
       {"(...) + aC*centre", PointOperation::add, 18, 19},
       {"... - r", PointOperation::subtract, 20, 5},
       {"(...)*beta", PointOperation::multiply, 21, 11}}};
  return five_point;
}

}  // namespace stencil
