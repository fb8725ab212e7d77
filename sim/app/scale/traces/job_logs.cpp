// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/traces/job_logs.hpp"

#include <fmt/core.h>

#include <cstddef>

#include "host/base/errors.hpp"
#include "sim/app/scale/step_costs.hpp"
#include "sim/app/scale/step_pattern.hpp"
#include "sim/app/scale/tiles/tile_logs.hpp"

namespace stencil {
namespace {

struct HaloMessages {
  std::vector<RankEvent> sends;
  std::vector<RankEvent> receives;
};

// By rank. One byte a cycle: then cycles of a message are its bytes.
std::vector<HaloMessages> halo_messages_of(const StepPattern& pattern) {
  std::vector<HaloMessages> all(static_cast<std::size_t>(pattern.ranks()));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    for (std::size_t i = pattern.first[rank]; i < pattern.first[rank + 1]; ++i) {
      const Incoming& one = pattern.incoming[i];
      all[rank].receives.push_back({RankEvent::received, one.from, one.cycles, 0});
      all[static_cast<std::size_t>(one.from)].sends.push_back(
          {RankEvent::sent, static_cast<std::int64_t>(rank), one.cycles, 0});
    }
  }
  return all;
}

RankLog log_of(std::int64_t rank, const HaloMessages& halo, const StepCosts& costs, const Steps& steps) {
  RankLog log;
  enum class With { all, above, below };
  const auto add = [&](const std::vector<RankEvent>& events, With with, std::int64_t cycle) {
    for (RankEvent event : events) {
      if (with != With::all && (event.peer < rank) != (with == With::above)) continue;
      event.cycle = cycle;
      log.events.push_back(event);
    }
  };
  for (std::int64_t step = 0; step < steps.count(); ++step) {
    const std::int64_t begin = log.cycles;
    log.cycles += costs.of(step, steps);
    if (step == steps.last()) break;
    const bool in_turn = costs.in_turn();
    if (in_turn) {
      add(halo.sends, With::above, begin + costs.half_of(step));
      add(halo.receives, With::below, begin + costs.half_of(step));
    }
    add(halo.sends, in_turn ? With::below : With::all, log.cycles);
    add(halo.receives, in_turn ? With::above : With::all, log.cycles);
  }
  return log;
}

}  // namespace

std::vector<RankLog> job_logs(const ScaleJob& job, std::int64_t ranks) {
  if (job.tiles) return tile_logs(grid_of(job, ranks), *job.tiles, job.device);
  const Steps steps{job.sweep.iterations, job.sweep.scheme.interval};
  if (steps.count() > most_logged_steps / ranks)
    throw ArgumentError(fmt::format("{} steps on {} ranks, must be at most {} in a trace (ranks times steps {})",
                                    steps.count(), ranks, most_logged_steps / ranks, most_logged_steps));
  const Network bytes{{0, Bandwidth{1000}}, {0, Bandwidth{1000}}, 1};
  const StepPattern pattern = step_pattern(strips_of(job, ranks), job.cols, bytes);
  const std::vector<HaloMessages> halos = halo_messages_of(pattern);
  CostTable table(job);
  std::vector<RankLog> logs;
  for (std::size_t rank = 0; rank < halos.size(); ++rank) {
    const auto shape = static_cast<std::size_t>(pattern.shape_of[rank]);
    logs.push_back(log_of(static_cast<std::int64_t>(rank), halos[rank], table.of(pattern.shapes[shape]), steps));
  }
  return logs;
}

}  // namespace stencil
