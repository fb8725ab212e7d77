// The registers of a tile job: fields, read back, illegal slopes.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_registers.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

TEST(TileRegisters, HaveEveryFieldInItsPlace) {
  TileCommand command;
  const auto tile = [&](std::int64_t slots) { return tile_registers(command, slots).tile; };
  EXPECT_EQ(tile(0), 0x1u);
  EXPECT_EQ(tile(13), 0xd01u);
  EXPECT_EQ(tile(255), 0xff01u);
  command.backward = true;
  EXPECT_EQ(tile(0), 0x3u);
  command.backward = false;
  command.top.slope = 1;
  EXPECT_EQ(tile(0), 0x10001u);
  command.bottom.slope = -1;
  EXPECT_EQ(tile(0), 0xd0001u);
  command.left.slope = -1;
  EXPECT_EQ(tile(0), 0x3d0001u);
  command.right.slope = 1;
  EXPECT_EQ(tile(0), 0x7d0001u);
  command.top.at = 5;
  command.bottom.at = 0xfffffffe;
  command.left.at = 0x87654321;
  command.right.at = 7;
  EXPECT_EQ(tile_registers(command, 0).rows, 0xfffffffe00000005u);
  EXPECT_EQ(tile_registers(command, 0).cols, 0x0000000787654321u);
}

TEST(TileRegisters, ReadBackWhatWasWritten) {
  TileCommand command;
  for (int number = 0; number < 162; ++number) {
    command.backward = number % 2 == 1;
    command.top = {number, number / 2 % 3 - 1};
    command.bottom = {number + 100, number / 6 % 3 - 1};
    command.left = {0xffffffff - number, number / 18 % 3 - 1};
    command.right = {3 * number, number / 54 - 1};
    const TileRegisters registers = tile_registers(command, number % 64);
    const TileCommand back = tile_of(registers);
    EXPECT_EQ(back.backward, command.backward);
    const TileEdge TileCommand::*edges[] = {&TileCommand::top, &TileCommand::bottom, &TileCommand::left,
                                            &TileCommand::right};
    for (const auto edge : edges) {
      EXPECT_EQ((back.*edge).at, (command.*edge).at);
      EXPECT_EQ((back.*edge).slope, (command.*edge).slope);
    }
    EXPECT_EQ(slots_of(registers), number % 64);
  }
}

TEST(TileRegisters, KnowAnIllegalSlope) {
  EXPECT_EQ(tile_of({std::uint64_t{2} << 16, 0, 0}).top.slope, -2);
  EXPECT_EQ(tile_of({std::uint64_t{2} << 22, 0, 0}).right.slope, -2);
}

}  // namespace
}  // namespace stencil
