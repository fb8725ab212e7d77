// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/scale/scale_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/scale/scale.hpp"
#include "sim/app/scale/scale_output.hpp"
#include "sim/app/scale/scale_plot.hpp"
#include "sim/app/scale/traces/cluster_traces.hpp"
#include "sim/app/scale/traces/job_logs.hpp"

namespace stencil {
namespace {

constexpr std::array<const char*, 5> of_tiles{"--tiles", "--sweeps", "--rounds", "--fuse", "--history"};
constexpr std::array<const char*, 3> of_stages{"--place", "--share", "--host-rate"};
constexpr std::array<const char*, 10> of_sweeps{"--iterations", "--stw",          "--portion",    "--schedule",
                                                "--blocking",   "--distribution", "--strip-rows", "--place",
                                                "--share",      "--host-rate"};

void add_scale_job(Command& scale, ScaleOptions& options) {
  ScaleJob& job = options.job;
  scale
      .add_option("--kernel", "NAME", fmt::format("{}; {}", alternatives(names_of(kernels())), about_kernel_files),
                  options.choice.kernel->name(),
                  [&options, &job](const std::string& text) {
                    options.tiled = text == tiles_kernel;
                    if (options.tiled) return;
                    if (!names_kernel_file(text)) static_cast<void>(kernel_named("--kernel", text));
                    choose_sweep_kernel(text, options.choice, job.kernel, job.device);
                  })
      .one_of(names_of(kernels()));
  add_number_option(scale, options.choice);
  add_integer(scale, rows_range, "rows of the whole domain or, with --weak, for each rank", "8192",
              [&job](auto value) { job.rows = value; });
  add_integer(scale, cols_range, "columns with the boundary", "200", [&job](auto value) { job.cols = value; });
  add_integer(scale, iterations_range, "sweeps over the domain", "80",
              [&job](auto value) { job.sweep.iterations = value; });
  add_integer(scale, stw_range, "interval: sweeps between two exchanges of halo rows", "8",
              [&job](auto value) { job.sweep.scheme.interval = value; });
  add_integer(scale, portion_range, "rows that a block keeps", "64",
              [&job](auto value) { job.sweep.scheme.portion = value; });
  scale
      .add_option("--schedule", "NAME",
                  "order of loads, sweeps and stores; joined over steps too, resident without them", "overlapped",
                  [&job](const std::string& text) {
                    job.sweep.scheme.how.schedule = parse_choice("--schedule", run_schedules, text);
                  })
      .one_of(choice_names(run_schedules));
  scale
      .add_option("--blocking", "NAME", "how a strip is cut into blocks", "overlapped-rows",
                  [&job](const std::string& text) {
                    job.sweep.scheme.how.blocking = parse_choice("--blocking", all_blockings, text);
                  })
      .one_of(choice_names(all_blockings));
  scale
      .add_option("--distribution", "NAME", "one strip of rows per rank, or strips dealt in turn", "blocked",
                  [&job](const std::string& text) {
                    job.sweep.distribution = parse_choice("--distribution", all_distributions, text);
                  })
      .one_of(choice_names(all_distributions));
  add_integer(scale, strip_rows_range, "rows of a strip that is dealt in turn", "as many as make 4 a rank",
              [&job](auto value) { job.sweep.block_rows = value; });
}

// Rows of a run with these names: of tiles all but --grid, since the process grid is always as square as can be.
template <class Names>
std::vector<RunOption> rows_of_run(const RunOptions& run, const Names& names) {
  std::vector<RunOption> rows;
  for (const OptionGroup& group : run.kernel->option_groups())
    for (const RunOption& row : group.options)
      if (std::find(names.begin(), names.end(), std::string(row.name)) != names.end()) rows.push_back(row);
  return rows;
}

void take_stages(ScaleOptions& options) {
  const SweepOptions& stages = sweep_options(options.stages);
  options.job.sweep.place = stages.place;
  options.job.sweep.sharing = stages.sharing;
  options.job.sweep.sharing_given = stages.sharing_given;
}

// An option that would change nothing.
void check_kernel_options(const Command& given, const ScaleOptions& options) {
  const auto refuse = [&](const char* name, const char* kernel) {
    if (!given.was_given(name)) return;
    const std::string value = given.is_flag(name) ? "" : fmt::format(" is {},", given.text_of(name));
    throw ArgumentError(fmt::format("{}{} must not be given with --kernel {}", name, value, kernel));
  };
  if (options.tiled && given.was_given(number_option_name))
    throw ArgumentError(
        fmt::format("{} must not be given with --kernel {}: {}", number_option_name, tiles_kernel, no_named_numbers));
  const SweepOptions& sweep = options.job.sweep;
  if (given.was_given("--schedule") && sweep.place && sweep.scheme.how.schedule != Schedule::sequential)
    throw ArgumentError(fmt::format("--schedule is {}, must be sequential with --place: stages come one after another",
                                    given.text_of("--schedule")));
  if (options.tiled)
    for (const char* name : of_sweeps) refuse(name, tiles_kernel);
  else
    for (const char* name : of_tiles) refuse(name, options.choice.kernel->name());
}

bool traced(const ScaleOptions& options) {
  return !options.smpi.empty() || !options.goal.empty();
}

void check_scale_options(const ScaleOptions& options) {
  const SweepOptions& sweep = options.job.sweep;
  if (options.strong && options.job.weak) throw ArgumentError("--strong must not be given with --weak");
  if (options.tiled)
    options.tile_run.kernel->check(options.tile_run);
  else
    check_sweep_options(sweep);
  if (sweep.block_rows && sweep.distribution == Distribution::blocked)
    throw ArgumentError(
        fmt::format("--strip-rows is {}, must not be given with --distribution blocked, where every "
                    "rank has one strip",
                    *sweep.block_rows));
  check_network(options.network);
  if (traced(options) && options.ranks.size() != 1)
    throw ArgumentError(fmt::format("--ranks names {} numbers of ranks, must be one with {}", options.ranks.size(),
                                    options.smpi.empty() ? "--goal" : "--smpi"));
}

// Refused before the predictions where it cannot work.
void check_traces(const ScaleOptions& options, const ScaleJob& job) {
  if (job.tiles && job.tiles->history && traced(options)) refuse_meetings();
  if (options.smpi.empty()) return;
  static_cast<void>(smpi_platform(job.network, 1));
  make_smpi_folder(options.smpi);
}

void write_traces(const ScaleOptions& options, const ScaleJob& job) {
  if (!traced(options)) return;
  const std::vector<RankLog> logs = job_logs(job, options.ranks.front());
  if (!options.goal.empty()) write_output(options.goal, goal_text(logs));
  if (!options.smpi.empty()) write_smpi(options.smpi, logs, job.network);
}

}  // namespace

Command& add_scale_command(Command& program, ScaleOptions& options) {
  options.job.rows = 8192;
  options.job.cols = 200;
  options.job.sweep.iterations = 80;
  options.job.sweep.scheme.interval = 8;
  options.job.sweep.scheme.portion = 64;
  options.ranks = parse_rank_numbers("1..64");
  Command& scale = program.add_subcommand("scale", "Predict a job's cycles on up to a million ranks");
  scale.begin_group("Cluster");
  scale.add_option("--ranks", "LIST", "numbers of ranks, 1 .. 1048576; A..B doubles from A to B", "1..64",
                   [&](const std::string& text) { options.ranks = parse_rank_numbers(text); });
  scale.add_flag("--strong", options.strong, "the same domain on all numbers of ranks (the default)");
  scale.add_flag("--weak", options.job.weak, "a domain that grows with the ranks");
  add_options(scale, network_options(), options.network);
  scale.begin_group("Job");
  add_scale_job(scale, options);
  scale.begin_group("Stages of a job");
  add_options(scale, rows_of_run(options.stages, of_stages), options.stages);
  scale.begin_group("Job in tiles");
  add_options(scale, rows_of_run(options.tile_run, of_tiles), options.tile_run);
  scale.begin_group("Machine");
  scale
      .add_option("--config", "NAME",
                  fmt::format("configuration of the accelerator: {}", alternatives(accelerator_configs())),
                  options.job.device.config, [&](const std::string& text) { options.job.device.config = text; })
      .one_of(accelerator_configs());
  add_options(scale, link_options(false), options.job.device.link);
  scale.begin_group("Results");
  add_output(scale, "--output", "S.json", "write the numbers as JSON", "", options.output);
  add_output(scale, "--plot", "S.svg", "draw points per cycle over ranks", "", options.plot);
  scale.add_option("--smpi", "DIR", "write traces for SimGrid's SMPI replay, of one number of ranks", "",
                   [&](const std::string& text) { options.smpi = text; });
  add_output(scale, "--goal", "S.goal", "write a trace in GOAL format, of one number of ranks", "", options.goal);
  scale.add_example("stencil-cosim scale --ranks 1..1024 --network-latency 500",
                    "How far does a domain of 8192 rows scale?");
  scale.add_example("stencil-cosim scale --weak --rows 64 --ranks 1..65536 --network cluster.json",
                    "With as many rows for each rank, on nodes");
  scale.when_parsed([&scale, &options] {
    take_stages(options);
    check_kernel_options(scale, options);
  });
  return scale;
}

int run_scale_command(MPI_Comm communicator, const ScaleOptions& options, ProgressLine& progress) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  agree_on_choice(communicator, options.choice);
  agree(communicator, [&] {
    if (rank != 0) return;
    check_scale_options(options);
    for (const std::string& file : {options.output, options.plot, options.goal})
      if (!file.empty()) check_writable(file);
    ScaleJob job = options.job;
    job.network = network_of(options.network);
    if (options.tiled) job.tiles = tile_options(options.tile_run);
    check_traces(options, job);
    Work work(&progress, "prediction");
    const auto of = static_cast<std::int64_t>(options.ranks.size());
    const std::vector<ScalePoint> points = stencil::scale(job, options.ranks, [&](std::size_t done) {
      const auto at = static_cast<std::int64_t>(done);
      work.at_units(
          at, of,
          fmt::format("{} of {} predicted", with_commas(at), counted(of, "number of ranks", "numbers of ranks")));
    });
    print_out(scale_text(job, points));
    if (!options.output.empty()) write_output(options.output, scale_json(job, points).dump(2) + "\n");
    if (!options.plot.empty()) write_output(options.plot, scale_plot(job, points));
    write_traces(options, job);
  });
  return exit_ok;
}

}  // namespace stencil
