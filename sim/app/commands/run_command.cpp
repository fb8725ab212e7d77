// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/run_command.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/kernels/gauss_seidel/command_options.hpp"
#include "sim/app/commands/link_options.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {
namespace {

Check parse_check(const std::string& text) {
  if (text == "final") return Check::at_end;
  if (text == "block") return Check::each_block;
  if (text == "off") return Check::off;
  throw ArgumentError(fmt::format("--check is '{}', must be one of: final, block, off", text));
}

void add_problem_options(Command& run, RunOptions& options) {
  add_integer(run, rows_range, "rows of the whole domain, boundary included", "as in the files, else 101",
              [&](std::int64_t value) { options.rows = value; });
  add_integer(run, cols_range, "columns, boundary included", "as in the files, else 77",
              [&](std::int64_t value) { options.cols = value; });
  run.add_option(
      "--kernel", "NAME",
      "jacobi, or gauss-seidel: the average of five, in subdomains of tiles whose edges move from sweep to sweep",
      name_of(options.kernel),
      [&](const std::string& text) { options.kernel = parse_choice("--kernel", all_kernels, text); });
  run.add_option("--seed", "N",
                 fmt::format("problem number, 0 .. {}; each value is a hash of it and its place", UINT64_MAX), "1",
                 [&](const std::string& text) { options.seed = parse_seed("--seed", text); });
  run.add_option("--input", "F.npy", "field with its boundary instead of the seed's; binary64, C order, 2-D", "",
                 [&](const std::string& text) { options.input = parse_file_name("--input", text); });
}

void add_jacobi_options(Command& run, RunOptions& options) {
  add_integer(run, iterations_range, "sweeps over the domain", "20",
              [&](std::int64_t value) { options.iterations = value; });
  run.add_option("--rhs", "R.npy", "right-hand side instead of the seed's, same shape", "",
                 [&](const std::string& text) { options.rhs = parse_file_name("--rhs", text); });
  run.add_option("--dx", "X", "row spacing, finite, not 0", "1/(rows-1)",
                 [&](const std::string& text) { options.grid.dx = parse_number("--dx", text); });
  run.add_option("--dy", "X", "column spacing, finite, not 0", "1/(cols-1)",
                 [&](const std::string& text) { options.grid.dy = parse_number("--dy", text); });
  run.add_option("--beta", "X", "factor of the sum, finite", "1/(2*(1/dx^2+1/dy^2))",
                 [&](const std::string& text) { options.grid.beta = parse_number("--beta", text); });
  add_integer(run, stw_range,
              "sweeps between exchanges and shadow rows; at most portion/3 (skewed: portion) and a rank's rows", "5",
              [&](std::int64_t value) { options.stw = value; });
  add_integer(run, portion_range, "rows a block keeps; portion+2*stw (skewed: portion+stw) must fit a buffer", "15",
              [&](std::int64_t value) { options.portion = value; });
  run.add_option(
      "--distribution", "NAME",
      "of rows over ranks; blocked: one strip each; cyclic: strips of --block-rows rows dealt in turn, where rows "
      "or accelerators differ in cost",
      name_of(options.distribution),
      [&](const std::string& text) { options.distribution = parse_choice("--distribution", all_distributions, text); });
  add_integer(run, block_rows_range, "rows of a strip, --stw .. --rows; with --distribution cyclic only",
              "four strips a rank or more, as --stw allows", [&](std::int64_t value) { options.block_rows = value; });
  run.add_option(
      "--schedule", "NAME",
      "sequential: load, sweep, store, block by block; overlapped: the next block is loaded and the one before "
      "stored meanwhile, in two buffers or more",
      name_of(options.itstep.schedule),
      [&](const std::string& text) { options.itstep.schedule = parse_choice("--schedule", all_schedules, text); });
  run.add_option("--blocking", "NAME",
                 "overlapped-rows: each block is swept with stw more rows a side; skewed: the device keeps what lies "
                 "between blocks and nothing is swept twice",
                 name_of(options.itstep.blocking), [&](const std::string& text) {
                   options.itstep.blocking = parse_choice("--blocking", all_blockings, text);
                 });
}

void add_machine_options(Command& run, RunOptions& options) {
  run.add_option("--accel", "NAME", alternatives(accelerator_names()), options.device.accel,
                 [&](const std::string& text) { options.device.accel = text; });
  run.add_option("--config", "NAME", fmt::format("configuration of the accelerator: {}", joined(accelerator_configs())),
                 options.device.config, [&](const std::string& text) { options.device.config = text; });
  add_link_options(run, options.device.link);
}

std::optional<double> parse_share(const std::string& text) {
  if (text == "dynamic") return std::nullopt;
  const double share = parse_number("--share", text);
  if (!(share >= 0.0 && share <= 1.0)) {
    throw ArgumentError(fmt::format("--share is {}, must be 0 .. 1, or dynamic", text));
  }
  return share;
}

double parse_above_zero(const char* option, const std::string& text) {
  const double value = parse_number(option, text);
  if (!(value > 0.0)) throw ArgumentError(fmt::format("{} is {}, must be above 0", option, text));
  return value;
}

void add_stage_options(Command& run, RunOptions& options) {
  run.add_option(
      "--place", "LIST",
      "run the main loop as stages and say where: exchange=cpu|accel,sweep=cpu|accel|split,norm=off|cpu|accel; "
      "strips of --portion rows stay on the accelerator where they can, and only what is missing is copied",
      "exchange=cpu,sweep=accel,norm=off where one of them is named; else no stages",
      [&](const std::string& text) { options.place = parse_placement("--place", text); });
  run.add_option("--share", "X", "sweep=split: share of a strip's rows for the accelerator, 0 .. 1, or dynamic", "0.5",
                 [&](const std::string& text) {
                   options.sharing.share = parse_share(text);
                   options.sharing_given = true;
                 });
  run.add_option("--host-rate", "X",
                 "sweep=split: points that the host sets in a cycle of the accelerator's clock, above 0, or measured",
                 "1", [&](const std::string& text) {
                   options.sharing.host_points_per_cycle =
                       text == "measured" ? std::nullopt : std::optional(parse_above_zero("--host-rate", text));
                   options.sharing_given = true;
                 });
  run.add_option("--clock", "MHZ", "--host-rate measured: clock of the accelerator, above 0", "250",
                 [&](const std::string& text) { options.sharing.clock_mhz = parse_above_zero("--clock", text); });
}

void add_result_options(Command& run, RunOptions& options) {
  run.add_option("--check", "MODE",
                 "final: every value against a golden solution; block: each block or tile too; off: nothing", "final",
                 [&](const std::string& text) { options.check = parse_check(text); });
  run.add_option("--output", "OUT.npy", "write the result", "",
                 [&](const std::string& text) { options.output = parse_file_name("--output", text); });
  run.add_option("--report", "R.json", "write the report", "",
                 [&](const std::string& text) { options.report = parse_file_name("--report", text); });
  run.add_flag("--digest", options.device.digest,
               "digests (SHA-256) of cycle, port, address, data and response of every handshake at each rank's device, "
               "printed and in the report; of rtl alone");
  run.add_option("--junit", "F.xml", "write every check of the run as a JUnit test case", "",
                 [&](const std::string& text) { options.junit = parse_file_name("--junit", text); });
  run.add_option("--dump-input", "PREFIX",
                 "write the problem to PREFIX_f.npy and, of Jacobi, PREFIX_r.npy before the run", "",
                 [&](const std::string& text) { options.dump_input = parse_file_name("--dump-input", text); });
}

// Given, and nobody would ask for them.
void refuse_options_without_effect(const Command& run, const RunOptions& options) {
  if (run.was_given("--clock") && options.sharing.host_points_per_cycle) {
    throw ArgumentError(
        fmt::format("--clock is {}, must come with --host-rate measured: only there the accelerator's clock counts",
                    run.text_of("--clock")));
  }
  if (run.was_given("--schedule") && options.place && options.itstep.schedule != Schedule::sequential) {
    throw ArgumentError(fmt::format("--schedule is {}, must be sequential with --place: stages come one after another",
                                    run.text_of("--schedule")));
  }
  const bool seeded = options.input.empty() || (options.kernel == Kernel::jacobi && options.rhs.empty());
  if (run.was_given("--seed") && !seeded) {
    throw ArgumentError(fmt::format("--seed is {}, must not be given with {}: nothing is made of it",
                                    run.text_of("--seed"),
                                    options.kernel == Kernel::jacobi ? "--input and --rhs" : "--input"));
  }
}

}  // namespace

Command& add_run_command(Command& program, RunOptions& options) {
  Command& run = program.add_subcommand(
      "run", "Sweep a domain block by block through one accelerator a rank and prove the result bit for bit");
  run.begin_group("Problem");
  add_problem_options(run, options);
  run.begin_group("Jacobi");
  add_jacobi_options(run, options);
  run.begin_group("Jacobi as stages");
  add_stage_options(run, options);
  run.begin_group("Gauss-Seidel");
  add_gauss_seidel_options(run, options.gauss_seidel);
  run.begin_group("Machine");
  add_machine_options(run, options);
  run.begin_group("Results");
  add_result_options(run, options);
  run.when_parsed([&run, &options] {
    refuse_options_of_other_kernels(run, options.kernel);
    refuse_options_without_effect(run, options);
  });
  return run;
}

}  // namespace stencil
