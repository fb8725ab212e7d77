// A history on the terminal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/app/page/history_file.hpp"

namespace stencil {

// Commits and series in all, a line a commit with what changed in it by the number of the series, and a line a series
// that ever changed: the first and the last value, the difference, and a sparkline over the last commits. Ends with a
// newline.
std::string history_table(const History& history, const std::string& name);

// One character a value, the least at the bottom; a blank where there is none. All alike: in the middle.
std::string sparkline(const std::vector<std::optional<double>>& values);

// "32,040"; with up to two decimals where there are any.
std::string grouped(double value);

}  // namespace stencil
