// The operators of a point, one by one, as each kernel applies them, in arithmetic of their own (exact_binary64.hpp).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "models/formula/exact_binary64.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// One rounding each; a subtraction is done by an adder.
enum class PointOperation { add, subtract, multiply, divide };

// With the other sign, zeros and NaNs too.
double flipped(double value);
// A NaN is canonical.
double apply(PointOperation operation, double a, double b, Rounding rounding = Rounding::nearest_even);
// "adder", "multiplier", "division".
const char* unit_of(PointOperation operation);

// A value that a formula takes: of the field, `rows` south and `cols` east of the point; of the right-hand side at the
// point; a weight; a constant.
struct FormulaInput {
  enum class Kind { field, right_hand_side, weight, constant };

  std::string name;
  Kind kind;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  Weight weight = Weight::rdx2;
  double constant = 0.0;
};

// a and b: positions of inputs; from inputs.size() on, of earlier steps.
struct FormulaStep {
  std::string text;
  PointOperation operation;
  std::size_t a;
  std::size_t b;
  bool negated_a = false;  // its sign bit is flipped before
  bool negated_b = false;
};

// Not of the library, as sweep_weights.hpp, which is, says too.
struct __attribute__((visibility("hidden"))) PointFormula {
  std::string text;
  std::vector<FormulaInput> inputs;
  std::vector<FormulaStep> steps;

  // The result of each step, from the inputs in their order. `change`, where given, makes the result of step `changed`
  // from the right one.
  using Change = std::function<double(double right, double a, double b)>;
  std::vector<double> results(const std::vector<double>& values) const;
  double value(const std::vector<double>& values, std::size_t changed, const Change& change) const;
  double value(const std::vector<double>& values) const { return results(values).back(); }
  // The value where `each` makes the result of every step, of which it gets the number and the operands.
  using Each = std::function<double(std::size_t step, double a, double b)>;
  double value(const std::vector<double>& values, const Each& each) const;

  // The two values that a step works on.
  std::pair<double, double> operands(std::size_t step, const std::vector<double>& values) const;
};

// Of the operator, whatever its numbers; lives as long as the program. Of a kernel file the texts are as written there,
// each step with its line and column: "ax*(... + u[i+1,j]), heat.stencil:7:9".
const PointFormula& formula_of(const SweepWeights& weights);
// Of tiles: the average of a point and its neighbours.
const PointFormula& tile_formula();

}  // namespace stencil
