// Finds how a job is best cut and dealt to the ranks of a cluster, by exact prediction of its makespan.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/app/scale/scale.hpp"
#include "sim/app/scale/search/cluster_choices.hpp"

namespace stencil {

struct ClusterTuned {
  ClusterChoice choice;
  ScalePoint point;  // as scale() predicts it
};

struct ClusterSearch {
  std::int64_t ranks = 0;
  std::vector<ClusterTuned> best;  // at most `wanted`, the shortest makespan first
  std::size_t considered = 0;      // choices that fit
  std::size_t predicted = 0;       // of these; the others cannot be among the best
};

// Branch and bound, as tune() of sim/app/explore; of equal choices the first in cluster_choices() wins. `done` is
// called before each prediction with the number of those before it and that of all choices. Throws ArgumentError as
// cluster_choices(), and where nothing fits.
ClusterSearch search_cluster(const ScaleJob& job, std::int64_t ranks, const ClusterSpace& space, std::size_t wanted,
                             const std::function<void(std::size_t, std::size_t)>& done);

}  // namespace stencil
