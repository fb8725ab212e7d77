// A history as text for the terminal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/app/page/history_file.hpp"

namespace stencil {

// The numbers of commits and series; a line per commit with the series, by number, that changed in it; a line per
// series that ever changed: first and last value, difference, and a sparkline over the last commits. Ends with a
// newline.
std::string history_table(const History& history, const std::string& name);

// One character per value, the smallest at the bottom; a blank where there is none. Equal values are in the middle.
std::string sparkline(const std::vector<std::optional<double>>& values);

// "32,040"; with at most two decimals, if it is no whole number.
std::string grouped(double value);

}  // namespace stencil
