// command_checker: the verdict on commands at, near and far beyond every limit, in the order of the contract.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "tests/rtl/control/command_checker_bench.hpp"

namespace stencil::test::command_checker_test {
namespace {

// One bit alone, of rows, COLS and NITER, in their full widths, and buffers that only sweeps without r may name.
TYPED_TEST(CommandChecker, EveryBitOfItsNumbersCounts) {
  for (unsigned round = 0; round < 4; ++round)
    for (unsigned bit = 0; bit < 64; ++bit) {
      const std::uint64_t number = std::uint64_t{1} << bit;
      this->job(number, 1);
      this->expect_verdict({1});
      this->job(1, number);
      this->expect_verdict({1});
      this->job(1, 1);
      if (bit < 32) this->expect_verdict({number});
      this->dut->i_without_r = bit % 2;
      this->expect_verdict({1, 0, 2 + bit / 2 % 2});
      if (this->HasFatalFailure()) return;
    }
}

// All combinations of values at, next to and far beyond the limits: a truncation to any width would show.
// Holds C8.29-C8.33.
TYPED_TEST(CommandChecker, EveryIllegalShapeIsRefusedWithItsCode) {
  const std::uint64_t words = TypeParam::memory_words, cols = TypeParam::max_cols, top = std::uint64_t{1} << 63;
  std::vector<std::uint64_t> sides = {
      0, 1, 2, cols - 1, cols, cols + 1, words / cols, words / cols + 1, words - 1, words, words + 1, 2 * words};
  for (int bit = 3; bit < 64; bit += 4)
    for (const std::uint64_t low : {std::uint64_t{0}, std::uint64_t{1}})
      sides.push_back((std::uint64_t{1} << bit) + low);
  sides.push_back(top);
  sides.push_back(~std::uint64_t{0});
  for (const std::uint64_t columns : sides) {
    this->job(columns, 1);
    for (const std::uint64_t rows : sides) {
      if (rows >> 32 != 0) continue;
      Command command;
      command.rows = rows;
      this->expect_verdict(command);
      if (this->HasFatalFailure()) return;
    }
  }
  for (const std::uint64_t niter : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0xffffffff},
                                    std::uint64_t{0x100000000}, std::uint64_t{0x100000001}, top}) {
    this->job(1, niter);
    this->expect_verdict(Command{});
  }
  for (const std::uint64_t error : {ERROR_NONE, ERROR_ROWS, ERROR_COLS, ERROR_NITER, ERROR_FIT})
    EXPECT_TRUE(this->seen[error] > 0 || TypeParam::max_cols == 1) << "error " << error;
}

// Holds C8.34.
TYPED_TEST(CommandChecker, BuffersThatDoNotExist) {
  this->job(1, 1);
  for (std::uint64_t f = 0; f < 4; ++f)
    for (std::uint64_t r = 0; r < 4; ++r) this->expect_verdict({1, f, r, false, false});
  EXPECT_EQ(this->seen[ERROR_NONE], static_cast<int>(2 * TypeParam::f_buffers));
}

// Holds C8.34.
TYPED_TEST(CommandChecker, AnyRBufferWhereNoneIsUsed) {
  this->dut->i_without_r = 1;
  this->job(1, 1);
  for (std::uint64_t f = 0; f < 4; ++f)
    for (std::uint64_t r = 0; r < 4; ++r) this->expect_verdict({1, f, r, false, false});
  EXPECT_EQ(this->seen[ERROR_NONE], static_cast<int>(4 * TypeParam::f_buffers));
}

// Rows and NITER that together need a 33rd bit: their low 32 bits would fit.
// Holds C8.33.
TYPED_TEST(CommandChecker, TheSlotsOfALastBlockDoNotWrap) {
  const std::uint64_t top = 0xffffffff;
  for (const bool tiles : {false, true})
    for (std::uint64_t below_top = 0; below_top < 6; ++below_top)
      for (std::uint64_t rows = 1; rows <= std::min<std::uint64_t>(TypeParam::memory_words, 12); ++rows) {
        this->dut->i_tiles = tiles;
        this->job(1, top - below_top);
        this->expect_verdict({rows, 0, 0, true, false});
        EXPECT_EQ(this->seen[ERROR_FIT], 1) << rows << " rows";
        this->seen.clear();
        // Without sweeps this is an error of a chain or of a tile.
        this->expect_verdict({rows, 0, 0, true, true});
        EXPECT_EQ(this->seen[ERROR_FIT], 0);
        this->seen.clear();
        if (this->HasFatalFailure()) return;
      }
}

// NITER with each of its bits alone, where a last block needs as many rows more.
// Holds C8.33.
TYPED_TEST(CommandChecker, EveryBitOfTheRowsOfALastBlockCounts) {
  for (const std::uint64_t cols : {std::uint64_t{1}, TypeParam::max_cols})
    for (int bit = 0; bit < 32; ++bit) {
      this->job(cols, std::uint64_t{1} << bit);
      for (std::uint64_t rows = 1; rows <= std::min<std::uint64_t>(TypeParam::memory_words, 3); ++rows) {
        this->expect_verdict({rows, 0, 0, true, false});
        if (this->HasFatalFailure()) return;
      }
    }
  EXPECT_GT(this->seen[ERROR_FIT], 32);
}

}  // namespace
}  // namespace stencil::test::command_checker_test
