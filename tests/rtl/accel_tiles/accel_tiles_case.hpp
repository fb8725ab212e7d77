// Tests of tile commands through the pins of stencil_accel: jobs, the golden tile, the cycles of a tile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/device/kernels/tiles/tile_timing.hpp"
#include "tests/rtl/kernels/tiles/tile_cases.hpp"
#include "tests/rtl/support/accel_tiles.hpp"

namespace stencil::test::stencil_accel_tiles_test {

using namespace stencil::contract;

class StencilAccelTiles : public AccelTest {
 protected:
  StencilAccelTiles() : AccelTest(kernel_tiles) {}
  const std::int64_t memory_words = static_cast<std::int64_t>(shape().memory_words);

  void post_job(const TileJob& job) { post_tile_job(*bench_, job); }
  void post_tile(const TileJob& job) {
    post_job(job);
    bench_->tick_until([&] { return bench_->registers().idle(); }, "the job");
  }
  void tile_model(const AccelCommand& command, const TileJob& job) {
    Words& f = bench_->memory().f(command.f_buffer);
    sweep_tile(f, job);  // a block begins at word 0, and no sweep looks beyond its rows
  }
  TileTiming timing_of(const AccelCommand& command, const TileJob& job) const {
    const TileEngineShape engine{shape().pes, shape().tile_latency, shape().slots_min, shape().slots_max};
    return tile_timing(engine, {static_cast<std::int64_t>(command.rows), job.cols, job.sweeps}, job.slots);
  }
  std::int64_t random_side(std::int64_t most) {
    return random.one_in(4) ? std::min<std::int64_t>(most, 40) : random.in(3, std::min<std::int64_t>(most, 25));
  }
  TileJob random_tile(std::int64_t rows, std::int64_t cols) {
    const std::int64_t slots = random.one_in(3) ? shape().slots_min : random.in(shape().slots_min, shape().slots_max);
    return random_job(rows, cols, random.in(1, 2 * shape().pes + 1), slots, random);
  }
  TileJob whole(std::int64_t rows, std::int64_t cols, std::int64_t sweeps) const {
    return whole_tile(shape(), rows, cols, sweeps);
  }
  void load_odd() { bench_->load(odd_values(shape().memory_words, random), odd_values(shape().memory_words, random)); }
};

}  // namespace stencil::test::stencil_accel_tiles_test
