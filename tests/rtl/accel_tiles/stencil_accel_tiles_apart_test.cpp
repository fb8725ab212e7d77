// Tiles of stencil_accel: illegal ones write nothing, chains of blocks do not include them, they do not measure CHANGE.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/accel_tiles/accel_tiles_case.hpp"

namespace stencil::test::stencil_accel_tiles_test {
namespace {

TEST_P(StencilAccelTiles, IllegalTilesSetErrorTileAndTouchNothing) {
  auto& bench = make();
  load_random();
  const std::int64_t cols = 3;
  struct Case {
    const char* what;
    AccelCommand command;
    TileJob job;
  };
  const TileJob good = whole(9, cols, 3);
  std::vector<Case> cases;
  const auto add = [&](const char* what, auto change, AccelCommand command = {9}) {
    TileJob job = good;
    change(job);
    cases.push_back({what, command, job});
  };
  const auto nothing = [](TileJob&) {};
  add("above", nothing, {9, 0, 0, true, false});
  add("below", nothing, {9, 0, 0, false, true});
  add("above and below", nothing, {9, 0, 0, true, true});
  add("few slots", [&](TileJob& job) { job.slots = shape().slots_min - 1; });
  add("many slots", [&](TileJob& job) { job.slots = shape().slots_max + 1; });
  add("two rows", [](TileJob& job) { job.bottom.at = 1; }, {2});
  add("two columns", [](TileJob& job) {
    job.cols = 2;
    job.right.at = 1;
  });
  add("bottom beyond", nothing, {8 - 1});
  for (int edge = 0; edge < 4; ++edge) {
    const auto at = [edge](TileJob& job) -> Edge& {
      return edge == 0 ? job.top : edge == 1 ? job.bottom : edge == 2 ? job.left : job.right;
    };
    const std::int64_t last = edge < 2 ? 8 : 2;
    add("slope -2", [&](TileJob& job) { at(job).slope = -2; });
    add("at 0", [&](TileJob& job) { at(job) = {0, 0}; });
    add("beyond the border", [&](TileJob& job) { at(job) = {last + 1, 0}; });
    add("far away", [&](TileJob& job) { at(job) = {0xffffffff, 0}; });
    add("down to 0", [&](TileJob& job) { at(job) = {2, -1}; });
    add("up to the border", [&](TileJob& job) { at(job) = {last - 1, 1}; });
    add("in from beyond", [&](TileJob& job) { at(job) = {last + 2, -1}; });
  }
  for (const Case& illegal : cases) {
    SCOPED_TRACE(illegal.what);
    // The command comes right after the write of the register that makes it illegal, whichever that is.
    post_job(illegal.job);
    bench.post(illegal.command);
    bench.tick_until([&] { return bench.registers().idle(); }, "the command");
    bench.wait_until_idle();
    EXPECT_EQ(bench.read_register(REG_STATUS), status_failed);
    EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_TILE);
    bench.must_write(REG_STATUS, status_failed);
  }
  // Errors of the block come first.
  post_tile(good);
  bench.queue({0, 0, 0, true, true});
  bench.wait_until_idle();
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_ROWS);
  bench.must_write(REG_STATUS, status_failed);
  EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], 0);
  EXPECT_EQ(bench.read_register(REG_COMMANDS), 0u);
  EXPECT_EQ(bench.first_difference(), "");
  post_job(good);
  bench.post({9});
  bench.tick_until([&] { return bench.registers().idle(); }, "the command");
  bench.wait_until_idle();
  tile_model({9}, good);
  EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
  EXPECT_EQ(bench.first_difference(), "");
}

// A chain of skewed blocks leaves data in the device; none of them may reach a tile's buffers.
TEST_P(StencilAccelTiles, AfterAChainThatIsNotFinished) {
  if (!has(kernel_jacobi)) return;  // no chain without sweeps
  auto& bench = make();
  load_random();
  bench.job(3, 2);
  bench.queue({9, 0, 0, false, true});
  bench.queue({5, 1, 1, true, true});
  bench.wait_until_idle();
  EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
  load_random();
  const TileJob job = whole(20, 3, 3);
  for (unsigned buffer = 0; buffer < 2; ++buffer) {
    post_tile(job);
    bench.queue({20, buffer, buffer});
    bench.wait_until_idle();
    tile_model({20, buffer, buffer}, job);
    ASSERT_EQ(bench.first_difference(), "");
  }
  bench.must_write(REG_TILE, 0);
  bench.queue({5, 0, 0, true, false});
  bench.wait_until_idle();
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_CHAIN);
}

// Tiles neither add to CHANGE nor clear it, whatever their values.
TEST_P(StencilAccelTiles, ChangeIsNotTheirs) {
  if (!has(kernel_change)) return;
  auto& bench = make();
  load_odd();
  bench.must_write(REG_CHANGE, 0);
  const std::int64_t cols = std::min<std::int64_t>(shape().max_cols, 15), rows = 9;
  const AccelCommand command{rows};
  const auto tile = [&] {
    const TileJob job = whole(rows, cols, 3);
    post_tile(job);
    bench.queue(command);
    bench.wait_until_idle();
    tile_model(command, job);
  };
  tile();
  EXPECT_EQ(bench.read_register(REG_CHANGE), 0u);
  load_random();
  bench.must_write(REG_TILE, 0);
  bench.job(static_cast<std::uint64_t>(cols), 2);
  const Words before = bench.memory().f(), r = bench.memory().r();
  const Words f(before.begin(), before.begin() + rows * cols);
  bench.queue(command);
  bench.wait_until_idle();
  bench.sweep_model(command, cols, 2);
  const std::uint64_t change = largest_change(f, swept(f, r, rows, cols, 1, Weights()), rows, cols, 0, rows);
  EXPECT_EQ(bench.read_register(REG_CHANGE), change);
  EXPECT_GT(change, 0u);
  load_odd();
  tile();
  EXPECT_EQ(bench.read_register(REG_CHANGE), change);
  EXPECT_EQ(bench.first_difference(), "");
}

}  // namespace
}  // namespace stencil::test::stencil_accel_tiles_test
