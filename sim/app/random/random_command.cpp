// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/random_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/device/accelerator.hpp"
#include "host/io/kernel_file_name.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/random/case_queue.hpp"
#include "sim/app/random/case_runner.hpp"
#include "sim/app/random/draw.hpp"
#include "sim/app/random/shrink.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

constexpr IntegerRange first_range{"--from", 0, 1000000000000};
constexpr IntegerRange cases_range{"--cases", 1, 1000000000};
constexpr IntegerRange jobs_range{"--jobs", 1, 1024};
constexpr IntegerRange ranks_range{"--ranks", 1, 64};
constexpr std::int64_t most_shrinking_runs = 200;

// The configurations that cases may use, by kernel.
RandomMachine machine_of(const RandomOptions& options) {
  RandomMachine machine;
  machine.accel = options.accel;
  machine.most_ranks = options.most_ranks;
  for (const contract::KernelRow& row : contract::sweep_operator_rows)
    if (row.kernel != contract::kernel_formula) machine.sweeps.push_back({row.name, {}});  // that wants a file
  std::vector<std::string> wanted;
  if (!options.configs.empty()) {
    wanted = parse_names("--config", options.configs);
    for (const std::string& name : wanted) {
      const std::vector<std::string> all = accelerator_configs();
      if (std::find(all.begin(), all.end(), name) == all.end()) throw not_a_choice("--config", all, name);
    }
  }
  for (const Configuration& configuration : configurations()) {
    const bool is_wanted = wanted.empty() ? options.accel != "rtl" || module_is_built(configuration)
                                          : std::find(wanted.begin(), wanted.end(), configuration.name) != wanted.end();
    if (!is_wanted) continue;
    if (options.accel == "rtl") check_module(configuration);
    machine.configs.push_back(configuration.name);
    for (const contract::KernelRow& row : contract::sweep_operator_rows) {
      if ((configuration.kernels & row.kernel) == 0) continue;
      for (RandomMachine::Sweeps& sweeps : machine.sweeps)
        if (sweeps.kernel == row.name) sweeps.configs.push_back(configuration.name);
    }
    if (configuration.tiles()) machine.tiles.push_back(configuration.name);
  }
  // Cases are run in this folder, and choose their kernels by name.
  for (const RandomMachine::Sweeps& sweeps : machine.sweeps)
    refuse_file_of_kernel_name(fmt::format("random would draw '{}'", sweeps.kernel), sweeps.kernel);
  refuse_file_of_kernel_name("random would draw 'gauss-seidel'", "gauss-seidel");
  if (machine.configs.empty())
    throw ArgumentError(
        "no configuration is built, must be one at least for --accel rtl: ci/build release config-small");
  return machine;
}

// The folder of a call; one that this call has made and left nothing in is removed at the end, however that comes.
class Folder {
 public:
  explicit Folder(const fs::path& path) {
    std::error_code problem;
    made_ = fs::create_directories(path, problem);
    if (problem) throw ArgumentError(fmt::format("{}: cannot be made: {}", path.string(), problem.message()));
    path_ = fs::absolute(path);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code none;
    if (made_ && fs::is_empty(path_, none)) fs::remove(path_, none);
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool made_ = false;
};

std::string size_of(const RandomCase& drawn) {
  const std::string problem = fmt::format("{}, {} x {} points", counted(drawn.ranks, "rank"), drawn.rows, drawn.cols);
  if (drawn.has_tiles())
    return problem + fmt::format(", {} of {}", counted(drawn.rounds, "round"), counted(drawn.sweeps, "sweep"));
  return problem + ", " + counted(drawn.iterations, "sweep");
}

// Shrinks the case and shows both. Returns the status.
int report_failure(std::int64_t number, std::uint64_t seed, const CaseResult& result, const RandomMachine& machine,
                   const CaseRunner& runner, const fs::path& folder, ProgressLine& progress) {
  const RandomCase failing = draw_case(seed, static_cast<std::uint64_t>(number), machine);
  const std::string drawn_name = fmt::format("case-{}", number);
  print_out(fmt::format("case {} of seed {} fails: {}\n  {}\n", number, seed, result.line,
                        command_line_of(failing, runner.input_of(drawn_name))));
  // What is drawn depends on all of these.
  print_out(fmt::format("again: stencil-cosim random --cases 1 --seed {} --from {} --accel {} --ranks {} --config {}\n",
                        seed, number, machine.accel, machine.most_ranks, fmt::join(machine.configs, ",")));
  flush_out();
  if (result.end == CaseEnd::refused)
    throw DeviceError(fmt::format("case {} was drawn and refused, which is a fault of `random`", number));
  Shrunk shrunk{failing};
  {
    Work work(&progress, "making the case smaller");
    std::int64_t runs = 0;
    shrunk = shrink(
        failing,
        [&](const RandomCase& simpler) {
          work.at(std::nullopt, counted(++runs, "run"));
          return !interrupted() && runner.run(simpler, "smaller").end == result.end;
        },
        most_shrinking_runs);
  }
  const std::string name = fmt::format("smallest-{}", number);
  const CaseResult last = runner.run(shrunk.smallest, name, {"--report", folder / (name + ".json")});
  std::error_code none;
  for (const char* file : {"smaller.log", "smaller_f.npy"}) fs::remove(folder / file, none);
  print_out(fmt::format("smallest that fails so, after {}: {}\n  {}\n", counted(shrunk.runs, "run"),
                        size_of(shrunk.smallest), command_line_of(shrunk.smallest, runner.input_of(name))));
  const fs::path capsule = folder / (name + ".capsule");
  if (fs::exists(capsule, none)) print_out(fmt::format("  stencil-cosim replay {}\n", capsule.string()));
  print_out(last.log);
  return exit_difference;
}

}  // namespace

double parse_duration(const std::string& option, const std::string& text) {
  const std::map<char, double> units{{'s', 1.0}, {'m', 60.0}, {'h', 3600.0}};
  const auto unit = text.empty() ? units.end() : units.find(text.back());
  const std::string number = unit == units.end() ? text : text.substr(0, text.size() - 1);
  const bool digits = !number.empty() && number.size() <= 6 &&
                      std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  const double seconds = digits ? std::stod(number) * (unit == units.end() ? 1.0 : unit->second) : 0.0;
  if (seconds < 1.0)
    throw ArgumentError(fmt::format("{} is '{}', must be 1s .. 999999h, as 60s, 5m, 2h", option, text));
  return seconds;
}

Command& add_random_command(Command& program, RandomOptions& options) {
  Command& random = program.add_subcommand("random", "Run random cases until one fails; make that small");
  random.add_option("--seed", "N", "number of the sequence of cases; 0 .. 2^64-1", "a new one",
                    [&](const std::string& text) { options.seed = parse_seed("--seed", text); });
  random.add_option("--for", "TIME", "draw cases for so long: 60s, 5m, 2h", "60s without --cases",
                    [&](const std::string& text) { options.seconds = parse_duration("--for", text); });
  add_integer(random, cases_range, "cases to run at most", "", [&](auto value) { options.cases = value; });
  add_integer(random, first_range, "number of the first case: to go on, or to run one again", "0",
              [&](auto value) { options.first = value; });
  add_integer(random, ranks_range, "ranks of a case at most", "4", [&](auto value) { options.most_ranks = value; });
  add_integer(random, jobs_range, "cases at a time", "one per processor", [&](auto value) { options.jobs = value; });
  random
      .add_option("--accel", "NAME", "accelerator of all cases", options.accel,
                  [&](const std::string& text) { options.accel = text; })
      .one_of(accelerator_names(false));
  random
      .add_option("--config", "LIST", "configurations to draw from, separated by commas", "all that are built",
                  [&](const std::string& text) { options.configs = text; })
      .some_of(accelerator_configs());
  random.add_text("--output", options.folder,
                  "folder for what a case that fails leaves: log, field, report, capsule; default random-SEED");
  random.add_example("stencil-cosim random --for 5m", "Does anything that is built fail?");
  random.add_example("stencil-cosim random --seed 7 --from 41 --cases 1", "Case 41 of seed 7 again");
  return random;
}

int run_random_command(const RandomOptions& options, ProgressLine& progress) {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr || std::getenv("PMI_SIZE") != nullptr)
    throw ArgumentError("random starts ranks of its own, must be called without mpirun");
  const std::vector<std::string> accels = accelerator_names(false);
  if (std::find(accels.begin(), accels.end(), options.accel) == accels.end())
    throw not_a_choice("--accel", accels, options.accel);
  const RandomMachine machine = machine_of(options);
  const std::uint64_t seed =
      options.seed
          ? *options.seed
          : static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) % 1000000000;
  const Folder folder(options.folder.empty() ? fmt::format("random-{}", seed) : options.folder);
  const CaseRunner runner(fs::read_symlink("/proc/self/exe"), folder.path(), machine.most_ranks);
  catch_interrupts();
  const bool is_bounded = options.cases || options.seconds;
  CaseQueue cases(options.first, options.cases, is_bounded ? options.seconds : default_random_s);
  {
    Work work(&progress, fmt::format("random cases of seed {}", seed));
    work.poll([&] { return std::optional<double>(cases.share()); });
    const auto processors = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
    cases.run(options.jobs > 0 ? options.jobs : processors, [&](std::int64_t number) {
      const RandomCase drawn = draw_case(seed, static_cast<std::uint64_t>(number), machine);
      return runner.run(drawn, fmt::format("case-{}", number));
    });
  }
  int status = exit_ok;
  if (cases.failing()) {
    status =
        report_failure(cases.failing()->first, seed, cases.failing()->second, machine, runner, folder.path(), progress);
  }
  const char* const verdict = status != exit_ok ? "FAIL" : interrupted() ? "stopped" : "PASS";
  const std::string more =
      status != exit_ok ? ", one failed" : fmt::format("; to go on: --seed {} --from {}", seed, cases.resume_at());
  if (cases.passed() == 0 && status == exit_ok && !interrupted())
    throw DeviceError("no case has ended, so nothing is shown to be right");
  print_out(fmt::format("{}: {} of seed {} passed in {}{}\n", verdict, counted(cases.passed(), "case"), seed,
                        readable_duration(cases.seconds()), more));
  if (interrupted()) throw DeviceError("interrupted");
  return status;
}

}  // namespace stencil
