// The ways in which a job may be cut and dealt to the ranks of a cluster.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/scheme.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"
#include "sim/app/scale/scale_job.hpp"

namespace stencil {

// The choices that a search is free to make.
struct ClusterSpace {
  std::vector<Schedule> schedules{run_schedules.begin(), run_schedules.end()};
  std::vector<Blocking> blockings{all_blockings.begin(), all_blockings.end()};
  std::vector<Distribution> distributions{all_distributions.begin(), all_distributions.end()};
};

struct ClusterChoice {
  // Of sweeps in blocks.
  BlockScheme scheme;
  Distribution distribution = Distribution::blocked;
  std::optional<std::int64_t> strip_rows;  // cyclic
  // Of a job in tiles.
  GridSize tiles;
  std::string fuse = "on";
};

// The job as this choice makes it.
ScaleJob with_choice(ScaleJob job, const ClusterChoice& choice);

// Throws ArgumentError for rows that do not suffice, with the number that would.
void check_rows_of_cluster(const ScaleJob& job, std::int64_t ranks);

// Of sweeps in blocks: intervals and portions as candidates() of sim/app/explore; strips dealt in turn of such heights
// that a rank has 1, 2, 3, 4, 6, 8, ... of them; schedules over steps where the strips allow them. Of tiles: 1, 2, 3,
// 4, 6, 8, ... 32 each way, fused and apart. A choice may still turn out not to fit the device. Throws ArgumentError
// as check_rows_of_cluster(), and for a device without the kernel.
std::vector<ClusterChoice> cluster_choices(const ScaleJob& job, std::int64_t ranks, const ClusterSpace& space,
                                           const Capabilities& device);

}  // namespace stencil
