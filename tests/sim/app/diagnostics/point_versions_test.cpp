// Points that a schedule of tiles reads otherwise than the tile before has set them.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/stores/point_versions.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace stencil {
namespace {

constexpr std::int64_t cols = 5;

// A field of 12 rows, of which each block of tiles has 4, between a row before and a row behind them; one buffer.
class PointVersionsCase : public ::testing::Test {
 protected:
  // Field rows [first, last) into the buffer, whose row 0 is row `at` of the field.
  void load(std::int64_t first, std::int64_t last, std::int64_t at) {
    calls_.calls.push_back(transfer(CapsuleCall::Kind::load, first, last, at));
  }
  void store(std::int64_t first, std::int64_t last, std::int64_t at) {
    calls_.calls.push_back(transfer(CapsuleCall::Kind::store, first, last, at));
  }
  // The rows behind row `at`, four of them.
  void tile(std::int64_t at) {
    TileCommand tile;
    tile.rows = 6;
    tile.cols = cols;
    tile.sweeps = 1;
    tile.top.at = tile.left.at = 1;
    tile.bottom.at = 5;
    tile.right.at = cols - 1;
    CapsuleCall call;
    call.kind = CapsuleCall::Kind::command;
    call.command = tile;
    calls_.calls.push_back(std::move(call));
    CapsulePlace place;
    place.block = static_cast<std::int64_t>(places_.size());
    place.row = at;
    places_.push_back(place);
  }
  std::string found() {
    PointVersions versions([this](std::int64_t tile) { return places_[static_cast<std::size_t>(tile)]; });
    versions.add(calls_);
    return versions.found().value_or("");
  }

 private:
  CapsuleCall transfer(CapsuleCall::Kind kind, std::int64_t first, std::int64_t last, std::int64_t at) {
    CapsuleCall call;
    call.kind = kind;
    call.place = {Bank::f, 0, (first - at) * cols, (last - first) * cols};
    call.host = field_.data() + first * cols;
    return call;
  }

  std::vector<double> field_ = std::vector<double>(12 * cols);
  std::vector<CapsulePlace> places_;
  Capsule calls_;
};

TEST_F(PointVersionsCase, AreRightWhereEachTileLoadsItsRows) {
  load(0, 6, 0);
  tile(0);
  store(1, 5, 0);
  load(4, 10, 4);
  tile(4);
  store(5, 9, 4);
  EXPECT_EQ(found(), "");
}

TEST_F(PointVersionsCase, ShowARowThatTheTileBeforeHasSetAndNobodyStored) {
  load(0, 6, 0);
  tile(0);
  store(1, 4, 0);
  load(4, 10, 4);
  tile(4);
  EXPECT_EQ(found(),
            "row 4 of the field, which tile 0 of step 0 (call 1) had set, had not been stored when the load of f "
            "buffer 0 (call 3) read it from the host");
}

// The buffer still has a row of the tile before there.
TEST_F(PointVersionsCase, ShowARowThatWasNotLoaded) {
  load(0, 6, 0);
  tile(0);
  store(1, 5, 0);
  load(4, 9, 4);
  tile(4);
  EXPECT_EQ(found(),
            "tile 1 of step 0 (call 4) reads row 9 of the field, which no load has brought into f buffer 0: in its "
            "place is row 5 of the field");
}

}  // namespace
}  // namespace stencil
