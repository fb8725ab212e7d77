// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/sweeps/sweep_device.hpp"

#include <algorithm>

#include "models/values/canonical_nan.hpp"
#include "sim/device/contract/sweep_operators.hpp"

namespace stencil {

using namespace contract;

namespace {

SkewedBlock golden_block(const SweepCommand& command) {
  return {command.rows, command.cols, command.niter, command.weights, command.above, command.below};
}

EngineTiming timing(const SweepCommand& command, const Capabilities& device) {
  return engine_timing(engine_shape(device), block_shape(command));
}

}  // namespace

using SweepSide = DeviceSide<SweepCommand>;

QueuedCommand SweepSide::queued(const SweepCommand& command) {
  QueuedCommand queued;
  queued.rows = command.rows;
  queued.f_buffer = static_cast<unsigned>(command.f_buffer);
  queued.r_buffer = static_cast<unsigned>(command.r_buffer);
  queued.above = command.above;
  queued.below = command.below;
  return queued;
}

std::vector<JobWord> SweepSide::job(const SweepCommand& command, const Capabilities&) {
  std::vector<JobWord> words{{REG_NITER, static_cast<std::uint64_t>(command.niter)},
                             {REG_COLS, static_cast<std::uint64_t>(command.cols)}};
  for_each_weight(command.weights, [&](Weight weight, double value) {
    words.push_back({register_of(weight), bits_of(value)});
  });
  words.push_back({REG_TILE, sweep_operator_rows[command.weights.index()].choice});
  return words;
}

std::int64_t SweepSide::busy_cycles(const SweepCommand& command, const Capabilities& device) {
  return timing(command, device).busy_cycles();
}

EngineUse SweepSide::ideal(const SweepCommand& command, const Capabilities& device) {
  const EngineTiming engine = timing(command, device);
  return {engine.issue_cycles(), engine.drain_cycles, engine.gap_cycles};
}

void SweepSide::run(LocalMemory& memory, const SweepCommand& command) {
  memory.sweep(golden_block(command), command.f_buffer, command.r_buffer);
}

std::vector<Place> SweepSide::undefined(const SweepCommand& command) {
  if (!command.above && !command.below) return {};
  const std::int64_t finished = golden_block(command).finished();
  const std::int64_t rows = std::max(command.rows, finished);
  return {{Bank::f, command.f_buffer, finished * command.cols, (rows - finished) * command.cols},
          {Bank::r, command.r_buffer, 0, rows * command.cols}};
}

}  // namespace stencil
