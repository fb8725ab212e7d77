// command_checker: random commands and tiles, and chains: what breaks them, and how long their first block is.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/rtl/control/command_checker_bench.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::command_checker_test {
namespace {

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
