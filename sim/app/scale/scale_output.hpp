// The results of `stencil-cosim scale` for people and for scripts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "sim/app/scale/scale.hpp"

namespace stencil {

// What is run, then a line for each number of ranks.
std::string scale_text(const ScaleJob& job, const std::vector<ScalePoint>& points);

// schema stencil-cosim/scale/1; job; machine; network; points: ranks, rows, cols, makespan_cycles, waiting_cycles,
// efficiency, messages, bytes, path_message_cycles, points_per_cycle, scaling.
Json scale_json(const ScaleJob& job, const std::vector<ScalePoint>& points);

// Their parts that do not depend on the choice of a job.
Json machine_json(const ScaleJob& job);
Json network_json(const ScaleJob& job);

}  // namespace stencil
