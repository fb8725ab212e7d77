// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/blocks/block_record.hpp"

#include "sim/app/report/limits.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"

namespace stencil {

SweepCommand sweep_shape(const Block& block, std::int64_t cols, std::int64_t niter) {
  SweepCommand command;
  command.rows = block.rows();
  command.cols = cols;
  command.niter = niter;
  command.above = block.above;
  command.below = block.below;
  return command;
}

TrafficCounts block_traffic(const Block& block, std::int64_t cols) {
  constexpr std::int64_t word_bytes = 8;
  TrafficCounts traffic;
  traffic.bytes_to_device = 2 * block.rows() * cols * word_bytes;
  traffic.bytes_from_device = block.keep * cols * word_bytes;
  return traffic;
}

BlockLimits block_limits(const Capabilities& device, const SweepCommand& command, const TrafficCounts& traffic) {
  BlockLimits limits;
  if (command.niter == 0) return limits;
  // In each sweep the first block of a chain loses one row, and the last one gains one.
  const std::int64_t lag = command.below == command.above ? 0 : command.below ? -1 : 1;
  limits.rows_swept = command.niter * command.rows + lag * command.niter * (command.niter + 1) / 2;
  if (!device.timed) return limits;
  const BlockPasses passes({device.pes, device.lanes, device.pe_latency},
                           {command.rows, command.cols, command.niter, command.above, command.below});
  for (std::int64_t pass = 0; pass < passes.count(); ++pass) limits.stream_cycles += passes[pass].present;
  limits.pass_stall_cycles = passes.all().stall_cycles;
  limits.roofline_cycles = roofline_cycles(device, limits.stream_cycles, traffic);
  return limits;
}

BlockRecord block_record(const Capabilities& device, const BlockRun& run) {
  BlockRecord record;
  record.block = run.index;
  record.rows = run.block.rows();
  record.cols = run.cols;
  record.niter = run.niter;
  record.keep = run.block.keep;
  record.chain = ChainLinks{run.block.above, run.block.below};
  if (run.positions > 0) record.place = place_in_step(run.position, run.positions);
  record.before = run.block.before;
  record.after = run.block.after;
  record.cycles = run.cycles;
  record.traffic = run.traffic;
  record.limits = block_limits(device, sweep_shape(run.block, run.cols, run.niter), run.traffic);
  return record;
}

}  // namespace stencil
