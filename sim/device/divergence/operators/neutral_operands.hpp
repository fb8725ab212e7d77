// Operands of a point for which one of its operators works on given values and all behind it pass its result on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/formula/point_formula.hpp"

namespace stencil {

// Whether the formula ends with a division by a constant behind this step.
bool is_divided(const PointFormula& formula, std::size_t step);

// In the order of the formula's inputs: what `step` works on stays as in `operands`; behind it x + -0, x - 0, x*1 and
// x/1 leave its result, or its negative, as it is; a division by a constant at the end divides it. No value: constants,
// or inputs that are read twice, prevent that, or the division would hide a result that is off in its last place.
// settled: an input that is to have the end's value, as the point itself has after a sweep before; `step` may not work
// on it.
std::optional<std::vector<double>> passing_on(const PointFormula& formula, const std::vector<double>& operands,
                                              std::size_t step, std::optional<std::size_t> settled = std::nullopt);

// The same where those before `step` only pass on what it works on, too.
std::optional<std::vector<double>> alone(const PointFormula& formula, const std::vector<double>& operands,
                                         std::size_t step, std::optional<std::size_t> settled = std::nullopt);

// The same where `step` itself passes on, of two operands, the value that it makes of `operands`.
std::optional<std::vector<double>> passing_on_result(const PointFormula& formula, const std::vector<double>& operands,
                                                     std::size_t step,
                                                     std::optional<std::size_t> settled = std::nullopt);

// The same where `step` passes on an input that it reads itself. No value: it does not.
std::optional<std::vector<double>> passing_input(const PointFormula& formula, const std::vector<double>& operands,
                                                 std::size_t step, std::size_t input,
                                                 std::optional<std::size_t> settled = std::nullopt);

}  // namespace stencil
