// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/failure.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/random/shrink.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_shrinking_runs = 400;

std::string size_of(const RandomCase& drawn) {
  const std::string problem = fmt::format("{}, {} x {} points", counted(drawn.ranks, "rank"), drawn.rows, drawn.cols);
  if (drawn.has_tiles())
    return problem + fmt::format(", {} of {}, {}", counted(drawn.rounds, "round"), counted(drawn.sweeps, "sweep"),
                                 counted(drawn.ranks * drawn.tiles_rows * drawn.tiles_cols, "tile"));
  return problem + ", " + counted(drawn.iterations, "sweep") + ", " + counted(blocks_of(drawn), "block") + " in a step";
}

std::string call_of(const RandomCase& drawn, const std::string& steps) {
  return fmt::format("random --case '{}'{}", text_of(drawn), drawn.from_c ? " --steps " + steps : "");
}

}  // namespace

void report_failure(const FailedCase& failed, const CaseRuns& runs, ProgressLine& progress) {
  print_out(fmt::format("{} fails: {}\n  {}\n", failed.name, failed.result.line,
                        runs.runner.command_line(failed.failing, fmt::format("case-{}", failed.number))));
  print_out(fmt::format("again: stencil-cosim {}\n", call_of(failed.failing, runs.steps)));
  flush_out();
  if (failed.result.end == CaseEnd::refused)
    throw DeviceError(fmt::format("{} was refused, which is a fault of `random`", failed.name));
  Shrunk shrunk{failed.failing};
  {
    Work work(&progress, "making the case smaller");
    work.poll([&] { return std::optional<double>(); });
    shrunk = shrink(
        failed.failing,
        [&](const RandomCase& simpler, std::int64_t job) {
          return !interrupted() && runs.runner.run(simpler, fmt::format("smaller-{}", job)).end == failed.result.end;
        },
        most_shrinking_runs, runs.jobs);
  }
  const std::string name = fmt::format("smallest-{}", failed.number);
  const CaseResult last = runs.runner.run(shrunk.smallest, name, runs.folder / (name + ".json"));
  std::error_code none;
  for (std::int64_t job = 0; job < runs.jobs; ++job)
    for (const char* end : {".log", "_f.npy", "_r.npy"})
      fs::remove(runs.folder / fmt::format("smaller-{}{}", job, end), none);
  print_out(fmt::format("smallest that fails so, after {}: {}\n  {}\n", counted(shrunk.runs, "run"),
                        size_of(shrunk.smallest), runs.runner.command_line(shrunk.smallest, name)));
  print_out(fmt::format("  stencil-cosim {}\n", call_of(shrunk.smallest, runs.steps)));
  const fs::path capsule = runs.folder / (name + ".capsule");
  if (fs::exists(capsule, none)) print_out(fmt::format("  stencil-cosim replay {}\n", capsule.string()));
  print_out(last.log);
}

void keep_case(const std::string& file, const FailedCase& failed) {
  const std::string line = fmt::format("--case '{}'\n", text_of(failed.failing));
  std::ifstream before(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(before), {}};
  if (text.find(line) != std::string::npos) return;
  std::ofstream after(file, std::ios::binary | std::ios::app);
  if (!text.empty() && text.back() != '\n') after << '\n';
  after << "# " << failed.name << ": " << failed.result.line << '\n' << line;
  if (!after.flush()) throw ArgumentError(fmt::format("{}: cannot be written", file));
}

}  // namespace stencil
