// Where measured cycles are not those of the model, for people.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/report/classes.hpp"

namespace stencil {

// A class whose cycles differ from the prediction in some cause.
struct ModelDifference {
  std::int64_t size = 0;  // the largest difference of each cause times the blocks, summed over the causes
  std::string text;       // "12 blocks of 25 x 77, 5 sweeps, keep 15, middle: load +120, stall -3..+7 each"
};

// One for each class that differs, in the order of the table.
std::vector<ModelDifference> model_differences(const ClassTable& classes);

// Differences that are shown; of more, their number.
inline constexpr std::size_t most_model_lines = 10;

// "not as the model: ..." for each, the largest first, wrapped at 80 columns with an indent of 2; the last one says how
// many more there are. Ends with a newline unless empty.
std::string model_lines(std::vector<ModelDifference> differences);

}  // namespace stencil
