// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/options.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/io/atomic_file.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {
namespace {

void check_output_names(const RunOptions& options) {
  std::vector<std::pair<std::string, std::string>> named;
  if (!options.output.empty()) named.emplace_back("--output", options.output);
  if (!options.report.empty()) named.emplace_back("--report", options.report);
  if (!options.junit.empty()) named.emplace_back("--junit", options.junit);
  if (!options.dump_input.empty()) {
    named.emplace_back("--dump-input", options.dump_f());
    if (options.kernel->has_rhs()) named.emplace_back("--dump-input", options.dump_r());
  }
  const std::string capsule = options.capsule_file();
  if (!capsule.empty()) named.emplace_back("--capsule", capsule);
  for (std::size_t a = 0; a < named.size(); ++a) {
    for (std::size_t b = a + 1; b < named.size(); ++b) {
      if (named[a].second != named[b].second) continue;
      throw ArgumentError(fmt::format("{} and {} both name {}, must be different files", named[a].first, named[b].first,
                                      named[a].second));
    }
  }
}

Check parse_check(const std::string& text) {
  if (text == "final") return Check::at_end;
  if (text == "block") return Check::each_block;
  if (text == "off") return Check::off;
  throw ArgumentError(fmt::format("--check is '{}', must be one of: final, block, off", text));
}

// One for the name of a file.
RunOption file_option(const char* name, const char* placeholder, const char* description,
                      std::string RunOptions::*target) {
  return {name, placeholder, description, "",
          [name, target](RunOptions& run, const std::string& text) { run.*target = parse_file_name(name, text); }};
}

}  // namespace

void check_options(const RunOptions& options) {
  if (options.rows) require_in_range(rows_range, *options.rows);
  if (options.cols) require_in_range(cols_range, *options.cols);
  options.kernel->check(options);
  require_in_range(list_blocks_range, options.list_blocks);
  require_in_range(burst_range, options.device.link.burst_beats);
  require_in_range(link_bytes_range, options.device.link.bytes_per_cycle);
  require_in_range(link_latency_range, options.device.link.latency_cycles);
  check_output_names(options);
}

void check_outputs(const RunOptions& options) {
  const std::string capsule = options.capsule_file();
  for (const std::string* path : {&options.output, &options.report, &options.junit, &capsule}) {
    if (!path->empty()) check_writable(*path);
  }
  if (options.dump_input.empty()) return;
  check_writable(options.dump_f());
  if (options.kernel->has_rhs()) check_writable(options.dump_r());
}

void check_given(const Command& given, const RunOptions& options) {
  options.kernel->check_given(given);
  const bool has_rhs = options.kernel->has_rhs();
  const bool seeded = options.input.empty() || (has_rhs && options.rhs.empty());
  if (given.was_given("--seed") && !seeded) {
    throw ArgumentError(fmt::format("--seed is {}, must not be given with {}: nothing is made of it",
                                    given.text_of("--seed"), has_rhs ? "--input and --rhs" : "--input"));
  }
}

OptionGroup problem_options(const RunOption& kernel) {
  return {"Problem",
          {integer_option<RunOptions>(rows_range, "rows of the whole domain, boundary included",
                                      "as in the files, else 101",
                                      [](RunOptions& run, std::int64_t value) { run.rows = value; }),
           integer_option<RunOptions>(cols_range, "columns, boundary included", "as in the files, else 77",
                                      [](RunOptions& run, std::int64_t value) { run.cols = value; }),
           kernel,
           {"--seed", "N", fmt::format("problem number, 0 .. {}; each value is a hash of it and its place", UINT64_MAX),
            "1", [](RunOptions& run, const std::string& text) { run.seed = parse_seed("--seed", text); }},
           file_option("--input", "F.npy", "field with its boundary instead of the seed's; binary64, C order, 2-D",
                       &RunOptions::input)}};
}

std::vector<Option<LinkOptions>> link_options() {
  return {integer_option<LinkOptions>(burst_range, "beats in a bus burst", "256",
                                      [](LinkOptions& link, std::int64_t value) { link.burst_beats = value; }),
          integer_option<LinkOptions>(link_bytes_range, "bytes a cycle of the host link; 0: as wide as the port", "0",
                                      [](LinkOptions& link, std::int64_t value) { link.bytes_per_cycle = value; }),
          integer_option<LinkOptions>(link_latency_range, "cycles from posting a transfer to its first beat", "0",
                                      [](LinkOptions& link, std::int64_t value) { link.latency_cycles = value; })};
}

OptionGroup machine_options() {
  const RunOptions defaults;
  OptionGroup group{
      "Machine",
      {{"--accel", "NAME", alternatives(accelerator_names()), defaults.device.accel,
        [](RunOptions& run, const std::string& text) { run.device.accel = text; }},
       {"--config", "NAME", fmt::format("configuration of the accelerator: {}", joined(accelerator_configs())),
        defaults.device.config, [](RunOptions& run, const std::string& text) { run.device.config = text; }}}};
  for (const Option<LinkOptions>& row : link_options()) {
    group.options.push_back(
        option_of<RunOptions>(row, [](RunOptions& run) -> LinkOptions& { return run.device.link; }));
  }
  return group;
}

OptionGroup result_options() {
  return {
      "Results",
      {{"--check", "MODE", "final: every value against a golden solution; block: each block or tile too; off: nothing",
        "final", [](RunOptions& run, const std::string& text) { run.check = parse_check(text); }},
       file_option("--output", "OUT.npy", "write the result", &RunOptions::output),
       file_option("--report", "R.json", "write the report", &RunOptions::report),
       integer_option<RunOptions>(
           list_blocks_range, "blocks that the report lists one by one; classes and sums have all",
           std::to_string(most_listed_blocks), [](RunOptions& run, std::int64_t value) { run.list_blocks = value; }),
       {"--digest", "",
        "digests (SHA-256) of cycle, port, address, data and response of every handshake at each rank's device, "
        "printed and in the report; of rtl alone",
        "", [](RunOptions& run, const std::string&) { run.device.digest = true; }},
       file_option("--junit", "F.xml", "write every check of the run as a JUnit test case", &RunOptions::junit),
       {"--capture", "R:S:B",
        "keep a call of the accelerator as a capsule for `replay`: rank, step and block of its step, from 0", "",
        [](RunOptions& run, const std::string& text) { run.capture = parse_capture("--capture", text); }},
       file_option("--capsule", "F.capsule",
                   "file for that call (else capture-R-S-B.capsule) or, without --capture, for the first call that is "
                   "wrong (else R.capsule beside the report R.json; without a report none is kept)",
                   &RunOptions::capsule),
       file_option("--dump-input", "PREFIX",
                   "write the problem to PREFIX_f.npy and, of Jacobi, PREFIX_r.npy before the run",
                   &RunOptions::dump_input)}};
}

}  // namespace stencil
