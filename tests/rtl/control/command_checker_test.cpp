// command_checker: the verdict on commands at, near and far beyond every limit, in the order of the contract.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "Vcommand_checker_1000000_10000.h"
#include "Vcommand_checker_37_37.h"
#include "Vcommand_checker_5_1.h"
#include "Vcommand_checker_640_13.h"
#include "sim/device/contract/contract.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::command_checker_test {
namespace {

using namespace stencil::contract;

template <class V, std::uint64_t MemoryWords, std::uint64_t MaxCols, std::uint64_t Lanes, std::uint64_t LineBeats,
          std::uint64_t FBuffers>
struct Shape {
  using Model = V;
  static constexpr std::uint64_t memory_words = MemoryWords, max_cols = MaxCols, lanes = Lanes;
  static constexpr std::uint64_t line_beats = LineBeats, f_buffers = FBuffers;
};

struct Command {
  std::uint64_t rows = 1, f_buffer = 0, r_buffer = 0;
  bool above = false, below = false;

  std::uint64_t word() const {
    return rows | f_buffer << command_f_buffer_bit | r_buffer << command_r_buffer_bit | (above ? command_above : 0) |
           (below ? command_below : 0);
  }
};

template <class Shape>
class CommandChecker : public ::testing::Test {
 protected:
  static constexpr std::uint64_t pes = 4;  // of the plan that the bench makes

  CommandChecker() {
    dut->i_valid = dut->i_take = dut->i_job_written = 0;
    dut->i_plan_ready = 1;
    dut->i_tiles = dut->i_bad_tile = dut->i_missing = dut->i_without_r = 0;
    dut.reset();
  }

  // Writes the job as the registers do: it takes effect in the next cycle.
  void job(std::uint64_t cols, std::uint64_t niter) {
    dut->i_job_written = 1;
    dut.tick();
    dut->i_job_written = 0;
    dut->i_cols = cols_ = cols;
    dut->i_niter = niter_ = niter;
    drive(dut->i_passes, passes());
    open_ = false;
    dut.tick();
  }
  std::uint64_t passes() const { return ((niter_ & 0xffffffff) + pes - 1) / pes; }

  std::uint64_t verdict(const Command& command) {
    const std::uint64_t slots = command.rows + (command.above && !command.below ? niter_ : 0);
    if (command.rows == 0 || command.rows > Shape::memory_words) return ERROR_ROWS;
    if (cols_ == 0 || cols_ > Shape::max_cols) return ERROR_COLS;
    if (niter_ == 0 || niter_ >> 32 != 0) return ERROR_NITER;
    if (slots * cols_ > Shape::memory_words) return ERROR_FIT;
    if (command.f_buffer >= Shape::f_buffers || (command.r_buffer >= 2 && !dut->i_without_r)) return ERROR_BUFFER;
    if (dut->i_missing) return ERROR_KERNEL;
    if (dut->i_tiles) return dut->i_bad_tile ? ERROR_TILE : ERROR_NONE;
    if (command.above ? !open_ : command.below && command.rows <= niter_) return ERROR_CHAIN;
    const std::uint64_t beats = (cols_ + Shape::lanes - 1) / Shape::lanes;
    if ((command.above || command.below) && passes() * beats > Shape::line_beats) return ERROR_LINES;
    return ERROR_NONE;
  }

  // Shows the command until it is decided; a legal one is taken `late` cycles after that.
  void expect_verdict(const Command& command, int late = 0, int plan_cycles = 0) {
    SCOPED_TRACE(::testing::Message() << command.rows << " x " << cols_ << ", " << niter_ << " sweeps, above "
                                      << command.above << ", below " << command.below << ", buffers "
                                      << command.f_buffer << ", " << command.r_buffer);
    const std::uint64_t expected = verdict(command);
    ++seen[expected];
    dut->i_valid = 1;
    dut->i_command = command.word();
    for (int cycle = 0; cycle < plan_cycles + 2; ++cycle) {
      dut->i_plan_ready = cycle >= plan_cycles;
      dut.settle();
      ASSERT_FALSE(dut->o_legal || dut->o_refuse) << "cycle " << cycle;
      dut.edge();
    }
    for (int cycle = 0; cycle < late && expected == ERROR_NONE; ++cycle) {
      dut.settle();
      ASSERT_TRUE(dut->o_legal);
      dut.edge();
    }
    dut->i_take = expected == ERROR_NONE;
    dut.settle();
    ASSERT_EQ(dut->o_legal, expected == ERROR_NONE);
    ASSERT_EQ(dut->o_refuse, expected != ERROR_NONE);
    if (expected == ERROR_NONE && !command.above) {
      ASSERT_EQ(dut->o_words, command.rows * cols_);
    }
    if (dut->o_refuse) {
      ASSERT_EQ(dut->o_error, expected);
    }
    dut.edge();
    open_ = expected == ERROR_NONE && command.below;
    dut->i_take = 0;
    // The next command may come at once.
    dut->i_valid = idle_between_;
    for (int cycle = 0; cycle < 2; ++cycle) {
      if (!idle_between_) break;
      dut->i_valid = 0;
      dut.settle();
      ASSERT_FALSE(dut->o_legal || dut->o_refuse);
      dut.edge();
    }
  }

  Clocked<typename Shape::Model> dut;
  std::uint64_t cols_ = 0, niter_ = 0;
  bool open_ = false, idle_between_ = true;
  std::map<std::uint64_t, int> seen;  // how often each verdict was expected
};

using Shapes =
    ::testing::Types<Shape<Vcommand_checker_1000000_10000, 1000000, 10000, 1, 250000, 3>,
                     Shape<Vcommand_checker_37_37, 37, 37, 2, 19, 2>, Shape<Vcommand_checker_5_1, 5, 1, 4, 1, 2>,
                     Shape<Vcommand_checker_640_13, 640, 13, 4, 60, 3>>;
TYPED_TEST_SUITE(CommandChecker, Shapes);

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

// Random commands, most of them near a limit, inside chains and outside, with or without gaps.
// Holds C8.29, C8.33, C8.34, C8.36, C8.37.
TYPED_TEST(CommandChecker, RandomCommandsAndChains) {
  Random random(101);
  for (int i = 0; i < 20000; ++i) {
    if (random.one_in(12)) {
      const auto cols = static_cast<std::uint64_t>(random.in(1, static_cast<std::int64_t>(TypeParam::max_cols)));
      // At the limit of the line buffers, of the memory, or small.
      const std::uint64_t beats = (cols + TypeParam::lanes - 1) / TypeParam::lanes;
      const std::uint64_t most =
          random.one_in(2) ? TypeParam::line_beats / beats * this->pes + 2 : TypeParam::memory_words / cols + 1;
      const auto niter = static_cast<std::uint64_t>(
          random.one_in(3) ? random.in(1, 3)
                           : random.in(std::max<std::int64_t>(1, static_cast<std::int64_t>(most) - 4),
                                       static_cast<std::int64_t>(most)));
      this->job(cols, random.one_in(20) ? random.word() >> random.in(20, 40) : niter);
    }
    Command command;
    command.below = random.one_in(2);
    command.above = this->open_ ? !random.one_in(4) : random.one_in(8);
    command.f_buffer = random.one_in(20) ? 3 : static_cast<std::uint64_t>(random.in(0, 1));
    command.r_buffer = random.one_in(20) ? 2 : static_cast<std::uint64_t>(random.in(0, 1));
    const std::uint64_t limit = TypeParam::memory_words / std::max<std::uint64_t>(1, this->cols_);
    const std::uint64_t flushed = limit > this->niter_ ? limit - this->niter_ : 1;
    switch (random.in(0, 3)) {
      case 0:
        command.rows = this->niter_ % limit + static_cast<std::uint64_t>(random.in(0, 1));
        break;
      case 1:
        command.rows = limit + static_cast<std::uint64_t>(random.in(0, 1));
        break;
      case 2:
        command.rows = flushed + static_cast<std::uint64_t>(random.in(0, 1));
        break;
      default:
        command.rows = static_cast<std::uint64_t>(random.in(1, static_cast<std::int64_t>(limit)));
    }
    this->idle_between_ = random.one_in(2);
    this->expect_verdict(command, random.one_in(3) ? static_cast<int>(random.in(1, 5)) : 0,
                         random.one_in(10) ? static_cast<int>(random.in(1, 70)) : 0);
    if (this->HasFatalFailure()) return;
  }
  for (const std::uint64_t error : {ERROR_NONE, ERROR_FIT, ERROR_BUFFER, ERROR_CHAIN})
    EXPECT_GT(this->seen[error], 100) << "error " << error;
  if (TypeParam::memory_words > 100) {
    EXPECT_GT(this->seen[ERROR_LINES], 100);
  }
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

// Limits of chains and line buffers do not apply to tiles. Errors of a tile, and of a missing kernel, are reported
// after all errors of a block.
// Holds C8.29, C8.35, C8.38.
TYPED_TEST(CommandChecker, RandomTiles) {
  Random random(103);
  for (int i = 0; i < 10000; ++i) {
    if (random.one_in(8)) {
      this->dut->i_tiles = !random.one_in(5);
      this->dut->i_missing = random.one_in(4);
      const auto most = static_cast<std::int64_t>(TypeParam::max_cols);
      this->job(static_cast<std::uint64_t>(random.one_in(8) ? random.in(0, 1) * (most + 1) : random.in(1, most)),
                static_cast<std::uint64_t>(random.in(0, 3)));
    }
    this->dut->i_bad_tile = random.one_in(3);
    const std::uint64_t limit = TypeParam::memory_words / std::max<std::uint64_t>(1, this->cols_);
    Command command;
    command.rows = static_cast<std::uint64_t>(random.in(0, static_cast<std::int64_t>(limit) + 1));
    command.f_buffer = random.one_in(20) ? 3 : 1;
    command.above = random.one_in(8);
    command.below = random.one_in(8);
    this->expect_verdict(command);
    if (this->HasFatalFailure()) return;
  }
  for (const std::uint64_t error :
       {ERROR_NONE, ERROR_TILE, ERROR_ROWS, ERROR_COLS, ERROR_NITER, ERROR_BUFFER, ERROR_KERNEL})
    EXPECT_GT(this->seen[error], 20) << "error " << error;
}

// Holds C6.45, C8.11, C8.28, C8.36.
TYPED_TEST(CommandChecker, AChainIsBrokenByTheJobByARefusalAndByACommandWithoutBelow) {
  if (TypeParam::memory_words < 30) return;  // blocks this small cannot be chained: rows > niter does not fit
  const Command first{8, 0, 0, false, true}, middle{5, 1, 1, true, true}, last{5, 0, 0, true, false},
      alone{3, 0, 0, false, false}, refused{0, 0, 0, true, true};
  const auto run = [&](std::initializer_list<Command> commands, std::uint64_t final_verdict) {
    this->job(3, 2);
    for (const Command& command : commands) this->expect_verdict(command);
    EXPECT_EQ(this->verdict(last), final_verdict);
    this->expect_verdict(last);
  };
  run({first, middle, middle}, ERROR_NONE);
  run({first}, ERROR_NONE);
  run({}, ERROR_CHAIN);
  run({first, last}, ERROR_CHAIN);
  run({first, middle, alone}, ERROR_CHAIN);
  run({first, refused}, ERROR_CHAIN);
  run({first, first, middle}, ERROR_NONE);
  // Writing the same values breaks the chain too: the write counts, not the values.
  this->job(3, 2);
  this->expect_verdict(first);
  this->job(3, 2);
  this->expect_verdict(middle);
  EXPECT_GT(this->seen[ERROR_CHAIN], 4);
}

// A block with no more rows than sweeps has no finished row to hand on.
// Holds C8.13, C8.36.
TYPED_TEST(CommandChecker, AFirstBlockIsLongerThanNiter) {
  if (TypeParam::memory_words < 30) return;
  this->job(2, 4);
  this->expect_verdict({4, 0, 0, false, true});
  EXPECT_EQ(this->seen[ERROR_CHAIN], 1);
  this->expect_verdict({5, 0, 0, false, true});
  this->expect_verdict({1, 1, 1, true, true});
  EXPECT_EQ(this->seen[ERROR_NONE], 2);
}

}  // namespace
}  // namespace stencil::test::command_checker_test
