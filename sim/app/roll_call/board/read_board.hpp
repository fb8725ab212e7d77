// The rows of a board as states of ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/app/roll_call/board/board.hpp"
#include "sim/app/roll_call/board/rank_state.hpp"

namespace stencil {

// Each row as it was at one moment. If in a later reading ranks have the same epochs, all of them were in these states
// at the same moment, in between.
std::vector<RankState> read_board(const Board& board);

}  // namespace stencil
