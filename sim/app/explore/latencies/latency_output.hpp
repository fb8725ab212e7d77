// Latencies ranked, as text and as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/explore/latencies/latencies.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {

// choices: as rank_latencies() leaves them. clocks: the file. A table of those with a clock, and a line for each of the
// others.
std::string latencies_text(const TuneJob& job, const std::vector<LatencyChoice>& choices, const std::string& clocks);

// {"clocks": file, "choices": [...]}; rank, MHz and points are null without a clock.
Json latencies_json(const TuneJob& job, const std::vector<LatencyChoice>& choices, const std::string& clocks);

}  // namespace stencil
