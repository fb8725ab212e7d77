// command_checker in four shapes, and the verdict that the contract has on a command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "Vcommand_checker_1000000_10000.h"
#include "Vcommand_checker_37_37.h"
#include "Vcommand_checker_5_1.h"
#include "Vcommand_checker_640_13.h"
#include "sim/device/contract/contract.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"

namespace stencil::test::command_checker_test {

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

}  // namespace stencil::test::command_checker_test
