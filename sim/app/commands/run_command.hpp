// The subcommand `run`: its options and what it does with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/cli/command.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

// Adds the subcommand; parsing fills `options`, which must outlive the app. Bad values throw ArgumentError while
// parsing.
Command& add_run_command(Command& program, RunOptions& options);

}  // namespace stencil
