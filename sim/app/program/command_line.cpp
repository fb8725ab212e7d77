// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/command_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/quiet_abort.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/completion.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cli/man_page.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/diagnostics/diagnosed_run.hpp"
#include "sim/app/hang_detector/hang_detector.hpp"
#include "sim/app/hang_detector/nodes/node_watch.hpp"
#include "sim/app/output/report_fields.hpp"
#include "sim/app/output/user_terminal.hpp"
#include "sim/app/program/program_options.hpp"
#include "sim/app/program/results_alone.hpp"
#include "sim/app/program/run_log.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/device/backends/registry.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/platform/silence.hpp"

namespace stencil {
namespace {

// Printed when there are no arguments. The status is that of bad usage, so that a script whose arguments got lost
// stops.
constexpr const char* first_page =
    R"(stencil-cosim runs MPI stencil code against the Verilated RTL of an accelerator,
compares every bit of the result and says where the cycles of the device go.

Type first:
  stencil-cosim run                                 is the RTL right? 2 seconds
  mpirun -n 2 --oversubscribe stencil-cosim run     the same on two ranks
  stencil-cosim cycles                              where do its cycles go?

stencil-cosim --help lists the subcommands, stencil-cosim run --help options.
)";

void print_error(const std::string& text) {
  flush_out();
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
void require_known_subcommand(const Command& program, const std::string& word) {
  if (word.rfind('-', 0) == 0) return;
  const std::vector<std::string> names = program.subcommands();
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  throw ArgumentError(fmt::format("subcommand '{}' is not known, must be one of: {}{}", word, joined(names),
                                  did_you_mean(word, names)));
}

int parse_end(const CommandEnd& end, bool on_root, const std::string& subcommand) {
  if (end.asked) {
    if (on_root) print_out(end.out);
    return exit_ok;
  }
  const bool about_one = !subcommand.empty() && subcommand.front() != '-';
  const std::string help = about_one ? subcommand + " --help-all" : "--help";
  if (on_root) print_error(fmt::format("{} (stencil-cosim {} lists the options)", end.error, help));
  return exit_usage;
}

// For the lines below the error of a device that hangs: where each rank is, and how to keep the calls.
struct AtHang {
  std::optional<HangDetector> hang_detector;
  bool is_captured = true;  // or cannot be
};

ProgressLine::Form progress_form(bool on_root, bool quiet) {
  if (!on_root || quiet) return ProgressLine::Form::none;
  return user_watches(STDERR_FILENO) ? ProgressLine::Form::redrawn : ProgressLine::Form::plain;
}

int run_subcommand(MPI_Comm communicator, const RunOptions& options, RunHooks& hooks, bool on_root,
                   ProgressLine& progress, HangDetector& hang_detector) {
  RunLog log(options.verbosity, on_root, progress);
  log.listen(hooks);
  return run(communicator, options, hooks, &hang_detector).exit_status;
}

int parse_and_run(MPI_Comm communicator, int argc, char** argv, RunHooks& hooks, bool on_root, AtHang& at_hang) {
  require_same_arguments(communicator, argc, argv);
  agree(communicator, [] { check_instructions(); });
  if (argc < 2) {
    if (on_root) fmt::print(stderr, "{}", first_page);
    return exit_usage;
  }
  ProgramOptions all;
  all.tune_options.program = argv[0];
  const std::vector<std::string> words = without_help_word({argv + 1, argv + argc});
  std::optional<ResultsAlone> results;
  try {
    require_known_subcommand(all.program, words.front());
    if (const auto end = all.program.parse(words)) return parse_end(*end, on_root, words.front());
    const auto outputs = all.program.outputs_given();
    refuse_same_outputs(outputs);
    node_timeout();
    const auto is_dash = [](const auto& output) { return output.second == "-"; };
    if (std::any_of(outputs.begin(), outputs.end(), is_dash)) results.emplace();
  } catch (const ArgumentError& error) {
    if (on_root) print_error(error.what());
    return exit_usage;
  }
  if (on_root) {
    for (const std::string& line : misspelt_variables(stencil_variables()))
      fmt::print(stderr, "stencil-cosim: warning: {}\n", line);
  }
  const bool quiet = all.run.was_given() && all.run_options.verbosity == Verbosity::quiet;
  std::optional<ProgressLine> own;
  ProgressLine& progress = hooks.progress != nullptr ? *hooks.progress : own.emplace(progress_form(on_root, quiet));
  if (all.configs.was_given()) return run_configs_command(all.configs_options, on_root);
  if (all.compare.was_given()) return run_compare_command(communicator, all.compare_options, progress);
  if (all.report.was_given()) return run_report_command(communicator, all.report_options, progress);
  if (all.kernel.was_given()) return run_kernel_command(communicator, all.kernel_options);
  if (all.history.was_given()) return run_history_command(communicator, all.history_options, progress);
  if (all.show.was_given()) return run_show_command(communicator, all.show_options);
  if (all.scale.was_given()) return run_scale_command(communicator, all.scale_options, progress);
  HangDetector& hang_detector = at_hang.hang_detector.emplace();
  at_hang.is_captured = !all.run.was_given() || all.run_options.capture.has_value();
  if (all.run.was_given())
    return run_subcommand(communicator, all.run_options, hooks, on_root, progress, hang_detector);
  if (all.cycles.was_given()) return run_cycles_command(communicator, all.cycles_options, hooks.make_device, progress);
  if (all.tune.was_given()) return run_tune_command(communicator, all.tune_options, hooks.make_device, progress);
  return run_replay_command(communicator, all.replay_options, hooks.make_device, progress);
}

}  // namespace

std::optional<int> print_made_text(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "--print-report-fields" && argc == 2) {
    print_out(report_tables());
    return exit_ok;
  }
  const bool man = what == "--print-man" && argc == 2;
  if (!man && (what != "--print-completion" || argc != 3)) return std::nullopt;
  const std::vector<std::string>& shells = completion_shells();
  if (!man && std::find(shells.begin(), shells.end(), argv[2]) == shells.end()) {
    print_error(not_a_choice(what, shells, argv[2]).what());
    return exit_usage;
  }
  const CommandText text = ProgramOptions().program.text();
  print_out(man ? man_page(text, STENCIL_VERSION) : bash_completion(text));
  return exit_ok;
}

std::optional<int> run_without_ranks(int argc, char** argv) {
  const std::string name = argc < 2 ? "" : argv[1];
  if (name != "random" && name != "check-dut") return std::nullopt;
  try {
    ProgramOptions all;
    if (all.program.parse({argv + 1, argv + argc})) return std::nullopt;
    ProgressLine progress(progress_form(true, false));
    if (all.check_dut.was_given()) {
      refuse_same_outputs(all.program.outputs_given());
      return run_check_dut_command(all.check_dut_options, progress);
    }
    return run_random_command(all.random_options, progress);
  } catch (const ArgumentError& error) {
    print_error(error.what());
    return exit_usage;
  } catch (const std::exception& error) {
    print_error(error.what());
    return exit_device;
  }
}

int command_line(MPI_Comm communicator, int argc, char** argv, RunHooks hooks) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  AtHang at_hang;
  silence_listener = [rank](const std::string& line) { print_error(fmt::format("rank {}: {}", rank, line)); };
  try {
    return parse_and_run(communicator, argc, argv, hooks, rank == 0, at_hang);
  } catch (const AgreedError& error) {
    if (rank == 0) print_error(error.what());
    return error.status;
  } catch (const DeviceHang& hang) {
    print_error(fmt::format("rank {}: {}", rank, hang.what()));
    if (at_hang.hang_detector) at_hang.hang_detector->report_hang_here("the ranks then:\n");
    if (!at_hang.is_captured) fmt::print(stderr, "its calls, for replay: run again with --capture failure\n");
  } catch (const std::exception& error) {
    print_error(fmt::format("rank {}: {}", rank, error.what()));
  }
  // The others may wait for this rank, which cannot tell them; a single rank has told all there are.
  quieten_mpi_abort();
  if (ranks > 1) MPI_Abort(communicator, exit_device);
  return exit_device;
}

}  // namespace stencil
