// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/search/cluster_choices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/jacobi/check_blocking.hpp"
#include "sim/app/explore/candidate.hpp"
#include "sim/app/kernels/blocks/required_kernel.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_tiles_each_way = 32;

// 1, 2, 3, 4, 6, 8, 12, 16, ...: by powers of two, and one number between each two of them.
std::int64_t next_number(std::int64_t number) {
  const bool is_power = (number & (number - 1)) == 0;
  if (number < 2) return number + 1;
  return is_power ? number + number / 2 : number / 3 * 4;
}

// A distribution, and the most local rows of a strip.
struct Dealt {
  Distribution distribution;
  std::optional<std::int64_t> strip_rows;
  std::int64_t local_rows;
};

std::vector<Dealt> ways_to_deal(const ScaleJob& job, std::int64_t ranks, std::int64_t interval,
                                const std::vector<Distribution>& distributions) {
  std::vector<Dealt> ways;
  for (const Distribution distribution : distributions) {
    if (distribution == Distribution::blocked) {
      TuneJob rows;
      rows.rows = job.rows;
      rows.ranks = ranks;
      ways.push_back({distribution, {}, rows.most_local_rows(interval)});
      continue;
    }
    std::int64_t last = 0;
    for (std::int64_t of_rank = 1; ranks > 1; of_rank = next_number(of_rank)) {
      const std::int64_t height = (job.rows + ranks * of_rank - 1) / (ranks * of_rank);
      if (height < interval || of_rank * ranks > job.rows) break;
      if (height == last || (job.rows + height - 1) / height < ranks) continue;
      last = height;
      ways.push_back({distribution, height, std::min(job.rows, height + 2 * interval)});
    }
  }
  return ways;
}

bool fits(const Capabilities& device, const ScaleJob& job, const Dealt& dealt, const BlockScheme& scheme) {
  try {
    check_blocking(device, dealt.local_rows, job.cols, scheme.portion, scheme.interval, scheme.how);
    return true;
  } catch (const ArgumentError&) {
    return false;
  }
}

void add_schemes(const ScaleJob& job, const Dealt& dealt, const ItstepOptions& how, std::int64_t interval,
                 const Capabilities& device, std::vector<ClusterChoice>& found) {
  const std::set<std::int64_t> portions = portions_of(device, job.cols, dealt.local_rows, interval, how.blocking);
  for (auto portion = portions.rbegin(); portion != portions.rend(); ++portion) {
    const BlockScheme scheme{how, *portion, interval};
    if (*portion < portion_range.least || !fits(device, job, dealt, scheme)) continue;
    found.push_back({scheme, dealt.distribution, dealt.strip_rows, {}});
  }
}

// A resident strip is one block, so that neither portion nor blocking matters.
void add_resident(const ScaleJob& job, const Dealt& dealt, std::int64_t interval, const Capabilities& device,
                  std::vector<ClusterChoice>& found) {
  const BlockScheme scheme{{Schedule::resident, Blocking::overlapped_rows}, 3 * interval, interval};
  if (dealt.distribution == Distribution::blocked && fits(device, job, dealt, scheme))
    found.push_back({scheme, dealt.distribution, {}, {}});
}

std::vector<ClusterChoice> sweep_choices(const ScaleJob& job, std::int64_t ranks, const ClusterSpace& space,
                                         const Capabilities& device) {
  // The weights do not matter; they exist for two rows and columns or more.
  require_operator(device,
                   job.kernel->weights(std::max<std::int64_t>(job.rows, 2), std::max<std::int64_t>(job.cols, 2)));
  std::vector<ClusterChoice> found;
  const std::int64_t sweeps = job.sweep.iterations;
  const std::int64_t most_interval = ranks > 1 ? std::min(sweeps, job.rows / ranks) : sweeps;
  for (std::int64_t interval = 1; interval <= most_interval; interval = next_choice(interval)) {
    for (const Dealt& dealt : ways_to_deal(job, ranks, interval, space.distributions)) {
      for (const Schedule schedule : space.schedules) {
        if (schedule == Schedule::resident) {
          add_resident(job, dealt, interval, device, found);
          continue;
        }
        for (const Blocking blocking : space.blockings)
          add_schemes(job, dealt, {schedule, blocking}, interval, device, found);
      }
    }
  }
  return found;
}

std::vector<ClusterChoice> tile_choices() {
  std::vector<ClusterChoice> found;
  for (std::int64_t rows = 1; rows <= most_tiles_each_way; rows = next_number(rows)) {
    for (std::int64_t cols = 1; cols <= most_tiles_each_way; cols = next_number(cols)) {
      for (const char* fuse : {"on", "off"}) {
        ClusterChoice choice;
        choice.tiles = {rows, cols};
        choice.fuse = fuse;
        found.push_back(choice);
      }
    }
  }
  return found;
}

}  // namespace

ScaleJob with_choice(ScaleJob job, const ClusterChoice& choice) {
  if (job.tiles) {
    job.tiles->tiles = choice.tiles;
    job.tiles->fuse = choice.fuse;
    return job;
  }
  job.sweep.scheme = choice.scheme;
  job.sweep.distribution = choice.distribution;
  job.sweep.block_rows = choice.strip_rows;
  return job;
}

void check_rows_of_cluster(const ScaleJob& job, std::int64_t ranks) {
  if (job.tiles) {
    ScaleJob whole = job;  // with the fewest tiles, so that what is refused is not their number
    whole.tiles->tiles = {1, 1};
    static_cast<void>(grid_of(whole, ranks));
  } else if (ranks > job.rows) {
    throw ArgumentError(fmt::format("--rows is {} over {} ranks: {} would have none; must be at least {} rows",
                                    job.rows, ranks, counted(ranks - job.rows, "rank"), ranks));
  }
}

std::vector<ClusterChoice> cluster_choices(const ScaleJob& job, std::int64_t ranks, const ClusterSpace& space,
                                           const Capabilities& device) {
  check_rows_of_cluster(job, ranks);
  if (job.tiles) return tile_choices();
  return sweep_choices(job, ranks, space, device);
}

}  // namespace stencil
