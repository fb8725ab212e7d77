// The states of ranks, and who waits for whom, for people and for Graphviz.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/hang_detector/board/rank_state.hpp"

namespace stencil {

// "exchange of step 3: waits in MPI_Waitany for a message from rank 1"
std::string rank_text(const RankState& state);

// A line per rank, indented by two.
std::string picture_text(const std::vector<RankState>& ranks);

// A graph with a node per rank, and an arrow from each that waits to the rank that it waits for; red where that can
// never come.
std::string picture_dot(const std::vector<RankState>& ranks);

// "rank 1", "ranks 1, 2", "ranks 0-3"
std::string ranks_text(const std::vector<RankState>& ranks, const std::vector<std::size_t>& indices);

}  // namespace stencil
