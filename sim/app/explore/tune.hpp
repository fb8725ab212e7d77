// Finds the choice that makes a job shortest, by exact prediction of its cycles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/app/explore/candidate.hpp"

namespace stencil {

struct Tuned {
  BlockScheme candidate;
  std::int64_t device_cycles = 0;  // of the busiest rank, over all steps
  double exchange_cycles = 0.0;    // of all exchanges
  double total() const { return static_cast<double>(device_cycles) + exchange_cycles; }
};

// Device cycles of all steps of the rank with the most rows.
using Predict = std::function<std::int64_t(const BlockScheme& candidate)>;
// A number of device cycles that no schedule can beat; cheap to compute.
using LowerBound = std::function<std::int64_t(const BlockScheme& candidate)>;

struct TuneResult {
  std::vector<Tuned> best;     // at most `wanted`, shortest first
  std::size_t considered = 0;  // candidates that fit the device
  std::size_t predicted = 0;   // of these, run on the model; the others cannot be among the best
};

// Branch and bound: predicts candidates in the order of their lower bounds, until no bound is below the last of the
// best. Of equal candidates the first in `candidates` wins.
TuneResult tune(const TuneJob& job, const std::vector<BlockScheme>& candidates, const Predict& predict,
                const LowerBound& lower_bound, std::size_t wanted);

// The roofline of all steps: the cycles that issue slots and bytes alone need.
std::int64_t roofline_bound(const TuneJob& job, const Capabilities& device, const BlockScheme& candidate);

}  // namespace stencil
