// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/options.hpp"

#include <fmt/core.h>

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/io/kernel_file_name.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/environment.hpp"
#include "sim/app/choices/arithmetic_choice.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {
namespace {

// Options that name files to write, with their files.
std::vector<std::pair<std::string, std::string>> outputs_of(const RunOptions& options) {
  std::vector<std::pair<std::string, std::string>> named;
  if (!options.output.empty()) named.emplace_back("--output", options.output);
  if (!options.report.empty()) named.emplace_back("--report", options.report);
  for (const auto& plain : plain_options) add_output(plain, options, named);
  if (!options.timeline.empty()) named.emplace_back("--timeline", options.timeline);
  if (!options.dump_input.empty()) {
    named.emplace_back("--dump-input", options.dump_f());
    if (options.kernel->has_rhs()) named.emplace_back("--dump-input", options.dump_r());
  }
  if (!options.capsule_file().empty()) named.emplace_back("--capsule", options.capsule_file());
  return named;
}

// Those that a run reads and that can change what it does.
const std::set<std::string> variables_of_a_run{"STENCIL_MODULES", "STENCIL_PARANOID", "STENCIL_PLUSARGS"};

constexpr std::array<Check, 3> check_modes{Check::at_end, Check::each_block, Check::off};

void switch_all_checks_on(RunOptions& run) {
  run.paranoid = true;
  run.device.checking = all_checks();
}

bool is_seeded(const RunOptions& run) {
  return run.input.empty() || (run.kernel->has_rhs() && run.rhs.empty());
}

// One for the name of a file to read, or the beginning of such names.
RunOption file_option(const char* name, const char* placeholder, const char* description,
                      std::string RunOptions::*target) {
  return {name, placeholder, description, "",
          [name, target](RunOptions& run, const std::string& text) { run.*target = parse_file_name(name, text); }};
}

RunOption output_option(const char* name, const char* placeholder, const char* description,
                        std::string RunOptions::*target) {
  return names_output(file_option(name, placeholder, description, target));
}

}  // namespace

void check_options(const RunOptions& options) {
  if (options.dump_input == "-") throw ArgumentError("--dump-input is '-', must be the beginning of file names");
  if (options.rows) require_in_range(rows_range, *options.rows);
  if (options.cols) require_in_range(cols_range, *options.cols);
  if (options.kernel_is_named)
    refuse_file_of_kernel_name(fmt::format("--kernel is '{}'", options.kernel->name()), options.kernel->name());
  options.kernel->check(options);
  for (const auto& plain : plain_options) check_plain(plain, options);
  check_link_ranges(options.device.link);
  check_arithmetic_choice(options.device);
  check_fidelity(options.fidelity, options.device);
  check_network(options.network);
  check_trace(options.trace, options.device, is_stream(options.capsule_file()) ? "" : options.capsule_file());
  refuse_same_outputs(outputs_of(options));
}

void check_outputs_writable(const RunOptions& options) {
  for (const auto& output : outputs_of(options)) check_writable(output.second);
}

void check_given(const Command& given, const RunOptions& options) {
  if (given.was_given("--quiet") && given.was_given("--verbose"))
    throw ArgumentError("--quiet must not be given with --verbose");
  if (options.paranoid && given.was_given("--check") &&
      parse_choice("--check", check_modes, given.text_of("--check")) != options.check) {
    throw ArgumentError(
        fmt::format("--check is {}, must be {} with --paranoid", given.text_of("--check"), name_of(options.check)));
  }
  options.kernel->check_given(given);
  const bool has_rhs = options.kernel->has_rhs();
  if (given.was_given("--seed") && !is_seeded(options)) {
    throw ArgumentError(fmt::format("--seed is {}, must not be given with {}: nothing is made of it",
                                    given.text_of("--seed"), has_rhs ? "--input and --rhs" : "--input"));
  }
}

ReportCommand command_of(const RunOptions& options, const Report& report) {
  RunOptions run = options;
  if (report.problem) {
    run.rows = report.problem->rows;
    run.cols = report.problem->cols;
    run.kernel->settle(report);
  }
  const RunOption kernel = read_back<RunOptions>({"--kernel", "NAME", "", "", {}},
                                                 [](const RunOptions& chosen) { return chosen.kernel->name(); });
  std::vector<OptionGroup> groups{problem_options(kernel)};
  for (const OptionGroup& group : run.kernel->option_groups()) groups.push_back(group);
  for (const OptionGroup& group : {machine_options(), result_options(), network_group(), trace_options()})
    groups.push_back(group);
  ReportCommand command{{}, {"run"}};
  for (const auto& [name, value] : stencil_variables())
    if (variables_of_a_run.count(name) != 0) command.environment.emplace(name, value);
  for (const OptionGroup& group : groups) {
    for (const RunOption& option : group.options) {
      const auto text = option.get ? option.get(run) : std::nullopt;
      if (!text) continue;
      command.words.emplace_back(option.name);
      if (*option.placeholder != '\0') command.words.push_back(*text);
    }
  }
  return command;
}

OptionGroup problem_options(const RunOption& kernel) {
  return {
      "Problem",
      {integer_option<RunOptions>(
           rows_range, "rows of the whole domain with its boundary", "as in --input, else 101",
           [](auto& run) -> auto& { return run.rows; }),
       integer_option<RunOptions>(
           cols_range, "columns with the boundary", "as in --input, else 77",
           [](auto& run) -> auto& { return run.cols; }),
       kernel,
       read_back<RunOptions>(
           value_option<RunOptions>(
               "--seed", "N", "number of the problem: each value is a hash of it and of the value's place; 0 .. 2^64-1",
               "1", [](auto& run) -> auto& { return run.seed; }, parse_seed),
           [](const RunOptions& run) { return is_seeded(run) ? option_text(run.seed) : std::nullopt; }),
       value_option<RunOptions>(
           "--input", "F.npy", "field with its boundary in place of the seed's; 2-D binary64 in C order", "",
           [](auto& run) -> auto& { return run.input; }, parse_file_name)}};
}

std::vector<Option<LinkOptions>> link_options(bool may_rest) {
  const auto row = [](const IntegerRange& range, const char* text, const char* usual, auto member) {
    return seldom(integer_option<LinkOptions>(range, text, usual, std::mem_fn(member)));
  };
  std::vector<Option<LinkOptions>> rows{
      row(burst_range, "beats per burst of the bus", "256", &LinkOptions::burst_beats),
      row(link_bytes_range, "bytes per cycle of the link; 0: as wide as the port", "0", &LinkOptions::bytes_per_cycle),
      row(link_latency_range, "cycles from posting a transfer to its first beat", "0", &LinkOptions::latency_cycles),
      row(link_stalls_range, "draws the link's rests; 0: none", "0", &LinkOptions::stalls)};
  if (!may_rest) rows.pop_back();
  return rows;
}

OptionGroup machine_options() {
  const RunOptions defaults;
  const auto fidelity = [](auto& run) -> auto& {
    return run.fidelity;
  };
  OptionGroup group{
      "Machine",
      {accelerator_option<RunOptions>(defaults.device.accel, fidelity), rtl_steps_option<RunOptions>(fidelity),
       one_of<RunOptions>(value_option<RunOptions>(
                              "--config", "NAME",
                              fmt::format("configuration of the accelerator: {}", alternatives(accelerator_configs())),
                              "'" + defaults.device.config + "'", [](auto& run) -> auto& { return run.device.config; },
                              taken_as_it_is),
                          accelerator_configs()),
       arithmetic_option<RunOptions>(
           "rtl", [](auto& run) -> auto& { return run.device.arithmetic; })}};
  for (const auto& row : link_options(true))
    group.options.push_back(option_of<RunOptions>(
        row, [](auto& run) -> auto& { return run.device.link; }));
  return group;
}

OptionGroup result_options() {
  OptionGroup group{
      "Results",
      {choice_option<RunOptions>(
           "--check", "MODE",
           "final: compare every value with a golden solution; block: compare each block or tile too; off: nothing",
           "final", check_modes, [](auto& run) -> auto& { return run.check; }),
       read_back<RunOptions>(
           {"--paranoid", "",
            "every check there is, at most 2 times slower: --check block, final with --place; AXI4 and AXI4-Lite "
            "rules at both ports of rtl; NaNs in local memory before the first load; status 3 when a word is read "
            "that was neither loaded nor swept",
            "", [](RunOptions& run, const std::string&) { switch_all_checks_on(run); }},
           [](const RunOptions& run) { return run.paranoid ? std::optional<std::string>("") : std::nullopt; }),
       output_option("--report", "R.json", "write the report", &RunOptions::report),
       output_option("--output", "OUT.npy", "write the result", &RunOptions::output),
       seldom<RunOptions>({"--quiet", "", "print the verdict and warnings alone", "",
                           [](RunOptions& run, const std::string&) { run.verbosity = Verbosity::quiet; }}),
       seldom<RunOptions>({"--verbose", "", "print how long each phase of the run took, too", "",
                           [](RunOptions& run, const std::string&) { run.verbosity = Verbosity::verbose; }})}};
  for (const auto& plain : plain_options) group.options.push_back(plain_row(plain));
  return group;
}

OptionGroup network_group() {
  OptionGroup group{"Virtual cluster time", {}};
  for (const Option<NetworkChoice>& row : network_options())
    group.options.push_back(option_of<RunOptions>(
        row, [](auto& run) -> auto& { return run.network; }));
  return group;
}

OptionGroup trace_options() {
  return {
      "Traces and capsules",
      {output_option("--timeline", "T.pftrace",
                     "write a Perfetto trace (ui.perfetto.dev) of every rank and its device, cycle by cycle",
                     &RunOptions::timeline),
       seldom<RunOptions>(
           {"--capture", "R:S:B",
            "keep a call of the accelerator as a capsule for replay: rank, step and block of its step, from 0; "
            "failure: the calls during which a device fails or hangs",
            "", [](RunOptions& run, const std::string& text) { run.capture = parse_capture("--capture", text); }}),
       seldom(output_option("--capsule", "F.capsule",
                            "file for that call (else capture-R-S-B.capsule) or, without --capture, for the first call "
                            "that is wrong (else R.capsule beside the report R.json; without a report none is kept)",
                            &RunOptions::capsule)),
       seldom<RunOptions>(
           {"--trace", "WHICH",
            "waves (FST) of rtl, with a save file for GTKWave: off; failure: around the first wrong value, R.fst "
            "beside R.capsule, when the run has ended; all or all:from-to, in cycles of the device: R-RANK.fst as it "
            "runs, many times slower. The traced module is built once, into the user's cache",
            "off", [](RunOptions& run, const std::string& text) { run.trace = parse_trace("--trace", text); }}),
       seldom(flag_option<RunOptions>(
           "--digest",
           "print and report digests (SHA-256) of cycle, port, address, data and response of every "
           "handshake at the device of each rank; only with --accel rtl",
           [](auto& run) -> auto& { return run.device.digest; })),
       seldom(file_option("--dump-input", "PREFIX",
                          "write the problem to PREFIX_f.npy and, if the kernel reads a right-hand side, PREFIX_r.npy "
                          "before the run",
                          &RunOptions::dump_input))}};
}

}  // namespace stencil
