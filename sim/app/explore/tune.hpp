// The choice that makes a job shortest, by exact prediction of its cycles.
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
  std::int64_t device_cycles = 0;  // of the busiest rank, all steps
  double exchange_cycles = 0.0;    // all exchanges
  double total() const { return static_cast<double>(device_cycles) + exchange_cycles; }
};

// Device cycles of all steps of the rank with most rows.
using Predict = std::function<std::int64_t(const BlockScheme& candidate)>;
// A number of device cycles that no schedule can beat; cheap.
using LowerBound = std::function<std::int64_t(const BlockScheme& candidate)>;

struct TuneResult {
  std::vector<Tuned> best;     // at most `wanted`, shortest first
  std::size_t considered = 0;  // candidates the device can hold
  std::size_t predicted = 0;   // of which run on the model; the others could not have been among the best
};

// Branch and bound: in the order of their lower bounds, until no bound is below the last of the best.
// Of equal ones the first in the order of `candidates` wins.
TuneResult tune(const TuneJob& job, const std::vector<BlockScheme>& candidates, const Predict& predict,
                const LowerBound& lower_bound, std::size_t wanted);

// The roofline of all steps: what issue slots and bytes alone cost.
std::int64_t roofline_bound(const TuneJob& job, const Capabilities& device, const BlockScheme& candidate);

}  // namespace stencil
