// A block of one sweep, some of whose operators give other results than they should, and what explains it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/formula/point_formula.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil::test {

// The result of an operator of the formula, by its number there, from its operands.
using OperatorResult = std::function<double(std::size_t step, PointOperation operation, double a, double b)>;

// f, r: rows x cols words each. Internal to its file, as the formula that it uses is.
static inline std::optional<ValueExplanation> explained_block(std::int64_t rows, std::int64_t cols,
                                                              const SweepWeights& weights, const std::vector<double>& f,
                                                              const std::vector<double>& r,
                                                              const OperatorResult& result) {
  ProgramBlock block;
  SweepCommand sweep;
  sweep.rows = rows;
  sweep.cols = cols;
  sweep.niter = 1;
  sweep.weights = weights;
  block.command = sweep;
  block.f = f;
  block.r = r;
  Program program;
  program.blocks.push_back(block);
  SweptField field(program, 0, 0);
  field.settle(0, block.f);
  std::vector<double> got = field.after(1);
  const SweepView before(field, 0, block.f);
  const PointFormula& formula = field.formula();
  for (std::int64_t word = 0; word < rows * cols; ++word) {
    if (!field.sets(word, 0)) continue;
    got[static_cast<std::size_t>(word)] = formula.value(
        before.operands(word),
        [&](std::size_t step, double a, double b) { return result(step, formula.steps[step].operation, a, b); });
  }
  return explain_sweep(SweepView(field, 0, got), 1, {});
}

}  // namespace stencil::test
