// Tiles in a pipeline: the bits of the golden loop with any number of buffers and any order that the calls leave open.
// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "host/device/counts.hpp"
#include "tests/host/gauss_seidel/pipeline_case.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil::test {
namespace {

// All ranks in one process, in an order drawn at random; each with a device of its own. Their messages leave and come
// as those of a solver, or all of them behind and before their tiles.
class Ranks {
 public:
  Ranks(const TileGrid& grid, std::int64_t rounds, const Field& whole, std::int64_t buffers, Random& random)
      : grid_(grid), as_solver_(random(0, 2) > 0) {
    for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
      auto one = std::make_unique<Rank>();
      one->field = rank_field(grid, rank, whole);
      const auto happens = random(0, 2) == 0 ? Happens::loads_first : Happens::at_random;
      one->device = device_with(buffers, happens, static_cast<std::uint64_t>(random(0, 1000)));
      one->tiles = std::make_unique<TilePipeline>(*one->device, grid, rank);
      for (std::int64_t group = 0; group < 2 * rounds; ++group) {
        for (TileStep& step : plan_group(grid, rank, group % 2 == 1)) one->steps.push_back(std::move(step));
      }
      ranks_.push_back(std::move(one));
    }
  }

  std::int64_t wrong_points(Random& random, const Field& expected) {
    while (step_one(random)) {
    }
    std::int64_t wrong = 0;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      EXPECT_EQ(ranks_[rank]->next, ranks_[rank]->steps.size()) << "a rank waits for ever";
      ranks_[rank]->tiles->finish();
      EXPECT_EQ(ranks_[rank]->device->loads_of_changed_memory, 0);
      wrong += differing_points(grid_, static_cast<std::int64_t>(rank), ranks_[rank]->field, expected);
    }
    return wrong;
  }

 private:
  struct Rank {
    Field field;
    std::unique_ptr<FakeAccelerator> device;
    std::unique_ptr<TilePipeline> tiles;
    std::vector<TileStep> steps;
    std::size_t next = 0;
  };

  bool is_ready(std::int64_t number) {
    const Rank& rank = *ranks_[static_cast<std::size_t>(number)];
    if (rank.next == rank.steps.size()) return false;
    const auto are_here = [&](std::size_t step, Arrivals which) {
      const std::vector<TileMessage>& messages = rank.steps[step].receives;
      return std::none_of(messages.begin(), messages.end(), [&](const TileMessage& message) {
        return is_among(message, which) && queues_[{message.peer, number}].empty();
      });
    };
    if (!as_solver_) return are_here(rank.next, Arrivals::all);
    return are_here(rank.next, Arrivals::others) &&
           (rank.next + 1 == rank.steps.size() || are_here(rank.next + 1, Arrivals::ahead));
  }

  // The messages of a rank.
  struct Mail {
    void receive(std::size_t step, Arrivals which) {
      for (const TileMessage& message : rank.steps[step].receives) {
        if (!is_among(message, which)) continue;
        std::deque<Field>& waiting = all.queues_[{message.peer, number}];
        unpack(message, all.grid_.stored(number), waiting.front().data(), rank.field.data());
        waiting.pop_front();
      }
    }
    void send(const TileDeparture& one) {
      const TileMessage& message = rank.steps[one.step].sends[one.message];
      Field packed(static_cast<std::size_t>(message.words()));
      pack(message, all.grid_.stored(number), rank.field.data(), packed.data());
      all.queues_[{number, message.peer}].push_back(std::move(packed));
    }

    Ranks& all;
    Rank& rank;
    std::int64_t number;
  };

  bool step_one(Random& random) {
    std::vector<std::int64_t> ready;
    for (std::int64_t number = 0; number < grid_.ranks(); ++number)
      if (is_ready(number)) ready.push_back(number);
    if (ready.empty()) return false;
    const std::int64_t number = ready[static_cast<std::size_t>(random(0, static_cast<std::int64_t>(ready.size()) - 1))];
    Rank& rank = *ranks_[static_cast<std::size_t>(number)];
    const TileFrame frame = grid_.stored(number);
    const std::size_t at = rank.next++;
    const TileStep& step = rank.steps[at];
    const TileStep* const next = rank.next < rank.steps.size() ? &rank.steps[rank.next] : nullptr;
    Mail mail{*this, rank, number};
    if (as_solver_) {
      StepOrder order(*rank.tiles, rank.steps, frame, rank.field.data(), mail);
      order.receive(at);
      order.sweep(0, at, random(0, 3) > 0 ? next : nullptr);
    } else {
      if (!step.receives.empty()) {
        rank.tiles->release(step, Arrivals::all, frame, rank.field.data());
        mail.receive(at, Arrivals::all);
        rank.tiles->received(step, Arrivals::all);
      }
      if (next != nullptr && random(0, 3) > 0) rank.tiles->expect(*next);
      rank.tiles->run(0, step, frame, rank.field.data());
      if (next != nullptr && random(0, 3) > 0) rank.tiles->prepare(*next, frame, rank.field.data());
      for (std::size_t message = 0; message < step.sends.size(); ++message) {
        rank.tiles->bring(step.sends[message]);
        mail.send({at, message});
      }
    }
    const std::size_t in_group = static_cast<std::size_t>(grid_.rows().tiles() * grid_.cols().tiles());
    if (rank.next + in_group > rank.steps.size() && random(0, 1) == 0) rank.tiles->settle(step, next);
    return true;
  }

  const TileGrid& grid_;
  bool as_solver_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::deque<Field>> queues_;
};

TEST(TilePipeline, HasTheBitsOfTheGoldenLoopWheneverCallsAreCarriedOut) {
  Random random(test_seed());
  for (int number = 0; number < 120; ++number) {
    // Whole rows as they are fused, and columns cut as well.
    const bool whole_rows = number % 3 == 0;
    const std::int64_t row_parts = random(1, whole_rows ? 4 : 3);
    TileGridShape shape = random_shape(random, row_parts, whole_rows ? 1 : random(1, 3), {4, whole_rows ? 5 : 3, 4, 6});
    if (whole_rows) shape.tile_cols = 1;
    const std::int64_t buffers = random(1, 3);
    const std::int64_t rounds = random(1, 3);
    SCOPED_TRACE(::testing::Message() << describe(shape) << ", " << buffers << " buffers, " << rounds << " rounds");
    const TileGrid grid(shape);
    const Field field = seeded_field(grid, 3);
    ASSERT_EQ(Ranks(grid, rounds, field, buffers, random).wrong_points(random, golden(grid, field, rounds)), 0);
  }
}

}  // namespace
}  // namespace stencil::test
