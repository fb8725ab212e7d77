// The rows of a board as states of ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/app/hang_detector/board/board.hpp"
#include "sim/app/hang_detector/board/rank_state.hpp"

namespace stencil {

// Each row as it was at one moment. If in a later reading ranks have the same epochs, all of them were in these states
// at the same moment, in between.
std::vector<RankState> read_board(const Board& board);

// Fills in, for each rank that can never go on and waits for a message, those sent to it for which it has posted no
// receive: by the rank that it waits for, under another tag, or by another rank under that tag.
void add_unreceived(const Board& board, std::vector<RankState>& states);

}  // namespace stencil
