// The subcommand `check-dut`: a conformance kit for anybody's RTL behind rtl/CONTRACT.md.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/check_dut/check.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

// The options must outlive the program's table.
Command& add_check_dut_command(Command& program, CheckDutOptions& options);

// Returns the exit status: 0 conforms, 1 findings. Throws ArgumentError for bad usage, KitError (kit.hpp) where the kit
// could not run.
int run_check_dut_command(const CheckDutOptions& options, ProgressLine& progress);

}  // namespace stencil
