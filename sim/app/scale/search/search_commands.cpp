// The commands that make a choice of a search again.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "host/base/shell_word.hpp"
#include "sim/app/explore/tune_output.hpp"
#include "sim/app/scale/search/search_output.hpp"

namespace stencil {
namespace {

std::string sweep_words(const ScaleJob& job, const ClusterChoice& choice) {
  const BlockScheme& scheme = choice.scheme;
  std::string words =
      fmt::format(" --iterations {} --stw {} --portion {} --schedule {} --blocking {} --distribution {}",
                  job.sweep.iterations, scheme.interval, scheme.portion, name_of(scheme.how.schedule),
                  name_of(scheme.how.blocking), name_of(choice.distribution));
  if (choice.strip_rows) words += fmt::format(" --strip-rows {}", *choice.strip_rows);
  return words;
}

std::string tile_words(const ScaleJob& job, const ClusterChoice& choice) {
  const TileOptions& asked = *job.tiles;
  return fmt::format(" --sweeps {} --rounds {} --tiles {} --fuse {}", asked.sweeps, asked.rounds,
                     describe(choice.tiles), choice.fuse);
}

std::string job_words(const ScaleJob& job, const ClusterTuned& tuned, const ClusterCommands& commands) {
  const std::string kernel =
      job.tiles ? std::string(tiles_kernel) : shell_word(job.kernel->name()) + job.kernel->number_words();
  const AcceleratorOptions& device = job.device;
  return fmt::format(
      " --kernel {} --rows {} --cols {}{} --config {} --burst {} --link-bytes {} --link-latency {}{}", kernel, job.rows,
      job.cols, job.tiles ? tile_words(job, tuned.choice) : sweep_words(job, tuned.choice), device.config,
      device.link.burst_beats, device.link.bytes_per_cycle, device.link.latency_cycles, commands.network_words);
}

}  // namespace

std::string scale_command_of(const ScaleJob& job, const ClusterTuned& tuned, const ClusterCommands& commands) {
  return fmt::format("{} scale --ranks {}{}", shell_word(commands.program), tuned.point.ranks,
                     job_words(job, tuned, commands));
}

std::string run_command_of(const ScaleJob& job, const ClusterTuned& tuned, const ClusterCommands& commands) {
  return fmt::format("{} run --accel model{}", on_ranks(tuned.point.ranks, commands.program),
                     job_words(job, tuned, commands));
}

}  // namespace stencil
