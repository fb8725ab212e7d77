// What a job takes on each of some numbers of ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/app/scale/scale_job.hpp"
#include "sim/app/scale/step_recurrence.hpp"

namespace stencil {

struct ScalePoint {
  std::int64_t ranks = 0;
  std::int64_t rows = 0;  // of the domain
  std::int64_t cols = 0;
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  ClusterTime time;
  double points_per_cycle = 0.0;  // of the domain, once a sweep, over the makespan

  double efficiency() const;  // busy cycles over those that all ranks have until the makespan
};

// Points per cycle and rank over those of another point: 1 where nothing is lost.
double scaling(const ScalePoint& point, const ScalePoint& of);

// `done` is called before each point with its position. Throws ArgumentError before the first prediction where a number
// of ranks has too few rows, or too many steps; later where strips do not fit the device.
std::vector<ScalePoint> scale(const ScaleJob& job, const std::vector<std::int64_t>& ranks,
                              const std::function<void(std::size_t)>& done);

}  // namespace stencil
