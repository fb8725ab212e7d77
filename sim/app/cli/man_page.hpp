// The manual page of a program, made from the table of its options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/cli/command_text.hpp"

namespace stencil {

// In roff with the macros of man(7): every option of every subcommand, the examples, and the footer of the program as
// notes. version: "0.1.0".
std::string man_page(const CommandText& program, const std::string& version);

}  // namespace stencil
