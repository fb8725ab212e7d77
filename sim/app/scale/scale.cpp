// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/scale.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "sim/app/cluster/time/virtual_time.hpp"
#include "sim/app/kernels/sweeps/run_scheme.hpp"
#include "sim/app/scale/stages/stage_costs.hpp"
#include "sim/app/scale/tiles/tile_logs.hpp"

namespace stencil {
namespace {

void check_steps(const Steps& steps, std::int64_t ranks) {
  if (steps.count() <= most_rank_steps / ranks) return;
  throw ArgumentError(
      fmt::format("--iterations {} by --stw {} make {} steps on {} ranks, must be at most {} (ranks times steps {})",
                  steps.iterations, steps.stw, steps.count(), ranks, most_rank_steps / ranks, most_rank_steps));
}

// Without making the strips: those of a million ranks take a while.
void check_cells(const ScaleJob& job, std::int64_t ranks) {
  const std::int64_t more = job.weak ? ranks : 1;
  if (job.rows <= most_cells / more && job.cols <= most_cells / more &&
      job.rows_on(ranks) <= most_cells / job.cols_on(ranks))
    return;
  throw ArgumentError(fmt::format("--rows {} and --cols {} on {} ranks, must be at most {} values in all", job.rows,
                                  job.cols, ranks, most_cells));
}

void check_tiles(const ScaleJob& job, std::int64_t ranks) {
  const TileOptions& asked = *job.tiles;
  if (asked.tiles.rows <= most_tiles / ranks && asked.tiles.cols <= most_tiles / ranks / asked.tiles.rows &&
      asked.rounds <= most_tiles / ranks / (asked.tiles.rows * asked.tiles.cols))
    return;
  throw ArgumentError(
      fmt::format("--rounds {} of --tiles {} on {} ranks, must be at most {} (ranks times tiles times "
                  "rounds {})",
                  asked.rounds, describe(asked.tiles), ranks,
                  most_tiles / ranks / std::max<std::int64_t>(1, asked.tiles.rows * asked.tiles.cols), most_tiles));
}

void check_job(const ScaleJob& job, std::int64_t ranks) {
  check_cells(job, ranks);
  if (job.tiles) {
    check_tiles(job, ranks);
    static_cast<void>(grid_of(job, ranks));
  } else {
    check_steps({job.sweep.iterations, job.sweep.scheme.interval}, ranks);
    check_predictable_stages(job.sweep);
    check_run_schedule(job.sweep);
  }
}

void predict_steps(const ScaleJob& job, CostTable& table, ScalePoint& point) {
  const Steps steps{job.sweep.iterations, job.sweep.scheme.interval};
  const StepPattern pattern = step_pattern(strips_of(job, point.ranks), job.cols, job.network);
  std::vector<StepCosts> costs;
  for (const StepPattern::Shape& shape : pattern.shapes) costs.push_back(table.of(shape));
  point.messages = pattern.messages * steps.last();
  point.bytes = pattern.bytes * steps.last();
  point.time = step_recurrence(pattern, costs, steps);
}

void predict_tiles(const ScaleJob& job, ScalePoint& point) {
  const VirtualTime time = virtual_time(tile_logs(grid_of(job, point.ranks), *job.tiles, job.device), job.network);
  point.messages = time.messages;
  point.bytes = time.bytes;
  point.time = {time.makespan(), time.waiting(), 0.0, time.message_cycles_on_path()};
  for (const RankTime& rank : time.ranks) point.time.busy += static_cast<double>(rank.busy);
}

}  // namespace

double ScalePoint::efficiency() const {
  const double all = static_cast<double>(time.makespan) * static_cast<double>(ranks);
  return all > 0.0 ? time.busy / all : 1.0;
}

double scaling(const ScalePoint& point, const ScalePoint& of) {
  const double rank = point.points_per_cycle / static_cast<double>(point.ranks);
  return rank * static_cast<double>(of.ranks) / of.points_per_cycle;
}

std::vector<ScalePoint> scale(const ScaleJob& job, const std::vector<std::int64_t>& ranks,
                              const std::function<void(std::size_t)>& done) {
  for (const std::int64_t number : ranks) check_job(job, number);
  CostTable table(job);
  std::vector<ScalePoint> points;
  for (const std::int64_t number : ranks) {
    done(points.size());
    ScalePoint point;
    point.ranks = number;
    point.rows = job.rows_on(number);
    point.cols = job.cols_on(number);
    if (job.tiles)
      predict_tiles(job, point);
    else
      predict_steps(job, table, point);
    point.points_per_cycle = static_cast<double>(point.rows) * static_cast<double>(point.cols) *
                             static_cast<double>(job.iterations()) / static_cast<double>(point.time.makespan);
    points.push_back(point);
  }
  return points;
}

}  // namespace stencil
