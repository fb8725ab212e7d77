// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_registers.hpp"

#include "sim/device/contract/contract.hpp"

namespace stencil {

using namespace contract;

namespace {

std::uint64_t slope_bits(int slope, unsigned bit) {
  return (static_cast<std::uint64_t>(slope) & 3) << bit;
}

int slope_at(std::uint64_t tile, unsigned bit) {
  const int bits = static_cast<int>(tile >> bit & 3);
  return bits < 2 ? bits : bits - 4;
}

std::uint64_t edges(std::int64_t low, std::int64_t high) {
  return static_cast<std::uint64_t>(low) | static_cast<std::uint64_t>(high) << tile_high_edge_bit;
}

std::int64_t low(std::uint64_t edges) {
  return static_cast<std::int64_t>(edges & 0xffffffff);
}

std::int64_t high(std::uint64_t edges) {
  return static_cast<std::int64_t>(edges >> tile_high_edge_bit);
}

}  // namespace

TileRegisters tile_registers(const TileCommand& command, std::int64_t slots) {
  TileRegisters registers;
  registers.tile = tile_kernel | (command.backward ? tile_backward : 0) |
                   static_cast<std::uint64_t>(slots) << tile_slots_bit | slope_bits(command.top.slope, tile_top_bit) |
                   slope_bits(command.bottom.slope, tile_bottom_bit) | slope_bits(command.left.slope, tile_left_bit) |
                   slope_bits(command.right.slope, tile_right_bit);
  registers.rows = edges(command.top.at, command.bottom.at);
  registers.cols = edges(command.left.at, command.right.at);
  return registers;
}

TileCommand tile_of(const TileRegisters& registers) {
  TileCommand command;
  command.backward = (registers.tile & tile_backward) != 0;
  command.top = {low(registers.rows), slope_at(registers.tile, tile_top_bit)};
  command.bottom = {high(registers.rows), slope_at(registers.tile, tile_bottom_bit)};
  command.left = {low(registers.cols), slope_at(registers.tile, tile_left_bit)};
  command.right = {high(registers.cols), slope_at(registers.tile, tile_right_bit)};
  return command;
}

std::int64_t slots_of(const TileRegisters& registers) {
  return static_cast<std::int64_t>(registers.tile >> tile_slots_bit & tile_slots_mask);
}

}  // namespace stencil
