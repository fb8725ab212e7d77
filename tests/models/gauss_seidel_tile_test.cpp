// SPDX-License-Identifier: Apache-2.0
#include "models/gauss_seidel_tile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "models/compare.hpp"
#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil::gauss_seidel_tile_test {
namespace {

using Field = std::vector<double>;

// The result of each point, found from its dependences instead of from an order of loops: neighbours before it have the
// values of this sweep if this sweep sets them. Volatile intermediates, which no compiler flag can reorder.
class Reference {
 public:
  Reference(const Tile& tile, Field f) : tile_(tile), old_(std::move(f)) {}

  Field all() {
    for (sweep_ = 1; sweep_ <= tile_.sweeps; ++sweep_) {
      known_.assign(old_.size(), false);
      now_ = old_;
      for (std::int64_t i = 0; i < tile_.rows; ++i)
        for (std::int64_t j = 0; j < tile_.cols; ++j) value(i, j);
      old_ = now_;
    }
    return old_;
  }

 private:
  std::size_t cell(std::int64_t i, std::int64_t j) const { return static_cast<std::size_t>(i * tile_.cols + j); }
  double old(std::int64_t i, std::int64_t j) const { return old_[cell(i, j)]; }

  double value(std::int64_t i, std::int64_t j) {
    const auto at = [&](const TileEdge& edge) { return edge.at + edge.slope * (sweep_ - 1); };
    const bool set = i >= at(tile_.top) && i < at(tile_.bottom) && j >= at(tile_.left) && j < at(tile_.right);
    if (!set) return old(i, j);
    const std::size_t here = cell(i, j);
    if (known_[here]) return now_[here];
    const bool back = tile_.backward;
    volatile double sum = (back ? old(i - 1, j) : value(i - 1, j)) + (back ? value(i + 1, j) : old(i + 1, j));
    sum = sum + old(i, j);
    sum = sum + (back ? old(i, j - 1) : value(i, j - 1));
    sum = sum + (back ? value(i, j + 1) : old(i, j + 1));
    sum = sum / 5.0;
    known_[here] = true;
    return now_[here] = std::isnan(sum) ? from_bits(0x7ff8000000000000u) : sum;
  }

  Tile tile_;
  Field old_, now_;
  std::vector<bool> known_;
  std::int64_t sweep_ = 1;
};

// A tile of all inner points, swept forward or backward `sweeps` times.
Tile whole(std::int64_t rows, std::int64_t cols, std::int64_t sweeps, bool backward) {
  return {rows, cols, sweeps, backward, {1, 0}, {rows - 1, 0}, {1, 0}, {cols - 1, 0}};
}

Field swept(const Tile& tile, Field f) {
  golden_tile(tile, f.data());
  return f;
}

TEST(GaussSeidelTile, FollowsAHandWorkedRow) {
  const Field f{0, 5, 10, 0,   //
                3, 1, 2,  40,  //
                0, 6, 4,  0};
  // (5+6+1+3+2)/5 = 3.4, then (10+4+2+3.4+40)/5; backward (10+4+2+1+40)/5 = 11.4 first.
  EXPECT_EQ(swept(whole(3, 4, 1, false), f), (Field{0, 5, 10, 0, 3, 17 / 5.0, 59.4 / 5, 40, 0, 6, 4, 0}));
  EXPECT_EQ(swept(whole(3, 4, 1, true), f), (Field{0, 5, 10, 0, 3, 26.4 / 5, 57 / 5.0, 40, 0, 6, 4, 0}));
}

TEST(GaussSeidelTile, AddsNorthAndSouthThenItselfThenWestThenEastInBothDirections) {
  const double big = 0x1p60;
  const auto point = [](double north, double south, double centre, double west, double east) {
    return Field{0, north, 0, west, centre, east, 0, south, 0};
  };
  for (const bool backward : {false, true}) {
    EXPECT_EQ(swept(whole(3, 3, 1, backward), point(big, -big, 1, 4, 0))[4], 1.0);
    EXPECT_EQ(swept(whole(3, 3, 1, backward), point(1, big, -big, 5, 0))[4], 1.0) << "1 is lost beside 2^60";
    EXPECT_EQ(swept(whole(3, 3, 1, backward), point(0, 1, big, -big, 5))[4], 1.0);
    EXPECT_EQ(swept(whole(3, 3, 1, backward), point(0, 0, 1, big, -big))[4], 0.0);
  }
}

TEST(GaussSeidelTile, DividesByFiveAndDoesNotMultiplyByAFifth) {
  const Field f{0, 1, 0, 0, 1, 0, 0, 1, 0};
  EXPECT_EQ(bits_of(swept(whole(3, 3, 1, false), f)[4]), 0x3fe3333333333333u);  // 3*0.2 is one ULP above
}

TEST(GaussSeidelTile, EqualsWhatEachPointDependsOnForRandomTiles) {
  const unsigned seed = 61;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const auto below = [&](std::int64_t bound) { return static_cast<std::int64_t>(random() % bound); };
  std::int64_t crossed = 0, moving = 0;
  for (int number = 0; number < 3000; ++number) {
    Tile tile;
    tile.rows = 3 + below(12);
    tile.cols = 3 + below(12);
    tile.backward = below(2) == 1;
    tile.sweeps = 1 + below(7);
    const auto edge = [&](std::int64_t last) {
      TileEdge some;
      do {
        some = {1 + below(last), static_cast<int>(below(3)) - 1};
      } while (some.in_sweep(tile.sweeps) < 1 || some.in_sweep(tile.sweeps) > last);
      moving += some.slope != 0;
      return some;
    };
    tile.top = edge(tile.rows - 1);
    tile.bottom = edge(tile.rows - 1);
    tile.left = edge(tile.cols - 1);
    tile.right = edge(tile.cols - 1);
    crossed += tile.top.at > tile.bottom.at || tile.left.at > tile.right.at;
    Field f(static_cast<std::size_t>(tile.rows * tile.cols));
    fill_problem_rows(static_cast<std::uint64_t>(number), ProblemArray::f, 0, tile.rows, tile.cols, f.data());
    const Field expected = Reference(tile, f).all();
    const Field got = swept(tile, f);
    ASSERT_EQ(compare_rows(expected.data(), got.data(), 0, tile.rows, tile.cols).mismatches, 0) << number;
  }
  EXPECT_GT(crossed, 100);
  EXPECT_GT(moving, 1000);
}

TEST(GaussSeidelTile, TouchesNothingOutsideTheWindowAndStoresTheCanonicalNan) {
  const double poison = from_bits(0xfff4000000000123u);
  Field f(7 * 6, poison);
  Tile tile = whole(7, 6, 2, true);
  tile.top = {2, 1};
  tile.bottom = {4, 1};
  tile.left = {3, -1};
  tile.right = {4, -1};
  golden_tile(tile, f.data());
  for (std::int64_t i = 0; i < 7; ++i) {
    for (std::int64_t j = 0; j < 6; ++j) {
      const bool set = (j == 3 && (i == 2 || i == 3)) || (j == 2 && (i == 3 || i == 4));
      EXPECT_EQ(bits_of(f[static_cast<std::size_t>(6 * i + j)]), set ? canonical_nan_bits : bits_of(poison))
          << i << " " << j;
    }
  }
}

TEST(GaussSeidelTile, RefusesWhatWouldLeaveTheBlockAndTouchesNothing) {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  const Field f(5 * 5, 1.5);
  const auto refuses = [&](auto&& change) {
    Tile tile = whole(5, 5, 3, false);
    change(tile);
    Field got = f;
    EXPECT_THROW(golden_tile(tile, got.data()), std::invalid_argument);
    EXPECT_EQ(got, f);
  };
  refuses([](auto& t) { t.rows = 2; });
  refuses([](auto& t) { t.cols = 2; });
  refuses([](auto& t) { t.sweeps = -1; });
  refuses([](auto& t) { t.top.at = 0; });
  refuses([](auto& t) { t.bottom.at = 5; });
  refuses([](auto& t) { t.left = {2, -1}; });
  refuses([](auto& t) { t.right = {3, 1}; });
  refuses([](auto& t) { t.right = {1, 2}; });
  refuses([](auto& t) { t.top = {1, 1}, t.sweeps = huge; });
  refuses([](auto& t) { t.top = {huge, 1}; });
  Tile tile = whole(5, 5, 3, false);
  tile.left = {3, -1};
  tile.right = {2, 1};
  EXPECT_NO_THROW(swept(tile, f));
  tile.sweeps = 0;
  tile.left.at = 17;
  EXPECT_EQ(swept(tile, f), f) << "no sweep, no edge";
}

}  // namespace
}  // namespace stencil::gauss_seidel_tile_test
