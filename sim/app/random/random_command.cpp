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
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/modules/tools.hpp"
#include "sim/app/random/case_queue.hpp"
#include "sim/app/random/case_runner.hpp"
#include "sim/app/random/draw.hpp"
#include "sim/app/random/failure.hpp"
#include "sim/app/random/machine.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

constexpr IntegerRange first_range{"--from", 0, 1000000000000};
constexpr IntegerRange cases_range{"--cases", 1, 1000000000};
constexpr IntegerRange jobs_range{"--jobs", 1, 1024};
constexpr IntegerRange ranks_range{"--ranks", 1, 64};

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

// Where cases come from: drawn ones, or the one that is given.
RandomCase case_of(const RandomOptions& options, const RandomMachine& machine, std::uint64_t seed,
                   std::int64_t number) {
  if (!options.one_case.empty()) return read_case("--case", options.one_case);
  return draw_case(seed, static_cast<std::uint64_t>(number), machine);
}

// The names of cases: "case 3 of seed 7", "the case".
std::string name_of_case(const RandomOptions& options, std::uint64_t seed, std::int64_t number) {
  return options.one_case.empty() ? fmt::format("case {} of seed {}", number, seed) : "the case";
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
  random.add_option("--seed", "N", "number of the sequence; 0 .. 2^64-1", "a new one",
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
  random
      .add_option("--arithmetic", "LIST", "arithmetics to draw from, each a module built at first use",
                  options.arithmetics, [&](const std::string& text) { options.arithmetics = text; })
      .some_of(accelerator_arithmetics());
  random.add_text("--formula", options.formulas, "kernel files to draw from as well, separated by commas");
  random.add_text(
      "--steps", options.steps,
      "a program that makes steps through step.h, drawn in one case of four; its arguments: docs/random.md");
  random.add_text("--case", options.one_case, "the case that `again:` names, in place of drawn ones");
  random.add_text("--keep", options.keep, "file to whose end a case that fails is written, as a line of options");
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
  if (!options.one_case.empty() && (options.seed || options.first != 0 || options.cases || options.seconds))
    throw ArgumentError("--case must not be given with --seed, --from, --cases or --for");
  const RandomMachine machine = options.one_case.empty() ? machine_of(options) : RandomMachine();
  const std::int64_t most_ranks = options.one_case.empty() ? machine.most_ranks : case_of(options, machine, 0, 0).ranks;
  const std::string steps = options.steps.empty() ? "" : fs::absolute(options.steps).string();
  if (!steps.empty() && find_tool(steps).empty())
    throw ArgumentError(fmt::format("--steps is '{}', must be a program", options.steps));
  if (steps.empty() && !options.one_case.empty() && case_of(options, machine, 0, 0).from_c)
    throw ArgumentError("--case has 'from-c=yes', must be given with --steps PROGRAM");
  const std::uint64_t seed =
      options.seed
          ? *options.seed
          : static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) % 1000000000;
  const Folder folder(options.folder.empty() ? fmt::format("random-{}", seed) : options.folder);
  const CaseRunner runner(fs::read_symlink("/proc/self/exe"), steps, folder.path(), most_ranks);
  catch_interrupts();
  const bool is_bounded = options.cases || options.seconds;
  CaseQueue cases(options.first, options.one_case.empty() ? options.cases : 1,
                  is_bounded || !options.one_case.empty() ? options.seconds : default_random_s);
  const auto processors = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  const std::int64_t jobs = options.jobs > 0 ? options.jobs : processors;
  {
    Work work(&progress, options.one_case.empty() ? fmt::format("random cases of seed {}", seed) : "the case");
    work.poll([&] { return std::optional<double>(cases.share()); });
    cases.run(jobs, [&](std::int64_t number) {
      return runner.run(case_of(options, machine, seed, number), fmt::format("case-{}", number));
    });
  }
  int status = exit_ok;
  if (cases.failing()) {
    const std::int64_t number = cases.failing()->first;
    const FailedCase failed{number, name_of_case(options, seed, number), case_of(options, machine, seed, number),
                            cases.failing()->second};
    if (!options.keep.empty() && failed.result.end != CaseEnd::refused) keep_case(options.keep, failed);
    report_failure(failed, {runner, folder.path(), steps, jobs}, progress);
    status = exit_difference;
  }
  const char* const verdict = status != exit_ok ? "FAIL" : interrupted() ? "stopped" : "PASS";
  if (!options.one_case.empty() && cases.passed() == 0 && status == exit_ok && !interrupted())
    throw DeviceError("the case has not ended, so nothing is shown to be right");
  if (!options.one_case.empty()) {
    print_out(fmt::format("{}: the case {} in {}\n", verdict, status == exit_ok ? "passed" : "failed",
                          readable_duration(cases.seconds())));
    return status;
  }
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
