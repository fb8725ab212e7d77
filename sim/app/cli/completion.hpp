// Shell completion, made from the table of a program's options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/cli/command_text.hpp"

namespace stencil {

// The shells there is completion for: "bash" (zsh reads it after bashcompinit).
const std::vector<std::string>& completion_shells();

// A script for bash to source: it completes subcommands, their options, names of choices (in lists too) and files. It
// needs nothing but bash 4.
std::string bash_completion(const CommandText& program);

// Whether a value is the name of a file, as its placeholder tells: "FILE", "PREFIX", "R.json".
bool names_file(const std::string& placeholder);

}  // namespace stencil
