// Sweep commands as a device takes them: registers, buffers, cycles, golden execution.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/kernels/sweeps/sweep_command.hpp"
#include "models/local_memory.hpp"
#include "sim/device/contract/job.hpp"
#include "sim/device/kernels/common/device_side.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"

namespace stencil {

inline EngineShape engine_shape(const Capabilities& device) {
  return {device.pes, device.lanes, device.pe_latency};
}
inline BlockShape block_shape(const SweepCommand& command) {
  return {command.rows, command.cols, command.niter, command.above, command.below};
}

template <>
struct DeviceSide<SweepCommand> {
  static constexpr const char* name = "a sweep";
  static QueuedCommand queued(const SweepCommand& command);
  // Does not write the registers of tile edges.
  static std::vector<JobWord> job(const SweepCommand& command, const Capabilities& device);
  static HeldBuffers buffers(const SweepCommand& command) {
    return {command.f_buffer, reads_rhs(command.weights) ? command.r_buffer : HeldBuffers::none};
  }
  static std::int64_t busy_cycles(const SweepCommand& command, const Capabilities& device);
  static EngineUse ideal(const SweepCommand& command, const Capabilities& device);
  static bool follows(const SweepCommand& command, const SweepCommand& before) {
    return block_shape(command).follows(block_shape(before));
  }
  static void run(LocalMemory& memory, const SweepCommand& command);
  // The unfinished rows of a skewed block and all of its r buffer, where its operator reads that.
  static std::vector<Place> undefined(const SweepCommand& command);
  // A point that is set is an operand, too, of CHANGE. The rows of a skewed block move, corners as well: all words of f
  // are operands.
  static std::vector<Place> operands(const SweepCommand& command);
  static std::vector<Place> results(const SweepCommand& command);
};

}  // namespace stencil
