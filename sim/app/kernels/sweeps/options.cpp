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
        "--blocking is skewed, must be overlapped-rows with --place: strips are swept with their halo rows");
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
          stw_range,
          "interval: sweeps between two exchanges of halo rows; at most portion/3 (skewed: portion) and the rows of "
          "a rank",
          "5", [](RunOptions& run, std::int64_t value) { sweep_options(run).scheme.interval = value; },
          "subdomains have no halo rows; --sweeps says how many sweeps lie between messages"),
      integer_option<RunOptions>(
          portion_range, "rows a block keeps; portion+2*stw rows (skewed: portion+stw) must fit a buffer", "15",
          [](RunOptions& run, std::int64_t value) { sweep_options(run).scheme.portion = value; },
          "--tiles says how subdomains are cut"),
      one_of<RunOptions>(
          {"--schedule", "NAME",
           "sequential: load, sweep and store block by block; overlapped: load the next block and store the last one "
           "during the sweeps, in two buffers or more",
           name_of(defaults.scheme.how.schedule),
           [](RunOptions& run, const std::string& text) {
             sweep_options(run).scheme.how.schedule = parse_choice("--schedule", all_schedules, text);
           },
           "a tile is loaded, swept and stored before the next one begins"},
          choice_names(all_schedules)),
      one_of<RunOptions>(
          {"--blocking", "NAME",
           "overlapped-rows: sweep each block with stw more rows on either side; skewed: keep the rows between blocks "
           "on the device and sweep no row twice",
           name_of(defaults.scheme.how.blocking),
           [](RunOptions& run, const std::string& text) {
             sweep_options(run).scheme.how.blocking = parse_choice("--blocking", all_blockings, text);
           },
           "tiles take the place of blocks"},
          choice_names(all_blockings)),
      seldom(one_of<RunOptions>(
          {"--distribution", "NAME",
           "blocked: one strip of rows per rank; cyclic: strips of --strip-rows rows dealt to the ranks in turn, for "
           "rows or accelerators that differ in cost",
           name_of(defaults.distribution),
           [](RunOptions& run, const std::string& text) {
             sweep_options(run).distribution = parse_choice("--distribution", all_distributions, text);
           },
           "--grid says how the ranks share the domain"},
          choice_names(all_distributions))),
      seldom(formerly(former_strip_rows,
                      integer_option<RunOptions>(
                          strip_rows_range, "rows of a strip, from --stw to --rows; only with --distribution cyclic",
                          "four strips per rank or more, as --stw allows",
                          [](RunOptions& run, std::int64_t value) { sweep_options(run).block_rows = value; },
                          "--grid and --tiles say how the domain is cut")))};
}

std::vector<RunOption> stage_options() {
  constexpr const char* elsewhere = "only Jacobi and five-point sweeps run as stages";
  return {
      seldom(one_of<RunOptions>(
          {"--place", "LIST",
           "run the main loop as stages and say where: exchange=cpu|accel, sweep=cpu|accel|split, "
           "norm=off|cpu|accel, separated by commas; strips of --portion rows stay on the accelerator where they can, "
           "and only missing rows are copied",
           "no stages; of a stage not named: exchange=cpu, sweep=accel, norm=off",
           [](RunOptions& run, const std::string& text) {
             sweep_options(run).place = parse_placement("--place", text);
           },
           elsewhere},
          placement_words(), true)),
      seldom<RunOptions>({"--share", "X",
                          "sweep=split: the accelerator's share of the rows of a strip, 0 .. 1, or dynamic: measured "
                          "and balanced in each step",
                          "0.5",
                          [](RunOptions& run, const std::string& text) {
                            sweep_options(run).sharing.share = parse_share(text);
                            sweep_options(run).sharing_given = true;
                          },
                          elsewhere}),
      seldom<RunOptions>({"--host-rate", "X",
                          "sweep=split: points that the host updates per cycle of the accelerator's clock, above 0, "
                          "or measured",
                          "1",
                          [](RunOptions& run, const std::string& text) {
                            sweep_options(run).sharing.host_points_per_cycle =
                                text == "measured" ? std::nullopt
                                                   : std::optional(parse_above_zero("--host-rate", text));
                            sweep_options(run).sharing_given = true;
                          },
                          elsewhere}),
      seldom<RunOptions>({"--clock", "MHZ", "--host-rate measured: the accelerator's clock in MHz, above 0", "250",
                          [](RunOptions& run, const std::string& text) {
                            sweep_options(run).sharing.clock_mhz = parse_above_zero("--clock", text);
                          },
                          elsewhere})};
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
          fmt::format("--strip-rows is {}, must not be given with --distribution blocked, where every "
                      "rank has one strip; --distribution cyclic takes it",
                      *options.block_rows));
    }
    require_in_range(strip_rows_range, *options.block_rows);
  }
  check_place(options, check);
}

std::vector<OptionGroup> sweep_option_groups(const std::vector<RunOption>& numbers) {
  std::vector<RunOption> options{
      integer_option<RunOptions>(
          iterations_range, "sweeps over the domain", "20",
          [](RunOptions& run, std::int64_t value) { sweep_options(run).iterations = value; },
          "there are 2*sweeps*rounds; --sweeps and --rounds say so"),
      seldom<RunOptions>({"--rhs", "R.npy", "right-hand side in place of the seed's; same shape as --input", "",
                          [](RunOptions& run, const std::string& text) { run.rhs = parse_file_name("--rhs", text); },
                          "the average of five has no right-hand side"})};
  for (const RunOption& number : numbers) options.push_back(seldom(number));
  return {{"Sweeps of jacobi and five-point", std::move(options)},
          {"Blocks and strips of jacobi and five-point", block_options()},
          {"Stages of jacobi and five-point", stage_options()}};
}

}  // namespace stencil
