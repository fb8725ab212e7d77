// Comma-separated lists of the command line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/cli/arguments.hpp"

namespace stencil {

// "a, b", for a person to read.
std::string joined(const std::vector<std::string>& names);

// "3,5", as the command line takes it.
std::string listed(const std::vector<std::int64_t>& integers);

// "a,b": at least one, none empty, none twice. Each throws ArgumentError with option and text.
std::vector<std::string> parse_names(const std::string& option, const std::string& text);
std::vector<std::int64_t> parse_integers(const IntegerRange& range, const std::string& text);

}  // namespace stencil
