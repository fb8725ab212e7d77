// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/board/board.hpp"

#include <algorithm>

namespace stencil {
namespace {

constexpr std::size_t header_words = 2 + board_keys;

std::size_t most_needs_of(std::size_t rows) {
  return std::max<std::size_t>(64, 2 * rows);
}

std::size_t row_words_of(std::size_t rows) {
  return (sizeof(BoardRow) + most_needs_of(rows) * sizeof(BoardNeed)) / sizeof(BoardWord) +
         Board::counts * rows * board_keys;
}

}  // namespace

Board::Board()
    : memory_(MPI_COMM_WORLD, "board",
              [](std::size_t rows) { return (header_words + rows * row_words_of(rows)) * sizeof(BoardWord); }) {}

std::size_t Board::most_needs() const {
  return most_needs_of(rows());
}

std::int64_t Board::row_of(int rank) const {
  const std::vector<int>& ranks = memory_.ranks();
  const auto found = std::lower_bound(ranks.begin(), ranks.end(), rank);
  return found == ranks.end() || *found != rank ? -1 : found - ranks.begin();
}

std::size_t Board::row_words() const {
  return row_words_of(rows());
}

// Fresh pages are zero, which is what all words begin with.
BoardRow& Board::row(std::size_t index) const {
  return *reinterpret_cast<BoardRow*>(words() + header_words + index * row_words());
}

BoardNeed* Board::needs(std::size_t index) const {
  return reinterpret_cast<BoardNeed*>(&row(index) + 1);
}

BoardWord& Board::count(Count which, std::size_t index, std::size_t peer, std::size_t key) const {
  auto* const first = reinterpret_cast<BoardWord*>(needs(index) + most_needs());
  return first[(which * rows() + peer) * board_keys + key];
}

std::int64_t Board::key(std::int64_t communicator, int tag) const {
  const std::int64_t wanted = communicator << 32 | (static_cast<std::int64_t>(tag) + 1);
  for (std::size_t i = 0; i < board_keys; ++i) {
    std::int64_t there = words()[2 + i].load(std::memory_order_relaxed);
    if (there == 0 && words()[2 + i].compare_exchange_strong(there, wanted)) there = wanted;
    if (there == wanted) return static_cast<std::int64_t>(i);
  }
  return -1;
}

int Board::tag_of(std::size_t key) const {
  return static_cast<int>(words()[2 + key].load(std::memory_order_relaxed) & 0xffffffff) - 1;
}

}  // namespace stencil
