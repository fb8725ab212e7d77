// tile_geometry and tile_window by themselves: each bit of each number, and what stays while nothing runs.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "Vtile_geometry.h"
#include "Vtile_window.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::tile_numbers_test {
namespace {

// As in CMakeLists.txt of this folder: all numbers of the geometry have 16 bits, those of a window 10.
constexpr std::int64_t geometry_mask = 0xffff, window_mask = 0x3ff;

class TileGeometry : public ::testing::Test {
 protected:
  std::array<std::int64_t, 7> numbers() {
    return {dut->o_turn,     dut->o_last_col,  dut->o_edge_last, dut->o_row_step,
            dut->o_col_step, dut->o_slot_step, dut->o_band_step};
  }
  Clocked<Vtile_geometry> dut;
};

TEST_F(TileGeometry, EveryNumberIsThatOfColumnsSlotsAndDirection) {
  Random random(321);
  for (int round = 0; round < 3000; ++round) {
    const std::int64_t cols = random.in(0, 1023), slots = random.in(0, 255);
    const bool backward = random.one_in(2);
    dut->i_run = 1;
    drive(dut->i_cols, static_cast<std::uint64_t>(cols));
    drive(dut->i_slots, static_cast<std::uint64_t>(slots));
    dut->i_backward = backward;
    for (int cycle = 0; cycle < 3; ++cycle) dut.tick();
    // A row takes its columns, or as many cycles as all slots are apart if it has fewer.
    const std::int64_t turn = cols > 2 * slots ? cols - 1 : 2 * slots, edge_last = turn - 2 * slots + 2;
    const std::int64_t sign = backward ? -1 : 1;
    std::array<std::int64_t, 7> expected = {
        turn, cols - 2, edge_last, sign * cols, sign, sign * (cols - 2), sign * (cols - edge_last)};
    for (std::int64_t& number : expected) number &= geometry_mask;
    ASSERT_EQ(numbers(), expected) << cols << " columns, " << slots << " slots, backward " << backward;
    dut->i_run = 0;
    drive(dut->i_cols, static_cast<std::uint64_t>(~cols & 1023));
    drive(dut->i_slots, static_cast<std::uint64_t>(~slots & 255));
    dut->i_backward = !backward;
    dut.tick();
    ASSERT_EQ(numbers(), expected) << "while nothing runs";
  }
}

class TileWindow : public ::testing::Test {
 protected:
  std::array<std::int64_t, 5> numbers() {
    return {dut->o_next_row_begin, dut->o_next_row_end, dut->o_next_col_begin, dut->o_next_col_end, dut->o_inside};
  }
  Clocked<Vtile_window> dut;
};

TEST_F(TileWindow, EveryNumberIsThatOfTheWindowAndItsSlopes) {
  Random random(322);
  const auto slope = [](unsigned slopes, int place) {
    const int bits = static_cast<int>(slopes >> 2 * place & 3);
    return bits < 2 ? bits : bits - 4;
  };
  // At a border of the window, beside it, or anywhere.
  const auto near = [&](std::int64_t begin, std::int64_t end) {
    const std::int64_t bit = std::int64_t{1} << random.in(0, 9);
    const std::array<std::int64_t, 6> places = {begin, begin - 1, end, end - 1, begin ^ bit, random.in(0, window_mask)};
    return places[static_cast<std::size_t>(random.in(0, 5))] & window_mask;
  };
  int inside_ones = 0;
  for (int round = 0; round < 20000; ++round) {
    const auto word = [&] { return random.in(0, window_mask); };
    const std::int64_t row_begin = word(), row_end = word(), col_begin = word(), col_end = word();
    const std::int64_t row = near(row_begin, row_end), col = near(col_begin, col_end);
    const unsigned slopes = static_cast<unsigned>(random.in(0, 255));
    const bool valid = !random.one_in(8);
    const auto offer = [&](std::int64_t change) {
      const auto bits = [&](std::int64_t value) { return static_cast<std::uint64_t>((value ^ change) & window_mask); };
      drive(dut->i_slopes, (slopes ^ static_cast<std::uint64_t>(change)) & 255);
      drive(dut->i_row_begin, bits(row_begin));
      drive(dut->i_row_end, bits(row_end));
      drive(dut->i_col_begin, bits(col_begin));
      drive(dut->i_col_end, bits(col_end));
      drive(dut->i_row, bits(row));
      drive(dut->i_col, bits(col));
    };
    dut->i_run = 1;
    dut->i_valid = valid;
    offer(0);
    dut.tick();
    const bool inside = valid && row >= row_begin && row < row_end && col >= col_begin && col < col_end;
    inside_ones += inside;
    const std::array<std::int64_t, 5> expected = {
        (row_begin + slope(slopes, 0) + 1) & window_mask, (row_end + slope(slopes, 1) + 1) & window_mask,
        (col_begin + slope(slopes, 2)) & window_mask, (col_end + slope(slopes, 3)) & window_mask, inside};
    ASSERT_EQ(numbers(), expected) << "row " << row << ", column " << col << ", slopes " << slopes;
    dut->i_run = 0;
    dut->i_valid = !inside;
    offer(window_mask);
    dut.tick();
    ASSERT_EQ(numbers(), expected) << "while nothing runs";
  }
  EXPECT_GT(inside_ones, 500);
}

}  // namespace
}  // namespace stencil::test::tile_numbers_test
