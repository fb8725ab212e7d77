// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/compare_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/commands/page_output.hpp"
#include "sim/app/compare/comparison_output.hpp"
#include "sim/app/compare/recordings/baseline.hpp"
#include "sim/app/output/user_terminal.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {
namespace {

std::set<std::string> parse_allowed(const std::string& text) {
  const auto& fields = refusing_fields();
  std::set<std::string> allowed;
  for (const std::string& name : parse_names("--allow", text)) {
    if (std::find(fields.begin(), fields.end(), name) == fields.end())
      throw ArgumentError(
          fmt::format("--allow is '{}', must be of: {}{}", name, joined(fields), did_you_mean(name, fields)));
    allowed.insert(name);
  }
  return allowed;
}

// With nothing there yet, all classes are new.
Recording base_of(const CompareOptions& options, const Recording& now) {
  std::error_code none;
  if (!options.accept || std::filesystem::exists(options.base, none)) return read_recording(options.base);
  Recording empty;
  empty.file = options.base;
  empty.problem = now.problem;
  empty.machines = now.machines;
  return empty;
}

int compare_files(const CompareOptions& options) {
  for (const std::string* path : {&options.json, &options.markdown}) {
    if (!path->empty()) check_writable(*path);
  }
  if (options.accept && is_stream(options.base))
    throw ArgumentError(fmt::format("BASE is {}, must be a file with --accept", options.base));
  if (options.accept) check_writable(options.base);
  const Recording now = read_recording(options.now);
  const CycleComparison comparison = compare_cycles(base_of(options, now), now, options.allowed);
  if (!options.json.empty()) write_output(options.json, comparison_json(comparison).dump(2) + "\n");
  if (!options.markdown.empty()) write_output(options.markdown, comparison_markdown(comparison));
  const bool accepted = options.accept && now.ok;
  if (accepted) write_baseline(now, options.base);
  std::string text = comparison_text(comparison);
  if (options.accept) {  // before the verdict
    text.insert(text.rfind('\n', text.size() - 2) + 1,
                accepted ? fmt::format("accepted: {}\n", options.base) : fmt::format("not accepted: {}\n", now.error));
  }
  print_out(colours_wanted() ? coloured_last_line(text) : text);
  return accepted || (!options.accept && comparison.equal()) ? exit_ok : exit_difference;
}

}  // namespace

void add_allow_option(Command& command, std::set<std::string>& allowed) {
  command
      .add_option("--allow", "FIELDS",
                  "compare although these fields differ, separated by commas, of: " + joined(refusing_fields()), "",
                  [&](const std::string& text) { allowed = parse_allowed(text); })
      .some_of(refusing_fields());
}

Command& add_compare_command(Command& program, CompareOptions& options) {
  Command& compare = program.add_subcommand("compare", "Compare cycles before and now: what changed, and why");
  compare.add_required_text("BASE", options.base,
                            "cycles before: a report of run, JSON of cycles, or a baseline (.jsonl)");
  compare.add_required_text("NEW", options.now, "cycles now, as one of these");
  add_allow_option(compare, options.allowed);
  compare.add_flag("--accept", options.accept, "write the cycles of NEW to BASE as a baseline");
  compare.begin_group("Results");
  add_output(compare, "--json", "FILE", "write all differences as JSON", "", options.json);
  add_output(compare, "--markdown", "FILE", "write the differences as Markdown, for a pull request", "",
             options.markdown);
  compare.add_example("stencil-cosim compare before.json after.json", "Two reports of run --report");
  compare.add_example("stencil-cosim compare baseline.jsonl after.json --accept",
                      "Keep the cycles of now as a baseline, which may be new");
  return compare;
}

int run_compare_command(MPI_Comm communicator, const CompareOptions& options, ProgressLine& progress) {
  int status = exit_ok;
  on_root(communicator, [&] {
    const Work work(&progress, "compare");
    status = with_way_out([&] { return compare_files(options); });
  });
  MPI_Bcast(&status, 1, MPI_INT, 0, communicator);
  return status;
}

}  // namespace stencil
