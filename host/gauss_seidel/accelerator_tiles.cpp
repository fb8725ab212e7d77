// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/accelerator_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/device/counts.hpp"

namespace stencil {
namespace {

TileEdge from_block(const TileEdge& edge, const PointRange& block) {
  return {edge.at - block.first, edge.slope};
}

// The range and one line on either side. A device takes no fewer than three lines: one more where a tile of one line,
// between a cut and the border, sets none in the only sweep backward.
PointRange with_neighbours(const PointRange& set) {
  return {set.first - (set.count() > 0 ? 1 : 2), set.last + 1};
}

std::int64_t largest_block(const TileAxis& axis, bool backward) {
  std::int64_t points = 0;
  for (std::int64_t part = 0; part < axis.parts(); ++part) {
    for (std::int64_t tile = 0; tile < axis.tiles(); ++tile) {
      points = std::max(points, with_neighbours(axis.edges(part, tile, backward).over(axis.sweeps())).count());
    }
  }
  return points;
}

void copy_rows(const TileFrame& from, const double* source, const TileFrame& to, double* target,
               const TileFrame& points) {
  for (std::int64_t i = points.rows.first; i < points.rows.last; ++i) {
    std::copy_n(source + from.index(i, points.cols.first), points.cols.count(),
                target + to.index(i, points.cols.first));
  }
}

}  // namespace

TileBlock block_of(const TileWindow& window) {
  TileBlock block;
  block.frame = {with_neighbours(window.rows.over(window.sweeps)), with_neighbours(window.cols.over(window.sweeps))};
  TileCommand& command = block.command;
  command.rows = block.frame.rows.count();
  command.cols = block.frame.cols.count();
  command.sweeps = window.sweeps;
  command.backward = window.backward;
  command.top = from_block(window.rows.low, block.frame.rows);
  command.bottom = from_block(window.rows.high, block.frame.rows);
  command.left = from_block(window.cols.low, block.frame.cols);
  command.right = from_block(window.cols.high, block.frame.cols);
  return block;
}

void check_tiles_fit(const Capabilities& device, const TileGrid& grid) {
  check_tile_kernel(device);
  for (const bool backward : {false, true}) {
    // Every range of rows meets every range of columns, so the largest of both is the largest tile.
    const std::int64_t cols = largest_block(grid.cols(), backward);
    check_range("columns of the largest tile with one column around", cols, 3, device.max_cols,
                "the device's longest row");
    check_range("rows of the largest tile with one row around", largest_block(grid.rows(), backward), 3,
                device.memory_words / cols,
                fmt::format("{} words per buffer, {} columns", device.memory_words, cols).c_str());
  }
}

std::int64_t largest_tile_words(const TileGrid& grid) {
  std::int64_t words = 0;
  for (const bool backward : {false, true})
    words = std::max(words, (largest_block(grid.rows(), backward) + 1) * largest_block(grid.cols(), backward));
  return words;
}

AcceleratorTiles::AcceleratorTiles(Accelerator& device, TileObserver* observer)
    : device_(device), observer_(observer), cycles_so_far_(device.cycles()), traffic_so_far_(device.traffic()) {}

void AcceleratorTiles::run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) {
  TileRun run;
  run.index = runs_++;
  run.round = round;
  run.step = &step;
  run.block = block_of(step.window);
  const TileFrame& block = run.block.frame;
  block_.resize(static_cast<std::size_t>(block.words()));
  copy_rows(frame, field, block, block_.data(), block);
  if (observer_ != nullptr) observer_->before_tile(run, block_.data());

  const TileFrame inner{{block.rows.first + 1, block.rows.last - 1}, block.cols};
  double* const inner_rows = block_.data() + block.cols.count();
  const Ticket load = device_.post_load({Bank::f, 0, 0, block.words()}, block_.data(), {});
  const Ticket tile = device_.post(run.block.command, {load});
  device_.post_store({Bank::f, 0, block.cols.count(), inner.words()}, inner_rows, {tile});
  device_.wait();

  run.cycles = device_.cycles() - cycles_so_far_;
  run.traffic = device_.traffic() - traffic_so_far_;
  cycles_so_far_ = device_.cycles();
  traffic_so_far_ = device_.traffic();
  if (observer_ != nullptr) observer_->after_tile(run, inner_rows);
  copy_rows(inner, inner_rows, frame, field, {inner.rows, {block.cols.first + 1, block.cols.last - 1}});
}

}  // namespace stencil
