// Memory shared by the ranks of a node: one row per rank, which it alone writes and all read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "host/mpi/node/node_memory.hpp"

namespace stencil {

// Words are atomic, since readers do not wait for the writer. They begin at 0.
using BoardWord = std::atomic<std::int64_t>;
constexpr auto relaxed = std::memory_order_relaxed;  // of words; readers check a row's epoch
static_assert(BoardWord::is_always_lock_free, "words are shared by processes");

constexpr std::size_t board_keys = 32;          // communicators' tags: one number for each pair
constexpr std::size_t board_communicators = 8;  // of a rank
constexpr std::size_t board_past_calls = 64;    // collective calls that are remembered, of a communicator

struct BoardNeed {
  BoardWord kind;   // Need::Kind
  BoardWord rank;   // index of the row
  BoardWord key;    // a message's, below 0: any tag; entry: the communicator's id
  BoardWord count;  // messages; entry: which of the communicator's collective calls, from 1
};

struct BoardCommunicator {
  BoardWord id;                                     // 0: none
  BoardWord entered;                                // collective calls
  std::array<BoardWord, board_past_calls> calls{};  // the latest ones, by number
};

struct BoardRow {
  BoardWord epoch;  // odd while the row is being changed
  BoardWord rank, pid, began;
  BoardWord life;    // RankState::Life
  BoardWord unsure;  // 1: the counts below may be wrong

  std::array<BoardWord, 4> phase{};  // text
  BoardWord step, blocks, device;    // step and device: plus 1; 0: none
  BoardWord steps, updates;          // of a client program, ended

  BoardWord call;  // MpiCall; 0: waits in none
  BoardWord any;
  BoardWord needs;
  BoardWord wild;      // receives from any rank or of any tag that are posted
  BoardWord recycled;  // 1: a communicator is gone from the list
  std::array<BoardCommunicator, board_communicators> communicators{};
};

// All ranks of a node, in the order of their ranks.
class Board {
 public:
  // Collective over MPI_COMM_WORLD; nothing is there where shared memory cannot be had on each rank of the node.
  Board();

  bool is_open() const { return memory_.get() != nullptr; }
  // Ranks of other nodes, which nothing is known of.
  bool covers_all() const { return memory_.covers_all(); }
  std::size_t rows() const { return memory_.ranks().size(); }
  std::size_t mine() const { return memory_.mine(); }
  // The row of a rank in MPI_COMM_WORLD; below 0: on another node.
  std::int64_t row_of(int rank) const;

  BoardRow& row(std::size_t index) const;
  BoardNeed* needs(std::size_t index) const;
  std::size_t most_needs() const;

  // Messages between a rank and a peer by key: sent to it, receives posted for it, received from it. sent_in: the
  // MpiCall of the last one sent.
  enum Count : std::size_t { sent, posted, received, sent_in, counts };
  BoardWord& count(Count which, std::size_t index, std::size_t peer, std::size_t key) const;

  // The number of communicator and tag, the same on all ranks; below 0: too many are in use.
  std::int64_t key(std::int64_t communicator, int tag) const;
  int tag_of(std::size_t key) const;

  // 1 + the row of the rank that reports what has happened to all; 0: none yet.
  BoardWord& speaker() const { return words()[0]; }
  BoardWord& reporter() const { return words()[1]; }

 private:
  BoardWord* words() const { return static_cast<BoardWord*>(memory_.get()); }
  std::size_t row_words() const;

  NodeMemory memory_;
};

}  // namespace stencil
