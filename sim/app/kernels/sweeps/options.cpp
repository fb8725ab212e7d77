// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/options.hpp"

#include <fmt/core.h>

#include <cctype>
#include <string>
#include <variant>

#include "host/base/errors.hpp"
#include "sim/app/cli/choices.hpp"

namespace stencil {
namespace {

void check_place(const SweepOptions& options) {
  if (options.sharing_given && (!options.place || options.place->sweep != Where::split)) {
    throw ArgumentError("--share and --host-rate must come with --place sweep=split: only there rows are divided");
  }
  if (!options.place) return;
  if (options.scheme.how.blocking == Blocking::skewed) {
    throw ArgumentError(
        "--blocking is skewed, must be overlapped-rows with --place: strips are swept with their halo rows");
  }
}

double parse_share(const std::string& option, const std::string& text) {
  const double share = parse_number(option, text);
  if (!(share >= 0.0 && share <= 1.0)) {
    throw ArgumentError(fmt::format("{} is {}, must be 0 .. 1, or dynamic", option, text));
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
          "5", [](auto& run) -> auto& { return sweep_options(run).scheme.interval; },
          "subdomains have no halo rows; --sweeps says how many sweeps lie between messages"),
      integer_option<RunOptions>(
          portion_range, "rows a block keeps; portion+2*stw rows (skewed: portion+stw) must fit a buffer", "15",
          [](auto& run) -> auto& { return sweep_options(run).scheme.portion; }, "--tiles says how subdomains are cut"),
      read_back<RunOptions>(choice_option<RunOptions>(
                                "--schedule", "NAME",
                                "sequential: load, sweep and store block by block; overlapped: load the next block and "
                                "store the last one during the sweeps, in two buffers or more; joined: so over steps "
                                "too, but for halo rows; resident: "
                                "the rows of a rank stay in one buffer, and only halo rows travel",
                                name_of(defaults.scheme.how.schedule), run_schedules,
                                [](auto& run) -> auto& { return sweep_options(run).scheme.how.schedule; },
                                "a tile is loaded, swept and stored before the next one begins"),
                            [](const RunOptions& run) { return option_text(sweep_options(run).schedule()); }),
      choice_option<RunOptions>(
          "--blocking", "NAME",
          "overlapped-rows: sweep each block with stw more rows on either side; skewed: keep the rows between blocks "
          "on the device and sweep no row twice",
          name_of(defaults.scheme.how.blocking), all_blockings,
          [](auto& run) -> auto& { return sweep_options(run).scheme.how.blocking; }, "tiles take the place of blocks"),
      seldom(choice_option<RunOptions>(
          "--distribution", "NAME",
          "blocked: one strip of rows per rank; cyclic: strips of --strip-rows rows dealt to the ranks in turn, for "
          "rows or accelerators that differ in cost",
          name_of(defaults.distribution), all_distributions,
          [](auto& run) -> auto& { return sweep_options(run).distribution; },
          "--grid says how the ranks share the domain")),
      seldom(formerly(former_strip_rows,
                      integer_option<RunOptions>(
                          strip_rows_range, "rows of a strip, from --stw to --rows; only with --distribution cyclic",
                          "four strips per rank or more, as --stw allows",
                          [](auto& run) -> auto& { return sweep_options(run).block_rows; },
                          "--grid and --tiles say how the domain is cut")))};
}

// The operators written by hand, and what follows them: "A, B and formula sweeps". small: in small letters.
std::string operators_and(const char* last, bool small) {
  std::string text;
  for (const SweepWeights& each : sweep_operators()) {
    if (std::holds_alternative<FormulaWeights>(each)) continue;
    std::string name = operator_name(each);
    if (small) name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
    text += (text.empty() ? "" : ", ") + name;
  }
  return text + " and " + last;
}

const char* no_stages() {
  static const std::string text = "only " + operators_and("formula sweeps", false) + " run as stages";
  return text.c_str();
}

bool divides_rows(const RunOptions& run) {
  const auto& place = sweep_options(run).place;
  return place && place->sweep == Where::split;
}

// A number, or the word for one that the run finds by itself.
template <class Parse>
RunOption shared_rows_option(const char* name, const char* placeholder, const char* description, const char* fallback,
                             std::optional<double> SharingOptions::*number, const char* found, Parse parse) {
  const auto set = [=](RunOptions& run, const std::string& text) {
    sweep_options(run).sharing.*number = text == found ? std::nullopt : std::optional<double>(parse(name, text));
    sweep_options(run).sharing_given = true;
  };
  const auto get = [=](const RunOptions& run) -> std::optional<std::string> {
    if (!divides_rows(run)) return std::nullopt;
    return option_text(sweep_options(run).sharing.*number).value_or(found);
  };
  return seldom(read_back<RunOptions>({name, placeholder, description, fallback, set, no_stages()}, get));
}

std::vector<RunOption> stage_options() {
  return {
      seldom(one_of<RunOptions>(
          value_option<RunOptions>(
              "--place", "LIST",
              "run the main loop as stages and say where: exchange=cpu|accel, sweep=cpu|accel|split, "
              "norm=off|cpu|accel, separated by commas; strips of --portion rows stay on the accelerator where they "
              "can, and only missing rows are copied",
              "no stages; of a stage not named: exchange=cpu, sweep=accel, norm=off",
              [](auto& run) -> auto& { return sweep_options(run).place; }, parse_placement, no_stages()),
          placement_words(), true)),
      shared_rows_option("--share", "X",
                         "sweep=split: the accelerator's share of the rows of a strip, 0 .. 1, or dynamic: measured "
                         "and balanced in each step",
                         "0.5", &SharingOptions::share, "dynamic", parse_share),
      shared_rows_option("--host-rate", "X",
                         "sweep=split: points that the host updates per cycle of the accelerator's clock, above 0, "
                         "or measured",
                         "1", &SharingOptions::host_points_per_cycle, "measured", parse_above_zero),
      seldom(read_back<RunOptions>(
          value_option<RunOptions>(
              "--clock", "MHZ", "--host-rate measured: the accelerator's clock in MHz, above 0", "250",
              [](auto& run) -> auto& { return sweep_options(run).sharing.clock_mhz; }, parse_above_zero, no_stages()),
          [](const RunOptions& run) {
            const SharingOptions& sharing = sweep_options(run).sharing;
            const bool counts = divides_rows(run) && !sharing.host_points_per_cycle;
            return counts ? option_text(sharing.clock_mhz) : std::nullopt;
          }))};
}

}  // namespace

void check_sweep_options(const SweepOptions& options) {
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
  check_place(options);
}

std::vector<OptionGroup> sweep_option_groups(const std::vector<RunOption>& numbers) {
  std::vector<RunOption> options{
      integer_option<RunOptions>(
          iterations_range, "sweeps over the domain", "20",
          [](auto& run) -> auto& { return sweep_options(run).iterations; },
          "there are 2*sweeps*rounds; --sweeps and --rounds say so"),
      seldom(value_option<RunOptions>(
          "--rhs", "R.npy", "right-hand side in place of the seed's; same shape as --input", "",
          [](auto& run) -> auto& { return run.rhs; }, parse_file_name, "the average of five has no right-hand side"))};
  for (const RunOption& number : numbers) options.push_back(seldom(number));
  static const std::string title = "Sweeps of " + operators_and("kernel files", true);
  return {{title.c_str(), std::move(options)},
          {"Blocks and strips of these", block_options()},
          {"Stages of these", stage_options()}};
}

}  // namespace stencil
