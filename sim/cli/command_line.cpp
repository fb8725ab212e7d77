// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "host/errors.hpp"
#include "sim/cli/configs_command.hpp"
#include "sim/cli/progress_line.hpp"
#include "sim/cli/run_command.hpp"
#include "sim/run/agree.hpp"

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
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  std::string first = mine;
  unsigned long length = first.size();
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, 0, communicator);
  first.resize(length);
  MPI_Bcast(first.data(), static_cast<int>(length), MPI_CHAR, 0, communicator);
  agree(communicator, [&] {
    if (mine != first) throw ArgumentError("started with other arguments than rank 0, must be the same on all ranks");
  });
}

// CLI11 would only say that a subcommand is required.
void require_known_subcommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(subcommand->get_name());
    if (names.back() == argv[1]) return;
  }
  throw ArgumentError(fmt::format("subcommand '{}' is not known, must be one of: {}", argv[1], fmt::join(names, ", ")));
}

// Help and version end with status 0, everything else CLI11 finds with status 2.
int parse_end(const CLI::App& app, const CLI::ParseError& error, bool on_root) {
  std::ostringstream out;
  std::ostringstream ignored;
  if (app.exit(error, out, ignored) == 0) {
    if (on_root) fmt::print("{}", out.str());
    return exit_ok;
  }
  if (on_root) print_error(fmt::format("{} (stencil-cosim run --help lists the options)", error.what()));
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

int parse_and_run(MPI_Comm communicator, int argc, char** argv, RunHooks& hooks, bool on_root) {
  require_same_arguments(communicator, argc, argv);
  CLI::App app("Runs MPI stencil code against a simulated accelerator and proves every bit", "stencil-cosim");
  app.set_version_flag("--version", "stencil-cosim " STENCIL_VERSION);
  app.require_subcommand(1);
  app.footer(footer);
  RunOptions options;
  add_run_command(app, options)->footer(footer);
  ConfigsOptions configs;
  const CLI::App* configs_command = add_configs_command(app, configs);
  try {
    require_known_subcommand(app, argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return parse_end(app, error, on_root);
  } catch (const ArgumentError& error) {
    if (on_root) print_error(error.what());
    return exit_usage;
  }
  if (configs_command->parsed()) {
    const auto& list = configurations();
    if (on_root) fmt::print("{}", configs.json ? configurations_json(list) : configurations_table(list));
    return exit_ok;
  }
  return run_subcommand(communicator, options, hooks, on_root);
}

}  // namespace

int command_line(MPI_Comm communicator, int argc, char** argv, RunHooks hooks) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  try {
    return parse_and_run(communicator, argc, argv, hooks, rank == 0);
  } catch (const AgreedError& error) {
    if (rank == 0) print_error(error.what());
    return exit_usage;
  } catch (const std::exception& error) {
    print_error(fmt::format("rank {}: {}", rank, error.what()));
  }
  MPI_Abort(communicator, exit_device);
  return exit_device;
}

}  // namespace stencil
