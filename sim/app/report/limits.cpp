// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/limits.hpp"

#include <algorithm>
#include <cmath>

#include "sim/device/kernels/sweeps/engine_timing.hpp"
#include "sim/device/kernels/tiles/tile_points.hpp"
#include "sim/device/kernels/tiles/tile_timing.hpp"

namespace stencil {
namespace {

std::int64_t link_cycles(const Capabilities& device, std::int64_t bytes) {
  if (device.link_bytes_per_cycle <= 0.0) return 0;
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(bytes) / device.link_bytes_per_cycle));
}

std::int64_t roofline(const Capabilities& device, std::int64_t stream_cycles, const TrafficCounts& traffic) {
  return std::max(
      {stream_cycles, link_cycles(device, traffic.bytes_to_device), link_cycles(device, traffic.bytes_from_device)});
}

}  // namespace

BlockLimits block_limits(const Capabilities& device, const SweepCommand& command, const TrafficCounts& traffic) {
  BlockLimits limits;
  if (command.niter == 0) return limits;
  // The first of a chain is behind in every sweep by one row more, the last catches up.
  const std::int64_t lag = command.below == command.above ? 0 : command.below ? -1 : 1;
  limits.rows_swept = command.niter * command.rows + lag * command.niter * (command.niter + 1) / 2;
  if (!device.timed) return limits;
  const BlockPasses passes({device.pes, device.lanes, device.pe_latency},
                           {command.rows, command.cols, command.niter, command.above, command.below});
  for (std::int64_t pass = 0; pass < passes.count(); ++pass) limits.stream_cycles += passes[pass].present;
  limits.pass_stall_cycles = passes.all().stall_cycles;
  limits.roofline_cycles = roofline(device, limits.stream_cycles, traffic);
  return limits;
}

BlockLimits tile_limits(const Capabilities& device, const TileCommand& command, const TrafficCounts& traffic) {
  BlockLimits limits;
  const std::int64_t slopes = command.bottom.slope - command.top.slope;
  limits.rows_swept =
      command.sweeps * (command.bottom.at - command.top.at) + slopes * (command.sweeps * (command.sweeps - 1) / 2);
  if (!device.timed || command.sweeps == 0) return limits;
  limits.stream_cycles = ideal_tile_cycles(device.pes, command.sweeps, points_set(command));
  limits.roofline_cycles = roofline(device, limits.stream_cycles, traffic);
  return limits;
}

}  // namespace stencil
