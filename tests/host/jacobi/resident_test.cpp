// Strips that stay in their devices over steps: the field of all, dealt to ranks that here take turns.
// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/steps/resident.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "tests/host/jacobi/fields.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil::resident_test {
namespace {

using test::FakeAccelerator;
using test::Field;
using test::problem;
using test::same_bits;
using test::swept;
using test::weights;
using Happens = FakeAccelerator::Happens;

class Ledger final : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { runs.push_back(run); }
  std::vector<BlockRun> runs;
};

// Ranks with as many rows each, halo rows between them.
class Ranks {
 public:
  Ranks(std::int64_t ranks, std::int64_t owned, std::int64_t cols, std::int64_t halo, std::int64_t steps,
        Happens happens, std::uint64_t seed)
      : cols_(cols),
        owned_(owned),
        halo_(halo),
        all_f_(problem(5, ProblemArray::f, ranks * owned, cols)),
        all_r_(problem(5, ProblemArray::r, ranks * owned, cols)) {
    for (std::int64_t k = 0; k < ranks; ++k) {
      auto& rank = ranks_.emplace_back(std::make_unique<Rank>());
      rank->halo = {k > 0 ? halo : 0, k + 1 < ranks ? halo : 0};
      rank->rows = rank->halo.before + owned + rank->halo.after;
      const auto first = all_f_.begin() + (k * owned - rank->halo.before) * cols;
      rank->f.assign(first, first + rank->rows * cols);
      const auto first_r = all_r_.begin() + (k * owned - rank->halo.before) * cols;
      rank->r.assign(first_r, first_r + rank->rows * cols);
      rank->device = std::make_unique<FakeAccelerator>(rank->rows * cols, cols, happens, 1, 1, seed + k);
      rank->strip = std::make_unique<ResidentStrip>(
          *rank->device, StripArrays{rank->rows, cols, rank->f.data(), rank->r.data()}, rank->halo, weights, steps);
    }
  }

  void step(std::int64_t niter, bool whole) {
    if (made_ > 0) {
      move_rows(up, true);
      move_rows(down, true);
    }
    made_ += niter;
    for (const auto& rank : ranks_) {
      const Field before = rank->f;
      rank->strip->step(niter, whole, &rank->ledger);
      if (whole && whole_before_) {
        EXPECT_TRUE(same_bits(rank->f, swept(before, rank->r, rank->rows, cols_, niter)));
      }
    }
    whole_before_ = whole;
  }

  // The same, but for the exchange before: one behind it comes with one neighbour after the other, of ranks in `turns`.
  void step_in_turn(std::int64_t niter, bool is_first, bool is_last, std::uint64_t turns) {
    if (is_first) {
      move_rows(up, true);
      move_rows(down, true);
    }
    made_ += niter;
    for (std::size_t k = 0; k < ranks_.size(); ++k) {
      Rank& rank = *ranks_[k];
      const bool half = rank.strip->begin(niter, false, &rank.ledger);
      EXPECT_TRUE(!half || (!is_last && rank.halo.before > 0 && rank.halo.after > 0));
      rank.in_turn = half && (turns >> k & 1) != 0;
      if (!rank.in_turn) rank.strip->end(false, &rank.ledger);
    }
    if (is_last) return;
    move_rows(up, false);
    for (const auto& rank : ranks_)
      if (rank->in_turn) rank->strip->end(true, &rank->ledger);
    for (const auto& rank : ranks_) rank->in_turn = !rank->in_turn;
    move_rows(up, false);
    for (const auto& rank : ranks_) rank->in_turn = true;
    move_rows(down, false);
  }

  void expect_all_swept() const {
    const auto ranks = static_cast<std::int64_t>(ranks_.size());
    const Field expected = swept(all_f_, all_r_, ranks * owned_, cols_, made_);
    for (std::int64_t k = 0; k < ranks; ++k) {
      const Rank& rank = *ranks_[static_cast<std::size_t>(k)];
      EXPECT_TRUE(
          same_bits(rank.f.data() + rank.halo.before * cols_, expected.data() + k * owned_ * cols_, owned_ * cols_))
          << "rank " << k;
    }
  }

  // Of each rank: what a step moved.
  void expect_bytes(std::int64_t steps, bool whole) const {
    for (const auto& rank : ranks_) {
      const std::int64_t halos = rank->halo.before + rank->halo.after;
      CycleCounts cycles;
      ASSERT_EQ(static_cast<std::int64_t>(rank->ledger.runs.size()), steps);
      for (std::int64_t step = 0; step < steps; ++step) {
        const BlockRun& run = rank->ledger.runs[static_cast<std::size_t>(step)];
        const bool all = whole || step + 1 == steps;
        const std::int64_t loaded = step == 0 ? 2 * rank->rows : halos;
        EXPECT_EQ(run.traffic.bytes_to_device, 8 * cols_ * loaded) << "step " << step;
        EXPECT_EQ(run.traffic.bytes_from_device, 8 * cols_ * (all ? rank->rows : std::min(halos, owned_)));
        EXPECT_EQ(run.step, step);
        EXPECT_EQ(run.position, step);
        EXPECT_EQ(run.positions, steps);
        EXPECT_EQ(run.block.keep, rank->rows);
        cycles += run.cycles;
      }
      EXPECT_EQ(cycles.total() + 11, rank->device->cycles().total());  // 11: before the first step
    }
  }

 private:
  struct Rank {
    RowHalo halo;
    std::int64_t rows = 0;
    Field f, r;
    std::unique_ptr<FakeAccelerator> device;
    std::unique_ptr<ResidentStrip> strip;
    Ledger ledger;
    bool in_turn = false;
  };

  // Halos from the edge rows of a neighbour, of all ranks or of those in turn.
  enum Way { up, down };
  void move_rows(Way way, bool all) {
    for (std::size_t k = 0; k + 1 < ranks_.size(); ++k) {
      Rank &north = *ranks_[k], &south = *ranks_[k + 1];
      if (!all && !(way == up ? north : south).in_turn) continue;
      const std::int64_t words = halo_ * cols_;
      if (way == up)
        std::copy_n(south.f.begin() + words, words, north.f.end() - words);
      else
        std::copy_n(north.f.end() - 2 * words, words, south.f.begin());
    }
  }

  std::int64_t cols_, owned_, halo_;
  Field all_f_, all_r_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  std::int64_t made_ = 0;
  bool whole_before_ = true;
};

TEST(ResidentStrip, HasTheFieldOfAllRanks) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 600; ++i) {
    const std::int64_t halo = random(1, 5), ranks = random(1, 5), steps = random(1, 6);
    const std::int64_t owned = random(halo, 4 * halo), cols = random(1, 5);
    const bool whole = random(0, 2) == 0;
    const Happens orders[] = {Happens::at_random,    Happens::loads_first, Happens::stores_first,
                              Happens::sweeps_first, Happens::at_once,     Happens::at_wait};
    SCOPED_TRACE(::testing::Message() << "case " << i << ": " << ranks << " ranks of " << owned << " x " << cols
                                      << ", halo " << halo << ", " << steps << " steps");
    Ranks all(ranks, owned, cols, halo, steps, orders[static_cast<std::size_t>(i) % std::size(orders)],
              static_cast<std::uint64_t>(random(0, 1 << 30)));
    const bool in_turn = !whole && random(0, 1) == 0;
    for (std::int64_t step = 0; step < steps; ++step) {
      const bool is_last = step + 1 == steps;
      const std::int64_t niter = is_last ? random(1, halo) : halo;
      if (in_turn)
        all.step_in_turn(niter, step == 0, is_last, static_cast<std::uint64_t>(random(0, 31)));
      else
        all.step(niter, whole);
    }
    all.expect_all_swept();
    all.expect_bytes(steps, whole);
    if (::testing::Test::HasFailure()) return;
  }
}

std::string refusal(std::int64_t rows, const RowHalo& halo, std::int64_t steps) {
  FakeAccelerator device(60, 3);
  Field f(static_cast<std::size_t>(rows * 3));
  try {
    const ResidentStrip strip(device, {rows, 3, f.data(), f.data()}, halo, weights, steps);
  } catch (const ArgumentError& error) {
    EXPECT_TRUE(device.calls.empty());
    return error.what();
  }
  return "accepted";
}

TEST(ResidentStrip, RefusesWhatDoesNotFit) {
  EXPECT_EQ(refusal(20, {4, 4}, 2), "accepted");
  EXPECT_EQ(refusal(21, {4, 4}, 2), "rows of the largest block = 21, must be 1 .. 20 (60 words per buffer, 3 columns)");
  EXPECT_EQ(refusal(20, {4, 4}, 0), "steps = 0, must be >= 1");
  EXPECT_EQ(refusal(20, {12, 8}, 2), "halo rows after = 8, must be 0 .. 7");
}

TEST(ResidentStrip, MakesNoMoreStepsThanToldAtFirst) {
  FakeAccelerator device(60, 3);
  Field f(30);
  ResidentStrip strip(device, {10, 3, f.data(), f.data()}, {}, weights, 1);
  strip.step(1, false, nullptr);
  EXPECT_THROW(strip.step(1, false, nullptr), std::logic_error);
}

}  // namespace
}  // namespace stencil::resident_test
