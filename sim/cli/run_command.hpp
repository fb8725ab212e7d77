// The subcommand `run`: its options and what it does with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "sim/run/options.hpp"

namespace stencil {

// Adds the subcommand; parsing fills `options`, which must outlive the app. Bad values throw ArgumentError while
// CLI11 parses.
CLI::App* add_run_command(CLI::App& app, RunOptions& options);

}  // namespace stencil
