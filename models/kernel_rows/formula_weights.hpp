// The formula of a kernel file as an operator of sweeps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/kernel_file/formula.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// Of what the operations of a point do and in which order, by the places of the numbers: names, comments, defaults and
// parentheses that change no order move nothing. Never 0.
std::uint64_t formula_digest(const Formula& formula);

// With all numbers 0.
FormulaWeights formula_weights(Formula formula);
// The same operator with these numbers, by their places in Formula::numbers.
FormulaWeights with_numbers(FormulaWeights weights, const std::vector<double>& numbers);

}  // namespace stencil
