// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/posted_job.hpp"

#include "models/values/canonical_nan.hpp"
#include "sim/device/rtl/tile_registers.hpp"

namespace stencil {

using namespace contract;

PostedJob PostedJob::with(const SweepCommand& command) const {
  PostedJob job = *this;
  job.registers_[sweeps] = {REG_NITER, static_cast<std::uint64_t>(command.niter)};
  job.registers_[columns] = {REG_COLS, static_cast<std::uint64_t>(command.cols)};
  for_each_weight(command.weights, [&](Weight weight, double value) { job.set_weight(weight, value); });
  job.registers_[tile] = {REG_TILE, 0};
  return job;
}

PostedJob PostedJob::with(const TileCommand& command, std::int64_t slots) const {
  const TileRegisters edges = tile_registers(command, slots);
  PostedJob job = *this;
  job.registers_[sweeps] = {REG_NITER, static_cast<std::uint64_t>(command.sweeps)};
  job.registers_[columns] = {REG_COLS, static_cast<std::uint64_t>(command.cols)};
  job.registers_[tile] = {REG_TILE, edges.tile};
  job.registers_[tile_rows] = {REG_TILE_ROWS, edges.rows};
  job.registers_[tile_cols] = {REG_TILE_COLS, edges.cols};
  return job;
}

PostedJob::Register PostedJob::set_weight(Weight weight, double value) {
  const Place place = weight == Weight::rdx2 ? rdx2 : weight == Weight::rdy2 ? rdy2 : beta;
  return registers_[place] = {address_of(weight), bits_of(value)};
}

std::uint32_t address_of(Weight weight) {
  return weight == Weight::rdx2 ? REG_RDX2 : weight == Weight::rdy2 ? REG_RDY2 : REG_BETA;
}

std::uint64_t command_word(const SweepCommand& command) {
  return static_cast<std::uint64_t>(command.rows) |
         static_cast<std::uint64_t>(command.f_buffer) << command_f_buffer_bit |
         static_cast<std::uint64_t>(command.r_buffer) << command_r_buffer_bit | (command.above ? command_above : 0) |
         (command.below ? command_below : 0);
}

std::uint64_t command_word(const TileCommand& command) {
  return static_cast<std::uint64_t>(command.rows) | static_cast<std::uint64_t>(command.f_buffer)
                                                        << command_f_buffer_bit;
}

}  // namespace stencil
