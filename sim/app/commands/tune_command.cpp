// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/tune_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/commands/tune/verify.hpp"
#include "sim/app/explore/latencies/latency_output.hpp"
#include "sim/app/explore/predict.hpp"
#include "sim/app/explore/tune_output.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/app/output/user_terminal.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_cells_a_rank = std::int64_t{1} << 33;  // 200 GB to and fro in an interval
constexpr IntegerRange verify_range{"--verify-cycles", 0, 1000000000000};
constexpr IntegerRange show_range{"--show", 1, 1000};

double parse_positive(const std::string& option, const std::string& text) {
  const double value = parse_number(option, text);
  if (!(value > 0.0)) throw ArgumentError(fmt::format("{} is {}, must be a finite number above 0", option, text));
  return value;
}

double parse_not_negative(const std::string& option, const std::string& text) {
  const double value = parse_number(option, text);
  if (!(value >= 0.0)) throw ArgumentError(fmt::format("{} is {}, must be a finite number, 0 or more", option, text));
  return value;
}

struct Search {
  Capabilities device;
  TuneResult result;
};

// Every burst of a candidate is gone through.
void require_a_size_that_can_be_predicted(const TuneJob& job) {
  const std::int64_t rank_rows = (job.rows + job.ranks - 1) / job.ranks;
  if (rank_rows <= most_cells_a_rank / job.cols) return;
  throw ArgumentError(fmt::format("--rows {} --cols {} on {} leave {} rows per rank, must be at most {} ({} values)",
                                  job.rows, job.cols, counted(job.ranks, "rank"), rank_rows,
                                  most_cells_a_rank / job.cols, most_cells_a_rank));
}

// device: with all its memory; what names the work, for progress.
Search search(const TuneOptions& options, const Capabilities& device, const std::string& what, ProgressLine& progress) {
  require_a_size_that_can_be_predicted(options.job);
  Search found;
  found.device = device;
  if (options.memory_words) {
    require_in_range({"--memory", found.device.max_cols, found.device.memory_words}, *options.memory_words);
    found.device.memory_words = *options.memory_words;
  }
  const std::vector<BlockScheme> all = candidates(options.job, found.device);
  if (all.empty()) {
    throw ArgumentError(
        fmt::format("nothing fits: --rows {} --cols {} on {}, configuration {} with {} words per buffer, rows of "
                    "up to {} columns",
                    options.job.rows, options.job.cols, counted(options.job.ranks, "rank"), options.device.config,
                    found.device.memory_words, found.device.max_cols));
  }
  Work work(&progress, what);
  std::int64_t predicted = 0;
  found.result = tune(
      options.job, all,
      [&](const BlockScheme& choice) {
        const auto of = static_cast<std::int64_t>(all.size());
        work.at_units(predicted, of,
                      fmt::format("{} of at most {} choices predicted", with_commas(predicted), with_commas(of)));
        ++predicted;
        return predict_cycles(device, options.device.link, options.job, choice);
      },
      [&](const BlockScheme& choice) { return roofline_bound(options.job, found.device, choice); },
      static_cast<std::size_t>(options.show));
  return found;
}

ScaleJob cluster_job(const TuneOptions& options) {
  ScaleJob job;
  job.kernel = options.job.kernel;
  job.sweep.iterations = options.job.iterations;
  job.rows = options.job.rows;
  job.cols = options.job.cols;
  job.device = options.device;
  return job;
}

void add_tuned_kernel(Command& tune, TuneOptions& options) {
  tune.add_option("--kernel", "NAME", fmt::format("{}; {}", alternatives(names_of(kernels())), about_kernel_files),
                  options.choice.kernel->name(),
                  [&options](const std::string& text) {
                    options.cluster.tiled = text == tiles_kernel;
                    if (options.cluster.tiled) return;
                    if (!names_kernel_file(text)) static_cast<void>(kernel_named("--kernel", text));
                    choose_sweep_kernel(text, options.choice, options.job.kernel, options.device);
                  })
      .one_of(names_of(kernels()));
  add_number_option(tune, options.choice);
}

}  // namespace

Command& add_tune_command(Command& program, TuneOptions& options) {
  options.job = {
      1001,  1000, 1, 100, {Schedule::sequential, Schedule::overlapped}, {Blocking::overlapped_rows, Blocking::skewed},
      500.0, 32.0};
  options.verify_cycles = 5000000;
  options.show = 10;
  Command& tune = program.add_subcommand("tune", "Find the cut into blocks that takes the fewest cycles");
  tune.begin_group("Job");
  add_tuned_kernel(tune, options);
  add_integer(tune, rows_range, "rows of the whole domain with its boundary", "1001",
              [&](auto value) { options.job.rows = value; });
  add_integer(tune, cols_range, "columns with the boundary", "1000", [&](auto value) { options.job.cols = value; });
  add_integer(tune, iterations_range, "sweeps over the domain", "100",
              [&](auto value) { options.job.iterations = value; });
  tune.add_option("--ranks", "LIST",
                  "ranks that share the domain, 1 .. 1048576; with a network several numbers, A..B doubles from A to B",
                  "1", [&](const std::string& text) {
                    options.cluster.ranks = parse_rank_numbers(text);
                    options.job.ranks = options.cluster.ranks.front();
                  });
  tune.add_option("--schedules", "NAMES",
                  "schedules to choose from, of: sequential, overlapped; with a network joined and resident too",
                  "all of these",
                  [&](const std::string& text) {
                    options.cluster.space.schedules = parse_choices("--schedules", run_schedules, text);
                    options.job.schedules = options.cluster.space.schedules;
                  })
      .some_of(choice_names(run_schedules));
  tune.add_option("--blockings", "NAMES", "blockings to choose from, of: overlapped-rows, skewed",
                  "overlapped-rows,skewed",
                  [&](const std::string& text) {
                    options.cluster.space.blockings = parse_choices("--blockings", all_blockings, text);
                    options.job.blockings = options.cluster.space.blockings;
                  })
      .some_of(choice_names(all_blockings));
  add_cluster_options(tune, options.cluster);
  tune.begin_group("Job in tiles");
  add_tile_options(tune, options.cluster);
  tune.begin_group("Cluster");
  add_options(tune, network_options(), options.cluster.network);
  tune.begin_group("Machine");
  tune.add_option("--config", "NAME",
                  fmt::format("configuration of the accelerator: {}", alternatives(accelerator_configs())),
                  options.device.config, [&](const std::string& text) { options.device.config = text; })
      .one_of(accelerator_configs());
  tune.add_option("--memory", "N", "words per buffer, at least a row and no more than the configuration has", "all",
                  [&](const std::string& text) {
                    options.memory_words = parse_integer({"--memory", 1, INT64_MAX}, text);
                  })
      .needed_seldom();
  add_options(tune, link_options(false), options.device.link);
  tune.add_option("--message-latency", "X",
                  "device cycles from the sending of a message between ranks to its first byte, 0 or more", "500",
                  [&](const std::string& text) {
                    options.job.message_latency_cycles = parse_not_negative("--message-latency", text);
                  })
      .needed_seldom();
  tune.add_option("--message-bytes", "X", "bytes per device cycle between ranks, above 0", "32",
                  [&](const std::string& text) {
                    options.job.message_bytes_per_cycle = parse_positive("--message-bytes", text);
                  })
      .needed_seldom();
  tune.begin_group("Latencies");
  add_latency_options(tune, options.latencies);
  tune.begin_group("Results");
  add_integer(tune, show_range, "choices to list, the best first", "10", [&](auto value) { options.show = value; });
  add_integer(tune, verify_range,
              "run the first interval of the best choice on the accelerator if it takes at most this many cycles",
              "5000000", [&](auto value) { options.verify_cycles = value; });
  tune.add_option("--accel", "NAME", "accelerator to verify on: rtl or model", options.device.accel,
                  [&](const std::string& text) { options.device.accel = text; })
      .one_of(accelerator_names(true));
  add_output(tune, "--output", "T.json", "write the list as JSON", "", options.output);
  tune.add_example("stencil-cosim tune --rows 201 --cols 200 --iterations 20",
                   "How should this job be cut into blocks?");
  tune.add_example("stencil-cosim tune --rows 400 --cols 100 --ranks 4 --accel model",
                   "For four ranks, verified on the model");
  tune.add_example("stencil-cosim tune --rows 400 --cols 100 --ranks 4,16 --network-latency 500",
                   "For clusters: strips and schedules over steps too");
  tune.when_parsed([&tune, &options] {
    check_cluster_options(tune, options.cluster);
    check_latency_options(tune, options.latencies);
  });
  return tune;
}

int run_tune_command(MPI_Comm communicator, const TuneOptions& options, const DeviceMaker& make_device,
                     ProgressLine& progress) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  agree_on_choice(communicator, options.choice);
  int status = exit_ok;
  agree(communicator, [&] {
    if (rank != 0) return;
    const std::vector<std::string> timed = accelerator_names(true);
    if (std::find(timed.begin(), timed.end(), options.device.accel) == timed.end()) {
      throw not_a_choice("--accel", timed, options.device.accel);
    }
    if (!options.output.empty()) check_writable(options.output);
    if (options.cluster.asked()) {
      for (const std::int64_t ranks : options.cluster.ranks) {
        TuneJob job = options.job;
        job.ranks = ranks;
        require_a_size_that_can_be_predicted(job);
      }
      tune_for_cluster(options.cluster, cluster_job(options), static_cast<std::size_t>(options.show), options.output,
                       options.program, progress);
      return;
    }
    if (options.verify_cycles > 0) check_verifiable(options.device);
    std::vector<LatencyChoice> latencies = latency_choices(options.latencies, options.device);
    const Search found = search(options, predicted_capabilities(options.device), "search", progress);
    const auto best = [&](const Capabilities& d) { return search(options, d, "latencies", progress).result.best[0]; };
    tune_latencies(options.job, options.device, best, latencies);
    const std::string& clocks = options.latencies.clocks;
    const std::string compared = latencies.empty() ? "" : latencies_text(options.job, latencies, clocks);
    const Verification verification = verify(options.job, options.device, options.verify_cycles,
                                             found.result.best.front().candidate, make_device, progress);
    const std::string text =
        to_text(options.job, options.device, found.device, found.result, verification, options.program, compared);
    print_out(colours_wanted() ? coloured_last_line(text) : text);
    if (!options.output.empty()) {
      Json json = to_json(options.job, options.device, found.device, found.result, verification);
      if (!latencies.empty()) json.put("latencies", latencies_json(options.job, latencies, clocks));
      write_output(options.output, json.dump(2) + "\n");
    }
    if (!verification.holds()) status = exit_difference;
  });
  MPI_Bcast(&status, 1, MPI_INT, 0, communicator);
  return status;
}

}  // namespace stencil
