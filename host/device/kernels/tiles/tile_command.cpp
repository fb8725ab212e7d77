// SPDX-License-Identifier: Apache-2.0
#include "host/device/kernels/tiles/tile_command.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "host/device/values/checks.hpp"
#include "host/device/values/tiles_name.hpp"

namespace stencil {
namespace {

void check_edge(const char* name, const TileEdge& edge, std::int64_t sweeps, std::int64_t last) {
  if (edge.slope < -1 || edge.slope > 1)
    throw ArgumentError(fmt::format("tile: slope of {} is {}, must be -1 .. 1", name, edge.slope));
  if (sweeps == 0) return;
  if (edge.at < 1 || edge.at > last)
    throw ArgumentError(fmt::format("tile: {} is at {}, must be 1 .. {}", name, edge.at, last));
  const std::int64_t at = edge.at + edge.slope * (sweeps - 1);
  if (at < 1 || at > last)
    throw ArgumentError(fmt::format("tile: {} is at {} in sweep {}, must be 1 .. {}", name, at, sweeps, last));
}

}  // namespace

void check_tile_kernel(const Capabilities& device, const char* before) {
  if (device.tile_slots_max == 0) throw ArgumentError(before + lacks_kernel(device, tiles_operator));
}

void check_command(const Capabilities& device, const TileCommand& command) {
  check_tile_kernel(device, "tile: ");
  if (command.cols < 3 || command.cols > device.max_cols)
    throw ArgumentError(fmt::format("tile: cols is {}, must be 3 .. {}", command.cols, device.max_cols));
  const std::int64_t rows_that_fit = device.memory_words / command.cols;
  if (command.rows < 3 || command.rows > rows_that_fit)
    throw ArgumentError(fmt::format("tile: rows is {} with {} columns, must be 3 .. {} ({} words per buffer)",
                                    command.rows, command.cols, rows_that_fit, device.memory_words));
  constexpr std::int64_t most_sweeps = 0xffffffff;
  if (command.sweeps < 0 || command.sweeps > most_sweeps)
    throw ArgumentError(fmt::format("tile: sweeps is {}, must be 0 .. {}", command.sweeps, most_sweeps));
  check_buffer(device, "tile", Bank::f, command.f_buffer);
  check_edge("top", command.top, command.sweeps, command.rows - 1);
  check_edge("bottom", command.bottom, command.sweeps, command.rows - 1);
  check_edge("left", command.left, command.sweeps, command.cols - 1);
  check_edge("right", command.right, command.sweeps, command.cols - 1);
}

}  // namespace stencil
