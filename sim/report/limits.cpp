// SPDX-License-Identifier: Apache-2.0
#include "sim/report/limits.hpp"

#include <algorithm>
#include <cmath>

namespace stencil {
namespace {

// Sweeps of the passes before each pass, summed over the passes: niter sweeps are spread evenly, fewer first.
std::int64_t sweeps_before_passes(std::int64_t niter, std::int64_t passes) {
  std::int64_t sum = 0;
  std::int64_t before = 0;
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    sum += before;
    before += (niter + pass) / passes;
  }
  return sum;
}

std::int64_t link_cycles(const Capabilities& device, std::int64_t bytes) {
  if (device.link_bytes_per_cycle <= 0.0) return 0;
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(bytes) / device.link_bytes_per_cycle));
}

}  // namespace

BlockLimits block_limits(const Capabilities& device, const SweepCommand& command, const TrafficCounts& traffic) {
  BlockLimits limits;
  if (command.niter == 0) return limits;
  // The first of a chain is behind in every sweep by one row more, the last catches up.
  const std::int64_t lag = command.below == command.above ? 0 : command.below ? -1 : 1;
  limits.rows_swept = command.niter * command.rows + lag * command.niter * (command.niter + 1) / 2;
  if (!device.timed) return limits;
  const std::int64_t passes = (command.niter + device.pes - 1) / device.pes;
  const std::int64_t beats = (command.cols + device.lanes - 1) / device.lanes;
  limits.stream_cycles = (passes * command.rows + lag * sweeps_before_passes(command.niter, passes)) * beats;
  limits.roofline_cycles = std::max({limits.stream_cycles, link_cycles(device, traffic.bytes_to_device),
                                     link_cycles(device, traffic.bytes_from_device)});
  return limits;
}

}  // namespace stencil
