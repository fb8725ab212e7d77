// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/tune/cluster_tune.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "host/base/errors.hpp"
#include "host/base/shell_word.hpp"
#include "host/base/text.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/scale/search/cluster_search.hpp"
#include "sim/app/scale/search/search_output.hpp"

namespace stencil {
namespace {

constexpr const char* about_clusters = "a network (--network-latency, --network-bandwidth, --network)";
constexpr std::array<const char*, 2> of_tuned_tiles{"--sweeps", "--rounds"};
constexpr std::array<const char*, 7> of_one_device{
    "--memory", "--message-latency", "--message-bytes", "--verify-cycles", "--accel", "--latencies", "--clocks"};
constexpr std::array<const char*, 4> of_tuned_sweeps{"--iterations", "--schedules", "--blockings", "--distributions"};

void refuse(const Command& given, const char* option, const std::string& why) {
  if (given.was_given(option))
    throw ArgumentError(fmt::format("{} is {}, must not be given {}", option, given.text_of(option), why));
}

// In place of a name that is none of them.
void check_without_network(const Command& given, const ClusterTuneOptions& options) {
  const auto require = [](const std::string& what) {
    throw ArgumentError(
        fmt::format("{} must come with {}: only there steps and ranks are searched", what, about_clusters));
  };
  if (options.ranks.size() != 1) require(fmt::format("--ranks names {} numbers of ranks,", options.ranks.size()));
  if (given.was_given("--distributions"))
    require(fmt::format("--distributions is {},", given.text_of("--distributions")));
  if (!given.was_given("--schedules")) return;
  for (const Schedule schedule : options.space.schedules)
    if (std::find(all_schedules.begin(), all_schedules.end(), schedule) == all_schedules.end())
      require(fmt::format("--schedules names {},", name_of(schedule)));
}

std::string network_words_of(const NetworkChoice& network) {
  if (!network.file.empty()) return fmt::format(" --network {}", shell_word(network.file));
  std::string words = fmt::format(" --network-latency {}", network.latency_cycles.value_or(0));
  if (network.bandwidth) words += fmt::format(" --network-bandwidth {}", describe(*network.bandwidth));
  return words;
}

}  // namespace

void add_cluster_options(Command& tune, ClusterTuneOptions& options) {
  tune.add_option("--distributions", "NAMES", "with a network: distributions to choose from, of: blocked, cyclic",
                  "blocked,cyclic",
                  [&options](const std::string& text) {
                    options.space.distributions = parse_choices("--distributions", all_distributions, text);
                  })
      .some_of(choice_names(all_distributions))
      .needed_seldom();
}

void add_tile_options(Command& tune, ClusterTuneOptions& options) {
  std::vector<RunOption> rows;
  for (const OptionGroup& group : options.tile_run.kernel->option_groups())
    for (const RunOption& row : group.options)
      if (std::find(of_tuned_tiles.begin(), of_tuned_tiles.end(), std::string(row.name)) != of_tuned_tiles.end())
        rows.push_back(row);
  add_options(tune, rows, options.tile_run);
}

void check_cluster_options(const Command& given, const ClusterTuneOptions& options) {
  if (options.tiled && given.was_given(number_option_name))
    throw ArgumentError(
        fmt::format("{} must not be given with --kernel {}: {}", number_option_name, tiles_kernel, no_named_numbers));
  if (!options.tiled)
    for (const char* option : of_tuned_tiles) refuse(given, option, fmt::format("but with --kernel {}", tiles_kernel));
  if (!options.asked()) return check_without_network(given, options);
  const std::string why = options.tiled ? fmt::format("with --kernel {}", tiles_kernel) : "with a network";
  for (const char* option : of_one_device) refuse(given, option, why);
  if (!options.tiled) return;
  for (const char* option : of_tuned_sweeps) refuse(given, option, why);
}

void tune_for_cluster(const ClusterTuneOptions& options, ScaleJob job, std::size_t show, const std::string& output,
                      const std::string& program, ProgressLine& progress) {
  check_network(options.network);
  job.network = network_of(options.network);
  if (options.tiled) {
    options.tile_run.kernel->check(options.tile_run);
    job.tiles = tile_options(options.tile_run);
  }
  for (const std::int64_t ranks : options.ranks) check_rows_of_cluster(job, ranks);
  std::vector<ClusterSearch> searches;
  for (const std::int64_t ranks : options.ranks) {
    Work work(&progress, "search");
    searches.push_back(search_cluster(job, ranks, options.space, show, [&](std::size_t predicted, std::size_t all) {
      const auto at = static_cast<std::int64_t>(predicted), of = static_cast<std::int64_t>(all);
      work.at_units(at, of, fmt::format("{} of at most {} choices predicted", with_commas(at), with_commas(of)));
    }));
  }
  const ClusterCommands commands{program, network_words_of(options.network)};
  print_out(search_text(job, searches, commands));
  if (!output.empty()) write_output(output, search_json(job, searches, commands).dump(2) + "\n");
}

}  // namespace stencil
