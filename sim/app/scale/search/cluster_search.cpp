// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/search/cluster_search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/explore/predict.hpp"
#include "sim/app/scale/search/cluster_bound.hpp"

namespace stencil {
namespace {

struct Ranked {
  std::int64_t makespan;
  std::size_t index;
  ScalePoint point;
};

bool is_before(const Ranked& a, const Ranked& b) {
  return a.makespan != b.makespan ? a.makespan < b.makespan : a.index < b.index;
}

// No value: the choice does not fit.
std::optional<ScalePoint> predicted_point(const ScaleJob& job, std::int64_t ranks, const ClusterChoice& choice) {
  try {
    return scale(with_choice(job, choice), {ranks}, [](std::size_t) {}).front();
  } catch (const ArgumentError&) {
    return std::nullopt;
  }
}

}  // namespace

ClusterSearch search_cluster(const ScaleJob& job, std::int64_t ranks, const ClusterSpace& space, std::size_t wanted,
                             const std::function<void(std::size_t, std::size_t)>& done) {
  const Capabilities device = predicted_capabilities(job.device);
  const std::vector<ClusterChoice> all = cluster_choices(job, ranks, space, device);
  std::vector<std::int64_t> bounds;
  bounds.reserve(all.size());
  for (const ClusterChoice& choice : all) bounds.push_back(cluster_bound(job, ranks, choice, device));
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bounds[a] < bounds[b]; });

  ClusterSearch search;
  search.ranks = ranks;
  search.considered = all.size();
  std::vector<Ranked> best;
  for (const std::size_t index : order) {
    // One with the same makespan may still come before the last one.
    if (best.size() == wanted && bounds[index] > best.back().makespan) break;
    done(search.predicted, all.size());
    const std::optional<ScalePoint> point = predicted_point(job, ranks, all[index]);
    if (!point) {
      --search.considered;
      continue;
    }
    ++search.predicted;
    const Ranked one{point->time.makespan, index, *point};
    best.insert(std::upper_bound(best.begin(), best.end(), one, is_before), one);
    if (best.size() > wanted) best.pop_back();
  }
  if (best.empty())
    throw ArgumentError(fmt::format(
        "nothing fits: --rows {} --cols {} on {}, configuration {} with {} words per buffer, rows of up to {} columns",
        job.rows, job.cols, counted(ranks, "rank"), job.device.config, device.memory_words, device.max_cols));
  for (const Ranked& one : best) search.best.push_back({all[one.index], one.point});
  return search;
}

}  // namespace stencil
