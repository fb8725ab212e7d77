// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Vpass_sequencer_1.h"
#include "Vpass_sequencer_4.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {
namespace {

template <class V, std::int64_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::int64_t lanes = Lanes;
};

template <class Shape>
class PassSequencer : public ::testing::Test {
 protected:
  PassSequencer() {
    dut->i_start = dut->i_release = 0;
    dut.reset();
  }

  struct Command {
    std::int64_t rows, cols, passes, shallow, depth;
  };

  // release_after: cycles from a pass's first beat to its release, for each pass.
  void run(const Command& command, const std::vector<std::int64_t>& release_after) {
    const std::int64_t row_beats = (command.cols + Shape::lanes - 1) / Shape::lanes;
    drive(dut->i_rows, static_cast<std::uint64_t>(command.rows));
    drive(dut->i_cols, static_cast<std::uint64_t>(command.cols));
    drive(dut->i_row_beats, static_cast<std::uint64_t>(row_beats));
    drive(dut->i_passes, static_cast<std::uint64_t>(command.passes));
    drive(dut->i_shallow, static_cast<std::uint64_t>(command.shallow));
    drive(dut->i_depth, static_cast<std::uint64_t>(command.depth));
    dut->i_start = 1;
    dut.tick();
    dut->i_start = 0;
    std::int64_t release_in = -1;  // cycles until the pass under way is released
    bool released = true;
    for (std::int64_t pass = 0; pass < command.passes; ++pass) {
      SCOPED_TRACE(::testing::Message() << "pass " << pass << " of " << command.passes);
      while (!released) {
        step(release_in, released);
        ASSERT_TRUE(dut->o_stall);
        ASSERT_FALSE(dut->o_issue);
        dut.edge();
      }
      release_in = release_after[static_cast<std::size_t>(pass)];
      released = false;
      for (std::int64_t row = 0; row < command.rows; ++row)
        for (std::int64_t beat = 0; beat < row_beats; ++beat) {
          step(release_in, released);
          ASSERT_TRUE(dut->o_issue) << "row " << row << " beat " << beat;
          ASSERT_FALSE(dut->o_stall);
          ASSERT_EQ(dut->o_addr, row * command.cols + beat * Shape::lanes);
          ASSERT_EQ(dut->o_edge, (row == 0 ? 8 : 0) | (row + 1 == command.rows ? 4 : 0) | (beat == 0 ? 2 : 0) |
                                     (beat + 1 == row_beats ? 1 : 0));
          ASSERT_EQ(dut->o_depth, command.depth + (pass >= command.shallow ? 1 : 0));
          dut.edge();
        }
    }
    // The release of the last pass finds nobody.
    for (int i = 0; i < 50; ++i) {
      step(release_in, released);
      ASSERT_FALSE(dut->o_issue || dut->o_stall);
      dut.edge();
    }
  }

  Clocked<typename Shape::Model> dut;
  Random random{181};

 private:
  void step(std::int64_t& release_in, bool& released) {
    dut->i_release = release_in == 0;
    if (release_in-- == 0) released = true;
    dut.settle();
  }
};

using Shapes = ::testing::Types<Shape<Vpass_sequencer_1, 1>, Shape<Vpass_sequencer_4, 4>>;
TYPED_TEST_SUITE(PassSequencer, Shapes);

TYPED_TEST(PassSequencer, IssuesEveryBeatOnceAPassAndWaitsForTheRelease) {
  for (int i = 0; i < 400; ++i) {
    const std::int64_t cols = this->random.in(1, 50), rows = this->random.in(1, 4096 / cols > 20 ? 20 : 4096 / cols);
    const std::int64_t passes = this->random.in(1, 6);
    const typename TestFixture::Command command{rows, cols, passes, this->random.in(1, passes), this->random.in(1, 3)};
    const std::int64_t beats = rows * ((cols + TypeParam::lanes - 1) / TypeParam::lanes);
    std::vector<std::int64_t> release_after;
    // Early, in the last beats, and late.
    for (std::int64_t pass = 0; pass < passes; ++pass)
      release_after.push_back(this->random.one_in(3)   ? this->random.in(0, beats - 1)
                              : this->random.one_in(2) ? std::max<std::int64_t>(0, beats - this->random.in(0, 3))
                                                       : beats + this->random.in(0, 30));
    SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", case " << i << ", seed 181");
    this->run(command, release_after);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(PassSequencer, ResetStopsIt) {
  this->dut->i_release = 0;
  drive(this->dut->i_rows, 5);
  drive(this->dut->i_cols, 9);
  drive(this->dut->i_row_beats, (9 + TypeParam::lanes - 1) / TypeParam::lanes);
  drive(this->dut->i_passes, 3);
  this->dut->i_start = 1;
  this->dut.tick();
  this->dut->i_start = 0;
  for (int i = 0; i < 7; ++i) this->dut.tick();
  this->dut.reset(1);
  this->dut.settle();
  EXPECT_FALSE(this->dut->o_issue || this->dut->o_stall);
  this->run({4, 7, 2, 1, 1}, {3, 3});
}

}  // namespace
}  // namespace stencil::test
