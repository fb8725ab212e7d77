// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/compare_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "host/base/errors.hpp"
#include "host/io/atomic_file.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/commands/page_output.hpp"
#include "sim/app/compare/baseline.hpp"
#include "sim/app/compare/comparison_output.hpp"

namespace stencil {
namespace {

std::set<std::string> parse_allowed(const std::string& text) {
  const auto& fields = refusing_fields();
  std::set<std::string> allowed;
  for (const std::string& name : parse_names("--allow", text)) {
    if (std::find(fields.begin(), fields.end(), name) == fields.end())
      throw ArgumentError(fmt::format("--allow is '{}', must be of: {}", name, joined(fields)));
    allowed.insert(name);
  }
  return allowed;
}

void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  AtomicFile file(path);
  file.write(text);
  file.commit();
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
  if (options.accept) check_writable(options.base);
  const Recording now = read_recording(options.now);
  const CycleComparison comparison = compare_cycles(base_of(options, now), now, options.allowed);
  write_file(options.json, comparison_json(comparison).dump(2) + "\n");
  write_file(options.markdown, comparison_markdown(comparison));
  fmt::print("{}", comparison_text(comparison));
  if (!options.accept) return comparison.equal() ? exit_ok : exit_difference;
  if (!now.ok) {
    fmt::print("not accepted: {}\n", now.trouble);
    return exit_difference;
  }
  write_baseline(now, options.base);
  fmt::print("accepted: {}\n", options.base);
  return exit_ok;
}

}  // namespace

Command& add_compare_command(Command& program, CompareOptions& options) {
  Command& compare = program.add_subcommand(
      "compare", "Cycles by class of blocks, before and now: which changed, by how much and because of what");
  compare.add_required_text("BASE", options.base, "report, JSON of `cycles`, or baseline");
  compare.add_required_text("NEW", options.now, "likewise");
  compare.add_option("--allow", "FIELDS",
                     "compare though these differ, separated by commas, of: " + joined(refusing_fields()), "",
                     [&](const std::string& text) { options.allowed = parse_allowed(text); });
  compare.add_flag("--accept", options.accept, "write the cycles of NEW to BASE, as a baseline");
  compare.begin_group("Results");
  compare.add_option("--json", "FILE", "all differences", "",
                     [&](const std::string& text) { options.json = parse_file_name("--json", text); });
  compare.add_option("--markdown", "FILE", "for a pull request", "",
                     [&](const std::string& text) { options.markdown = parse_file_name("--markdown", text); });
  return compare;
}

int run_compare_command(MPI_Comm communicator, const CompareOptions& options) {
  int status = exit_ok;
  on_root(communicator, [&] {
    try {
      status = compare_files(options);
    } catch (const IncomparableError& error) {
      throw ArgumentError(fmt::format("{}; --allow {} compares them all the same", error.what(), error.field()));
    }
  });
  MPI_Bcast(&status, 1, MPI_INT, 0, communicator);
  return status;
}

}  // namespace stencil
