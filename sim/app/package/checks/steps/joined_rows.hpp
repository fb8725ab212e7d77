// Rows that a program has changed between steps of which the device loads halo rows alone, or may have loaded others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/c/steps/step_info.hpp"

namespace stencil {

struct ChangedRows {
  std::int64_t rows = 0;
  std::string text;
};

// Owned rows of a step that goes on from the one before, whose results are `left`. Nothing of other steps.
ChangedRows changed_between_joined(const StepInfo& step, const std::vector<double>& left);

// Rows of r of a step over a part that stays in the device, which has `loaded`.
ChangedRows changed_right_hand(const StepInfo& step, const std::vector<double>& loaded);

}  // namespace stencil
