// Random grids of ranks emulated in one process: a right run is clean, and a planted fault is found where it is.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/input_check/tile_input_check.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "models/values/canonical_nan.hpp"
#include "tests/host/gauss_seidel/emulated_case.hpp"

namespace stencil {
namespace {

using test::Random;

enum class Fault { none, read, loaded, put_back, received };

// Where a fault is planted: in the tile-th tile that any rank makes for which there is a point for it.
struct Plant {
  Fault fault = Fault::none;
  std::int64_t tile = 0;
};

struct Planted {
  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t index = 0;
  std::int64_t row = 0;
  std::int64_t col = 0;
};

double other_bit(double value) {
  return from_bits(bits_of(value) ^ 1);
}

// Checks every tile of every rank, and makes one of them wrong.
class Checked final : public test::TileWitness {
 public:
  Checked(const TileGrid& grid, const test::Field& whole, const Plant& plant, Random& random)
      : grid_(grid), plant_(plant), random_(random) {
    for (std::int64_t rank = 0; rank < grid.ranks(); ++rank)
      checks_.push_back(std::make_unique<TileInputCheck>(whole, grid, rank));
    tiles_.resize(checks_.size());
    has_found_.resize(checks_.size());
  }

  void before(std::int64_t rank, const TileStep& step, double* field) override {
    if (is_due(Fault::received) && !step.receives.empty()) spoil_received(rank, step, field);
    const TileFrame stored = grid_.stored(rank);
    if (plant_.fault == Fault::read && !planted_ && tiles_[index(rank)] == 0 && grid_.row_part(rank) > 0) {
      const PointRange cols = step.window.cols.in_sweep(1);
      planted_ = Planted{rank, 0, 0, grid_.owned(rank).rows.first - 1, random_(cols.first, cols.last - 1)};
      double& point = field[stored.index(planted_->row, planted_->col)];
      point = other_bit(point);
    }
    const TileFrame frame = block_of(step.window).frame;
    Capsule calls;
    const std::int64_t in_step = grid_.rows().tiles() * grid_.cols().tiles();
    calls.origin.step = tiles_[index(rank)] / in_step;
    calls.origin.first_block = tiles_[index(rank)]++ % in_step;
    CapsuleCall load;
    load.kind = CapsuleCall::Kind::load;
    for (std::int64_t row = frame.rows.first; row < frame.rows.last; ++row) {
      const double* const first = field + stored.index(row, frame.cols.first);
      load.data.insert(load.data.end(), first, first + frame.cols.count());
    }
    if (is_due(Fault::loaded)) {
      const PointRange rows = step.window.rows.in_sweep(1);
      const PointRange cols = step.window.cols.in_sweep(1);
      if (rows.count() > 0 && cols.count() > 0) {
        plant_at(rank, random_(rows.first, rows.last - 1), random_(cols.first, cols.last - 1));
        double& word = load.data[static_cast<std::size_t>(frame.index(planted_->row, planted_->col))];
        word = other_bit(word);
      }
    }
    calls.calls.push_back(std::move(load));
    keep(rank, checks_[index(rank)]->wrong_load(calls, field));
  }

  void after(std::int64_t rank, const TileStep& step, double* field) override {
    const PointRange rows = step.window.rows.in_sweep(step.window.sweeps);
    const PointRange cols = step.window.cols.in_sweep(step.window.sweeps);
    if (is_due(Fault::put_back) && rows.count() > 0 && cols.count() > 0) {
      plant_at(rank, random_(rows.first, rows.last - 1), random_(cols.first, cols.last - 1));
      double& point = field[grid_.stored(rank).index(planted_->row, planted_->col)];
      point = other_bit(point);
    }
    checks_[index(rank)]->after_tile(field);
    ++made_;
  }

  void finish(const test::EmulatedRanks& ranks) {
    for (std::int64_t rank = 0; rank < grid_.ranks(); ++rank)
      keep(rank, checks_[index(rank)]->wrong_result(ranks.field(rank).data()));
  }

  const std::optional<Planted>& planted() const { return planted_; }
  const std::optional<WrongRow>& found() const { return found_; }
  std::int64_t found_rank() const { return found_rank_; }

 private:
  static std::size_t index(std::int64_t rank) { return static_cast<std::size_t>(rank); }
  bool is_due(Fault fault) const { return plant_.fault == fault && !planted_ && made_ >= plant_.tile; }

  void plant_at(std::int64_t rank, std::int64_t row, std::int64_t col) {
    const std::int64_t in_step = grid_.rows().tiles() * grid_.cols().tiles();
    const std::int64_t tile = tiles_[index(rank)] - 1;
    planted_ = Planted{rank, tile / in_step, tile % in_step, row, col};
  }

  void spoil_received(std::int64_t rank, const TileStep& step, double* field) {
    const std::vector<TileLine>& lines = step.receives.front().lines;
    const TileLine& line = lines[static_cast<std::size_t>(random_(0, static_cast<std::int64_t>(lines.size()) - 1))];
    if (line.words() == 0) return;
    planted_ =
        Planted{rank, 0, 0, random_(line.rows.first, line.rows.last - 1), random_(line.cols.first, line.cols.last - 1)};
    double& point = field[grid_.stored(rank).index(planted_->row, planted_->col)];
    point = other_bit(point);
  }

  // The first of each rank counts, as in a run.
  void keep(std::int64_t rank, const std::optional<WrongRow>& wrong) {
    if (!wrong || has_found_[index(rank)]) return;
    has_found_[index(rank)] = true;
    if (found_ && found_->order <= wrong->order) return;
    found_ = wrong;
    found_rank_ = rank;
  }

  const TileGrid& grid_;
  Plant plant_;
  Random& random_;
  std::vector<std::unique_ptr<TileInputCheck>> checks_;
  std::vector<std::int64_t> tiles_;  // made, by rank
  std::vector<bool> has_found_;
  std::int64_t made_ = 0;
  std::optional<Planted> planted_;
  std::optional<WrongRow> found_;
  std::int64_t found_rank_ = 0;
};

void expect_found(const Fault fault, const Checked& checked) {
  if (fault == Fault::none || !checked.planted()) {
    ASSERT_FALSE(checked.found()) << "a false alarm";
    return;
  }
  const Planted& planted = *checked.planted();
  // A point at a corner may be received and read by no sweep.
  if (fault == Fault::received && !checked.found()) return;
  ASSERT_TRUE(checked.found());
  const WrongRow& found = *checked.found();
  // A corner is sent on, by a rank that may not read it, to one that does.
  const bool sent_on = fault == Fault::received && found.owner != checked.found_rank();
  ASSERT_TRUE(checked.found_rank() == planted.rank || sent_on) << checked.found_rank();
  ASSERT_EQ(found.row, planted.row);
  ASSERT_EQ(found.col, planted.col);
  ASSERT_EQ(found.got, found.expected ^ 1);
  ASSERT_EQ(found.component == WrongRow::Component::halo_exchange, fault == Fault::received);
  if (fault == Fault::received) return;
  ASSERT_EQ(found.found == WrongRow::Found::put_back, fault == Fault::put_back);
  ASSERT_TRUE(found.block);
  ASSERT_EQ(found.step, planted.step);
  ASSERT_EQ(found.block->block, planted.index);
}

TEST(TileInputCheck, FindsWhatIsWrongAndNothingElse) {
  Random random(test::test_seed());
  std::int64_t received_faults_found = 0;
  for (int number = 0; number < 400; ++number) {
    const TileGridShape shape = test::random_shape(random, {3, 3, 4, 5});
    const std::int64_t rounds = random(1, 3);
    const TileGrid grid(shape);
    const test::Field field = test::seeded_field(grid, 3);
    const std::int64_t tiles = 2 * rounds * grid.ranks() * shape.tile_rows * shape.tile_cols;
    const Plant plant{static_cast<Fault>(random(0, 4)), random(0, tiles - 1)};
    SCOPED_TRACE("case " + std::to_string(number) + ": " + test::describe(shape) + ", rounds " +
                 std::to_string(rounds) + ", fault " + std::to_string(static_cast<int>(plant.fault)));
    Checked checked(grid, field, plant, random);
    test::EmulatedRanks ranks(grid, rounds, field);
    ranks.tell(&checked);
    ranks.run(random, test::golden(grid, field, rounds));
    checked.finish(ranks);
    expect_found(plant.fault, checked);
    if (HasFatalFailure()) return;
    if (plant.fault == Fault::received && checked.found()) ++received_faults_found;
  }
  EXPECT_GT(received_faults_found, 30);
}

}  // namespace
}  // namespace stencil
