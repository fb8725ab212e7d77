// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/model_device.hpp"

#include <algorithm>
#include <chrono>

#include "models/values/canonical_nan.hpp"
#include "models/jacobi.hpp"

namespace stencil {

namespace {

constexpr std::uint64_t undefined_bits = 0x7ff4badbadbadbad;  // a signalling NaN: no operation makes it

}  // namespace

ModelDevice::ModelDevice(const Capabilities& device)
    : DeviceTiming(device), memory_(device.memory_words, device.f_buffers, device.r_buffers) {}

void ModelDevice::moved(const Burst& burst) {
  const auto region = static_cast<unsigned>(burst.address / contract::buffer_stride);
  const auto array = region < contract::max_buffers ? LocalMemory::Array::f : LocalMemory::Array::r;
  const auto buffer = static_cast<int>(region % contract::max_buffers);
  const PortLimits limits{device().f_buffers, device().r_buffers, device().memory_words};
  if (limits.load_refused(burst)) return;  // the answer tells
  auto* words = reinterpret_cast<double*>(burst.host);
  if (burst.to_device)
    memory_.load(array, buffer, word_of(burst), words, burst.length_words);
  else
    memory_.store(array, buffer, word_of(burst), words, burst.length_words);
}

std::uint64_t ModelDevice::swept(const SweptBlock& block) {
  if (block.job.tiles())
    set_tile(block);
  else
    sweep(block);
  return bits_of(memory_.change());
}

void ModelDevice::set_tile(const SweptBlock& block) {
  TileCommand tile = tile_of(block.job.tile);
  tile.rows = block.command.rows;
  tile.cols = static_cast<std::int64_t>(block.job.cols);
  tile.sweeps = static_cast<std::int64_t>(block.job.niter);
  memory_.tile(tile, static_cast<int>(block.command.f_buffer));
}

void ModelDevice::sweep(const SweptBlock& block) {
  const QueuedCommand& command = block.command;
  SkewedBlock sweep;
  sweep.rows = command.rows;
  sweep.cols = static_cast<std::int64_t>(block.job.cols);
  sweep.niter = static_cast<std::int64_t>(block.job.niter);
  sweep.weights = JacobiWeights{from_bits(block.job.rdx2), from_bits(block.job.rdy2), from_bits(block.job.beta)};
  sweep.above = command.above;
  sweep.below = command.below;
  memory_.sweep(sweep, static_cast<int>(command.f_buffer), static_cast<int>(command.r_buffer));
  if (!sweep.above && !sweep.below) return;
  const std::int64_t finished = sweep.finished();
  const std::int64_t rows = std::max(sweep.rows, finished);
  spoil(LocalMemory::Array::f, command.f_buffer, finished * sweep.cols, (rows - finished) * sweep.cols);
  spoil(LocalMemory::Array::r, command.r_buffer, 0, rows * sweep.cols);
}

void ModelDevice::spoil(LocalMemory::Array array, unsigned buffer, std::int64_t offset_words,
                        std::int64_t length_words) {
  if (spoiled_.size() < static_cast<std::size_t>(length_words))
    spoiled_.resize(static_cast<std::size_t>(length_words), from_bits(undefined_bits));
  memory_.load(array, static_cast<int>(buffer), offset_words, spoiled_.data(), length_words);
}

double ModelDevice::measure_rate() {
  constexpr std::int64_t rows = 64, cols = 512, niter = 4;
  std::vector<double> f(rows * cols, 1.0), r(rows * cols, 0.5);
  jacobi_sweeps(rows, cols, f.data(), r.data(), JacobiWeights{0.25, 0.25, 0.5}, 1);
  const auto began = std::chrono::steady_clock::now();
  jacobi_sweeps(rows, cols, f.data(), r.data(), JacobiWeights{0.25, 0.25, 0.5}, niter);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const auto points_a_cycle = static_cast<double>(device().pes * device().lanes);
  return static_cast<double>(rows * cols * niter) / points_a_cycle / took.count();
}

}  // namespace stencil
