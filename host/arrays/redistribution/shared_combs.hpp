// The elements that move from one rank to another, as combs that repeat where both distributions do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/exchange/comb.hpp"
#include "host/arrays/redistribution/rank_share.hpp"

namespace stencil {

// Elements [source_first, source_first + count) of one matrix or axis move to [target_first, target_first + count) of
// another.
struct Move {
  std::int64_t source_first = 0;
  std::int64_t target_first = 0;
  std::int64_t count = 0;
};

// The local numbers whose lists are asked for.
enum class MoveEnd { source, target };

// Blocks, columns or blocks of columns that may be looked at one by one on a rank, since no period fits twice. So many
// are necessary only in a matrix of 2^47 elements divided by the processes of one of its dimensions.
constexpr std::int64_t most_units_listed = std::int64_t{1} << 24;

// The elements of a move that the one rank holds before and the other one after, as local numbers of one of them, by
// rising number. The lists of both ends have the same loops where they need any, so that pair_combs() takes O(combs).
// Both distributions together repeat with the least common multiple of their periods. Where that fits into a range
// twice, one period is listed, in a loop; otherwise the range is cut into blocks, columns or blocks of columns of the
// distribution that has fewer. Time and memory are O(units of that one within a period), whatever the count.
// Throws ArgumentError above most_units_listed.
// @pre both ranges lie in their matrices
Combs shared_combs(const RankShare& source, const RankShare& target, const Move& move, MoveEnd end);

// The same between one rank, at this end, and each process of the other end, in the time of one list: one list per
// process, by number. The share of the other end is of_all(). Loops of the lists of both ends may differ.
std::vector<Combs> shared_combs_of_all(const RankShare& source, const RankShare& target, const Move& move, MoveEnd end);

}  // namespace stencil
