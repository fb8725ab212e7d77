// Cycles that a job on a cluster cannot do without.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "sim/app/scale/search/cluster_choices.hpp"

namespace stencil {

// At most the makespan of a choice: what issue slots and bytes of the rank with the most rows need or, with the
// messages between ranks 0 and 1, which each step of one waits for the other's, of the one with fewer rows. Cheap to
// compute. 0 for tiles.
std::int64_t cluster_bound(const ScaleJob& job, std::int64_t ranks, const ClusterChoice& choice,
                           const Capabilities& device);

}  // namespace stencil
