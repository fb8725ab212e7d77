// All ranks of a grid in one process: private arrays, messages in queues, steps in random order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "host/gauss_seidel/group_plan.hpp"
#include "host/gauss_seidel/sweep_tile.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil::test {

// Changes the plan of a rank's group before it is carried out, as a mistake in the solver would.
using Mutation = std::function<void(TileStep& step)>;

// Is told of each tile of each rank, with the rank's array: before its sweeps, what it receives is there; after them,
// nothing is sent yet. It may change the array.
class TileWitness {
 public:
  virtual ~TileWitness() = default;
  virtual void before(std::int64_t rank, const TileStep& step, double* field) = 0;
  virtual void after(std::int64_t rank, const TileStep& step, double* field) = 0;
};

struct EmulatedRun {
  std::int64_t wrong_points = 0;
  std::int64_t left_messages = 0;
  bool deadlock = false;
  std::int64_t messages = 0;
  std::int64_t words = 0;

  bool is_right() const { return wrong_points == 0 && left_messages == 0 && !deadlock; }
};

class EmulatedRanks {
 public:
  EmulatedRanks(const TileGrid& grid, std::int64_t rounds, const Field& whole, const Mutation& mutation = nullptr)
      : grid_(grid) {
    for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
      Rank one;
      one.frame = grid.stored(rank);
      one.field = rank_field(grid, rank, whole);
      for (std::int64_t group = 0; group < 2 * rounds; ++group) {
        for (TileStep& step : plan_group(grid, rank, group % 2 == 1)) {
          if (mutation) mutation(step);
          one.steps.push_back(std::move(step));
        }
      }
      ranks_.push_back(std::move(one));
    }
  }

  EmulatedRun run(Random& random, const Field& expected) {
    while (step_one(random)) {
    }
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      result_.deadlock = result_.deadlock || ranks_[rank].next < ranks_[rank].steps.size();
      result_.wrong_points += differing_points(grid_, static_cast<std::int64_t>(rank), ranks_[rank].field, expected);
    }
    for (const auto& [pair, queue] : queues_) result_.left_messages += static_cast<std::int64_t>(queue.size());
    return result_;
  }

  // Must outlive the run; null: none.
  void tell(TileWitness* witness) { witness_ = witness; }

  const Field& field(std::int64_t rank) const { return ranks_[static_cast<std::size_t>(rank)].field; }

 private:
  struct Rank {
    TileFrame frame;
    Field field;
    std::vector<TileStep> steps;
    std::size_t next = 0;
  };

  std::deque<Field>& queue(std::int64_t from, std::int64_t to) { return queues_[{from, to}]; }

  bool is_ready(std::int64_t number) {
    const Rank& rank = ranks_[static_cast<std::size_t>(number)];
    if (rank.next == rank.steps.size()) return false;
    for (const TileMessage& message : rank.steps[rank.next].receives) {
      if (queue(message.peer, number).empty()) return false;
    }
    return true;
  }

  bool step_one(Random& random) {
    std::vector<std::int64_t> ready;
    for (std::int64_t number = 0; number < grid_.ranks(); ++number) {
      if (is_ready(number)) ready.push_back(number);
    }
    if (ready.empty()) return false;
    const std::int64_t number = ready[static_cast<std::size_t>(random(0, static_cast<std::int64_t>(ready.size()) - 1))];
    Rank& rank = ranks_[static_cast<std::size_t>(number)];
    const TileStep& step = rank.steps[rank.next++];
    for (const TileMessage& message : step.receives) {
      std::deque<Field>& waiting = queue(message.peer, number);
      Field packed = std::move(waiting.front());
      waiting.pop_front();
      packed.resize(static_cast<std::size_t>(message.words()), poison());  // a mutated end may expect more
      unpack(message, rank.frame, packed.data(), rank.field.data());
    }
    if (witness_ != nullptr) witness_->before(number, step, rank.field.data());
    sweep_tile(step.window, rank.frame, rank.field.data());
    if (witness_ != nullptr) witness_->after(number, step, rank.field.data());
    for (const TileMessage& message : step.sends) {
      Field packed(static_cast<std::size_t>(message.words()));
      pack(message, rank.frame, rank.field.data(), packed.data());
      ++result_.messages;
      result_.words += message.words();
      queue(number, message.peer).push_back(std::move(packed));
    }
    return true;
  }

  const TileGrid& grid_;
  std::vector<Rank> ranks_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::deque<Field>> queues_;
  EmulatedRun result_;
  TileWitness* witness_ = nullptr;
};

}  // namespace stencil::test
