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

bool is_skewed(const SweepCommand& command) {
  return command.above || command.below;
}

// The points that are set in rows [first, end) of a block, row by row: without the outermost columns.
void add_inner(std::vector<Place>& places, Bank bank, int buffer, std::int64_t cols, std::int64_t first,
               std::int64_t end) {
  for (std::int64_t row = first; row < end; ++row) places.push_back({bank, buffer, row * cols + 1, cols - 2});
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
  if (!is_skewed(command)) return {};
  const std::int64_t finished = golden_block(command).finished();
  const std::int64_t rows = std::max(command.rows, finished);
  std::vector<Place> places{{Bank::f, command.f_buffer, finished * command.cols, (rows - finished) * command.cols}};
  if (reads_rhs(command.weights)) places.push_back({Bank::r, command.r_buffer, 0, rows * command.cols});
  return places;
}

std::vector<Place> SweepSide::operands(const SweepCommand& command) {
  const std::int64_t rows = command.rows;
  const std::int64_t cols = command.cols;
  const std::int64_t first = command.above ? 0 : 1;  // rows [first, end) have points that are set
  const std::int64_t end = command.below ? rows : rows - 1;
  std::vector<Place> places;
  if (is_skewed(command)) {
    places.push_back({Bank::f, command.f_buffer, 0, rows * cols});
  } else {
    if (rows < 3 || cols < 3) return places;
    add_inner(places, Bank::f, command.f_buffer, cols, 0, 1);
    places.push_back({Bank::f, command.f_buffer, cols, (rows - 2) * cols});
    add_inner(places, Bank::f, command.f_buffer, cols, rows - 1, rows);
  }
  if (cols >= 3 && reads_rhs(command.weights)) add_inner(places, Bank::r, command.r_buffer, cols, first, end);
  return places;
}

std::vector<Place> SweepSide::results(const SweepCommand& command) {
  if (!is_skewed(command)) return {};
  return {{Bank::f, command.f_buffer, 0, golden_block(command).finished() * command.cols}};
}

}  // namespace stencil
