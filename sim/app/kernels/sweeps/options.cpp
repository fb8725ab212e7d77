// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/options.hpp"

#include <fmt/format.h>

#include <string>

#include "host/base/errors.hpp"
#include "sim/app/cli/choices.hpp"

namespace stencil {
namespace {

void check_place(const SweepOptions& options, Check check) {
  if (options.sharing_given && (!options.place || options.place->sweep != Where::split)) {
    throw ArgumentError("--share and --host-rate must come with --place sweep=split: only there rows are divided");
  }
  if (!options.place) return;
  if (options.scheme.how.blocking == Blocking::skewed) {
    throw ArgumentError(
        "--blocking is skewed, must be overlapped-rows with --place: strips are swept with their shadows");
  }
  if (check == Check::each_block) {
    throw ArgumentError("--check is block, must be final or off with --place: blocks stay on the device");
  }
}

std::optional<double> parse_share(const std::string& text) {
  if (text == "dynamic") return std::nullopt;
  const double share = parse_number("--share", text);
  if (!(share >= 0.0 && share <= 1.0)) {
    throw ArgumentError(fmt::format("--share is {}, must be 0 .. 1, or dynamic", text));
  }
  return share;
}

std::vector<RunOption> block_options() {
  const SweepOptions defaults;
  return {
      integer_option<RunOptions>(
          stw_range, "sweeps between exchanges and shadow rows; at most portion/3 (skewed: portion) and a rank's rows",
          "5", [](RunOptions& run, std::int64_t value) { sweep_options(run).scheme.interval = value; },
          "subdomains have no shadows; --sweeps says how many sweeps lie between messages"),
      integer_option<RunOptions>(
          portion_range, "rows a block keeps; portion+2*stw (skewed: portion+stw) must fit a buffer", "15",
          [](RunOptions& run, std::int64_t value) { sweep_options(run).scheme.portion = value; },
          "--tiles says how subdomains are cut"),
      {"--distribution", "NAME",
       "of rows over ranks; blocked: one strip each; cyclic: strips of --block-rows rows dealt in turn, where rows "
       "or accelerators differ in cost",
       name_of(defaults.distribution),
       [](RunOptions& run, const std::string& text) {
         sweep_options(run).distribution = parse_choice("--distribution", all_distributions, text);
       },
       "--grid says how the ranks share the domain"},
      integer_option<RunOptions>(
          block_rows_range, "rows of a strip, --stw .. --rows; with --distribution cyclic only",
          "four strips a rank or more, as --stw allows",
          [](RunOptions& run, std::int64_t value) { sweep_options(run).block_rows = value; },
          "--grid and --tiles say how the domain is cut"),
      {"--schedule", "NAME",
       "sequential: load, sweep, store, block by block; overlapped: the next block is loaded and the one before "
       "stored meanwhile, in two buffers or more",
       name_of(defaults.scheme.how.schedule),
       [](RunOptions& run, const std::string& text) {
         sweep_options(run).scheme.how.schedule = parse_choice("--schedule", all_schedules, text);
       },
       "a tile is loaded, swept and stored before the next one begins"},
      {"--blocking", "NAME",
       "overlapped-rows: each block is swept with stw more rows a side; skewed: the device keeps what lies "
       "between blocks and nothing is swept twice",
       name_of(defaults.scheme.how.blocking),
       [](RunOptions& run, const std::string& text) {
         sweep_options(run).scheme.how.blocking = parse_choice("--blocking", all_blockings, text);
       },
       "tiles take the place of blocks"}};
}

std::vector<RunOption> stage_options() {
  constexpr const char* elsewhere = "only Jacobi and five-point sweeps run as stages";
  return {
      {"--place", "LIST",
       "run the main loop as stages and say where: exchange=cpu|accel,sweep=cpu|accel|split,norm=off|cpu|accel; "
       "strips of --portion rows stay on the accelerator where they can, and only what is missing is copied",
       "exchange=cpu,sweep=accel,norm=off where one of them is named; else no stages",
       [](RunOptions& run, const std::string& text) { sweep_options(run).place = parse_placement("--place", text); },
       elsewhere},
      {"--share", "X", "sweep=split: share of a strip's rows for the accelerator, 0 .. 1, or dynamic", "0.5",
       [](RunOptions& run, const std::string& text) {
         sweep_options(run).sharing.share = parse_share(text);
         sweep_options(run).sharing_given = true;
       },
       elsewhere},
      {"--host-rate", "X",
       "sweep=split: points that the host sets in a cycle of the accelerator's clock, above 0, or measured", "1",
       [](RunOptions& run, const std::string& text) {
         sweep_options(run).sharing.host_points_per_cycle =
             text == "measured" ? std::nullopt : std::optional(parse_above_zero("--host-rate", text));
         sweep_options(run).sharing_given = true;
       },
       elsewhere},
      {"--clock", "MHZ", "--host-rate measured: clock of the accelerator, above 0", "250",
       [](RunOptions& run, const std::string& text) {
         sweep_options(run).sharing.clock_mhz = parse_above_zero("--clock", text);
       },
       elsewhere}};
}

}  // namespace

void check_sweep_options(const SweepOptions& options, Check check) {
  const std::int64_t interval = options.scheme.interval;
  const std::int64_t portion = options.scheme.portion;
  require_in_range(iterations_range, options.iterations);
  require_in_range(portion_range, portion);
  require_in_range(stw_range, interval);
  const bool skewed = options.scheme.how.blocking == Blocking::skewed;
  const std::int64_t most_sweeps = skewed ? portion : portion / 3;
  if (interval > most_sweeps) {
    throw ArgumentError(fmt::format("--stw is {}, must be 1 .. {} ({}--portion {}{})", interval, most_sweeps,
                                    skewed ? "" : "a third of ", portion, skewed ? ", skewed blocks" : ""));
  }
  if (options.block_rows) {
    if (options.distribution == Distribution::blocked) {
      throw ArgumentError(
          fmt::format("--block-rows is {}, must not be given with --distribution blocked, where every "
                      "rank has one strip; --distribution cyclic takes it",
                      *options.block_rows));
    }
    require_in_range(block_rows_range, *options.block_rows);
  }
  check_place(options, check);
}

std::vector<OptionGroup> sweep_option_groups(const std::vector<RunOption>& numbers) {
  std::vector<RunOption> options{
      integer_option<RunOptions>(
          iterations_range, "sweeps over the domain", "20",
          [](RunOptions& run, std::int64_t value) { sweep_options(run).iterations = value; },
          "there are 2*sweeps*rounds; --sweeps and --rounds say so"),
      {"--rhs", "R.npy", "right-hand side instead of the seed's, same shape", "",
       [](RunOptions& run, const std::string& text) { run.rhs = parse_file_name("--rhs", text); },
       "the average of five has no right-hand side"}};
  options.insert(options.end(), numbers.begin(), numbers.end());
  for (RunOption& option : block_options()) options.push_back(std::move(option));
  return {{"Jacobi and five-point", std::move(options)}, {"Jacobi and five-point as stages", stage_options()}};
}

}  // namespace stencil
