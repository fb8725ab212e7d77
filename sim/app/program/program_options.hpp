// The program with all its subcommands, and what parsing fills: the table of options of the whole command line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/check_dut/check_dut_command.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/commands/compare_command.hpp"
#include "sim/app/commands/configs_command.hpp"
#include "sim/app/commands/cycles_command.hpp"
#include "sim/app/commands/history_command.hpp"
#include "sim/app/commands/replay/replay_command.hpp"
#include "sim/app/commands/report_command.hpp"
#include "sim/app/commands/run_command.hpp"
#include "sim/app/commands/scale/scale_command.hpp"
#include "sim/app/commands/show/show_command.hpp"
#include "sim/app/commands/tune_command.hpp"
#include "sim/app/kernel_file/kernel_command.hpp"
#include "sim/app/random/random_command.hpp"

namespace stencil {

struct ProgramOptions {
  Command program{"stencil-cosim", "Run MPI stencil code against a simulated accelerator and compare every bit"};
  RunOptions run_options;
  CyclesOptions cycles_options;
  TuneOptions tune_options;
  ScaleOptions scale_options;
  CompareOptions compare_options;
  ConfigsOptions configs_options;
  ReplayOptions replay_options;
  ReportOptions report_options;
  HistoryOptions history_options;
  ShowOptions show_options;
  KernelOptions kernel_options;
  RandomOptions random_options;
  CheckDutOptions check_dut_options;
  Command& run = add_run_command(program, run_options);
  Command& cycles = add_cycles_command(program, cycles_options);
  Command& tune = add_tune_command(program, tune_options);
  Command& scale = add_scale_command(program, scale_options);
  Command& compare = add_compare_command(program, compare_options);
  Command& configs = add_configs_command(program, configs_options);
  Command& replay = add_replay_command(program, replay_options);
  Command& report = add_report_command(program, report_options);
  Command& history = add_history_command(program, history_options);
  Command& show = add_show_command(program, show_options);
  Command& kernel = add_kernel_command(program, kernel_options);
  Command& random = add_random_command(program, random_options);
  Command& check_dut = add_check_dut_command(program, check_dut_options);

  ProgramOptions();
};

}  // namespace stencil
