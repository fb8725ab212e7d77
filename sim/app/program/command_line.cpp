// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/commands/compare_command.hpp"
#include "sim/app/commands/configs_command.hpp"
#include "sim/app/commands/cycles_command.hpp"
#include "sim/app/commands/history_command.hpp"
#include "sim/app/commands/replay_command.hpp"
#include "sim/app/commands/report_command.hpp"
#include "sim/app/commands/run_command.hpp"
#include "sim/app/commands/tune_command.hpp"
#include "sim/app/program/progress_line.hpp"

namespace stencil {
namespace {

constexpr const char* footer =
    "Runs alone or under mpirun -n R, one accelerator in each rank.\n"
    "Exit status: 0 all checks passed; 1 a verified difference; 2 bad usage or bad input;\n"
    "3 the device or the run failed. With --check off nothing is verified and the status is 0.";

void print_error(const std::string& text) {
  std::fflush(stdout);
  fmt::print(stderr, "stencil-cosim: {}\n", text);
  std::fflush(stderr);
}

// mpirun can start ranks with different arguments; nothing here could work with that.
void require_same_arguments(MPI_Comm communicator, int argc, char** argv) {
  std::string mine;
  for (int i = 1; i < argc; ++i) mine += std::string(argv[i]) + '\0';
  std::string first = mine;
  share_text(communicator, first);
  agree(communicator, [&] {
    if (mine != first) throw ArgumentError("started with other arguments than rank 0, must be the same on all ranks");
  });
}

// The parser would only say that a subcommand is required.
void require_known_subcommand(const Command& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::vector<std::string> names = program.subcommands();
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return;
  throw ArgumentError(fmt::format("subcommand '{}' is not known, must be one of: {}", argv[1], joined(names)));
}

int parse_end(const CommandEnd& end, bool on_root, const std::string& subcommand) {
  if (end.asked) {
    if (on_root) fmt::print("{}", end.out);
    return exit_ok;
  }
  const bool about_one = !subcommand.empty() && subcommand.front() != '-';
  const std::string asked = about_one ? subcommand + " " : "";
  if (on_root) print_error(fmt::format("{} (stencil-cosim {}--help lists the options)", end.error, asked));
  return exit_usage;
}

int run_subcommand(MPI_Comm communicator, const RunOptions& options, RunHooks& hooks, bool on_root) {
  ProgressLine progress(on_root && user_watches());
  hooks.say = [&](const std::string& line) {
    progress.erase();
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  hooks.warn = [&](const std::string& line) {
    progress.erase();
    print_error("warning: " + line);
  };
  hooks.progress = [&](double share, double elapsed_s, double left_s) { progress.show(share, elapsed_s, left_s); };
  return run(communicator, options, hooks).exit_status;
}

// A subcommand and what it does once its options are parsed.
struct Subcommand {
  Command& command;
  std::function<int()> run;
};

int parse_and_run(MPI_Comm communicator, int argc, char** argv, RunHooks& hooks, bool on_root) {
  require_same_arguments(communicator, argc, argv);
  Command program("stencil-cosim", "Runs MPI stencil code against a simulated accelerator and proves every bit");
  program.set_version("stencil-cosim " STENCIL_VERSION);
  program.set_footer(footer);
  RunOptions run;
  CyclesOptions cycles;
  TuneOptions tune;
  CompareOptions compare;
  ConfigsOptions configs;
  ReportOptions report;
  HistoryOptions history;
  ReplayOptions replay;
  const Subcommand subcommands[] = {
      {add_run_command(program, run), [&] { return run_subcommand(communicator, run, hooks, on_root); }},
      {add_cycles_command(program, cycles),
       [&] { return run_cycles_command(communicator, cycles, hooks.make_device); }},
      {add_tune_command(program, tune), [&] { return run_tune_command(communicator, tune, hooks.make_device); }},
      {add_compare_command(program, compare), [&] { return run_compare_command(communicator, compare); }},
      {add_configs_command(program, configs), [&] { return run_configs_command(configs, on_root); }},
      {add_replay_command(program, replay),
       [&] { return run_replay_command(communicator, replay, hooks.make_device); }},
      {add_report_command(program, report), [&] { return run_report_command(communicator, report); }},
      {add_history_command(program, history), [&] { return run_history_command(communicator, history); }},
  };
  for (const Subcommand& subcommand : subcommands) subcommand.command.set_footer(footer);
  try {
    require_known_subcommand(program, argc, argv);
    if (const auto end = program.parse(argc, argv)) return parse_end(*end, on_root, argc > 1 ? argv[1] : "");
  } catch (const ArgumentError& error) {
    if (on_root) print_error(error.what());
    return exit_usage;
  }
  for (const Subcommand& subcommand : subcommands) {
    if (subcommand.command.was_given()) return subcommand.run();
  }
  return exit_usage;
}

}  // namespace

int command_line(MPI_Comm communicator, int argc, char** argv, RunHooks hooks) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  try {
    return parse_and_run(communicator, argc, argv, hooks, rank == 0);
  } catch (const AgreedError& error) {
    if (rank == 0) print_error(error.what());
    return error.status;
  } catch (const std::exception& error) {
    print_error(fmt::format("rank {}: {}", rank, error.what()));
  }
  // The others may wait for this rank, which cannot tell them; a single rank has told all there are.
  if (ranks > 1) MPI_Abort(communicator, exit_device);
  return exit_device;
}

}  // namespace stencil
