// How many sweeps a whole field has had, and which of them may be wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/device/divergence/field/swept_field.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {

// Other than its command asked for: up to one pass of 16 elements more. values: of the field; shown: those that are
// known, the others are not compared. No value: the field is as after none of these, or as after more than one.
std::optional<std::int64_t> sweeps_in(const SweptField& field, const std::vector<double>& values,
                                      const std::vector<char>& shown);

// "only 10 of 18 sweeps had been made", "20 sweeps had been made, not 18".
ValueExplanation of_sweeps_made(std::int64_t made, std::int64_t asked);

// First and last of the sweeps that may have made a field wrong which is so after `sweep` (from 0), and right after one
// sweep less. A command of one sweep less divides them over other passes: that it is right shows nothing of the sweeps
// after the first pass, unless all values are what a fault of the last sweep gives. No value: not known.
// processing_elements: that make a pass; all sweeps are one pass of a golden model.
std::optional<std::pair<std::int64_t, std::int64_t>> sweeps_in_doubt(std::int64_t sweep,
                                                                     const std::optional<ValueExplanation>& explanation,
                                                                     std::int64_t processing_elements);

}  // namespace stencil
