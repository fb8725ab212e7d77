// When what ranks wait for proves that they can never go on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/app/hang_detector/board/rank_state.hpp"

namespace stencil {

// Two looks must find the same: rows are read one after another, and ranks whose epochs did not change between two
// readings were all in these states at one moment. Time is no part of it: a rank may stay as it is for ever.
class HangProof {
 public:
  // Indices of the ranks that this look and the one before prove stuck; empty: none.
  std::vector<std::size_t> look(const std::vector<RankState>& states) {
    std::vector<std::size_t> stuck = stuck_ranks(states);
    std::vector<std::uint64_t> epochs;
    epochs.reserve(stuck.size());
    for (const std::size_t i : stuck) epochs.push_back(states[i].epoch);
    const bool proved = stuck == stuck_ && epochs == epochs_;
    stuck_ = std::move(stuck);
    epochs_ = std::move(epochs);
    return proved ? stuck_ : std::vector<std::size_t>();
  }

 private:
  std::vector<std::size_t> stuck_;  // at the last look, and their epochs
  std::vector<std::uint64_t> epochs_;
};

}  // namespace stencil
