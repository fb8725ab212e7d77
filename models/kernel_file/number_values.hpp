// The values of a formula's numbers in a problem.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/kernel_file/formula.hpp"

namespace stencil {

// By their places in formula.numbers: what is `given` for a name, else the default, in the order written, in binary64,
// each operation rounded once. Throws FormulaError at the number for one that has neither, and for a default that is
// not finite.
std::vector<double> number_values(const Formula& formula, std::int64_t rows, std::int64_t cols,
                                  const std::map<std::string, double>& given = {});

// The same where no field is known: none for a number that is not given and has no default, or one that needs `rows` or
// `cols`.
std::vector<std::optional<double>> number_values(const Formula& formula, const std::map<std::string, double>& given);

}  // namespace stencil
