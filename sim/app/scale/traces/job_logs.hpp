// Logs of the ranks of a job: cycles of their devices, messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/app/cluster/time/rank_log.hpp"
#include "sim/app/scale/scale_job.hpp"

namespace stencil {

constexpr std::int64_t most_logged_steps = 10000000;  // ranks times steps

// As those of a run. Throws ArgumentError as scale(), and for more than most_logged_steps.
std::vector<RankLog> job_logs(const ScaleJob& job, std::int64_t ranks);

}  // namespace stencil
