// pass_sequencer: addresses, tags and cycles of every beat of classic and skewed commands.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Vpass_sequencer_1.h"
#include "Vpass_sequencer_4.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::pass_sequencer_test {
namespace {

template <class V, std::int64_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::int64_t lanes = Lanes;
};

// Runs one job after another, each a run of commands; checks every output in every cycle.
template <class Shape>
class PassSequencer : public ::testing::Test {
 protected:
  enum Kind { classic, first, middle, last };
  struct Job {
    std::int64_t cols, passes, shallow, depth;
    std::int64_t row_beats() const { return (cols + Shape::lanes - 1) / Shape::lanes; }
    std::int64_t sweeps(std::int64_t pass) const { return depth + (pass >= shallow); }
  };

  PassSequencer() {
    dut->i_start = dut->i_busy = dut->i_next_pass = 0;
    dut.reset();
  }

  void begin(const Job& next) {
    job = next;
    drive(dut->i_cols, static_cast<std::uint64_t>(job.cols));
    drive(dut->i_row_beats, static_cast<std::uint64_t>(job.row_beats()));
    drive(dut->i_passes, static_cast<std::uint64_t>(job.passes));
    drive(dut->i_shallow, static_cast<std::uint64_t>(job.shallow));
    drive(dut->i_depth, static_cast<std::uint64_t>(job.depth));
  }

  struct Command {
    Kind kind;
    std::int64_t rows;
    std::vector<std::int64_t> waits;  // per pass: cycles that the next pass is held back
    std::int64_t idle_before;         // cycles after the previous command; 0: taken in its last cycle
  };

  void run(const std::vector<Command>& commands) {
    start(commands[0], true);
    dut.tick();
    for (std::size_t i = 0; i < commands.size(); ++i) {
      const Command* next = i + 1 < commands.size() ? &commands[i + 1] : nullptr;
      issue(commands[i], i == 0, next && next->idle_before == 0 ? next : nullptr);
      drain(commands[i].kind, next ? next->idle_before : random.in(1, 40),
            next && next->idle_before > 0 ? next : nullptr);
      if (::testing::Test::HasFatalFailure()) return;
    }
    dut->i_busy = 0;
    dut.tick();
  }

  void start(const Command& command, bool fresh) {
    dut->i_start = 1;
    dut->i_head = fresh && (command.kind == classic || command.kind == first);
    dut->i_follow = !fresh && command.kind == classic;
    drive(dut->i_rows, static_cast<std::uint64_t>(command.rows));
    if (fresh) slot = 0;
  }
  void accepted(Kind kind) {
    dut->i_start = 0;
    dut->i_busy = 1;
    dut->i_above = kind == middle || kind == last;
    dut->i_below = kind == first || kind == middle;
  }

  // Checks all beats of a command; the next one is taken in the last cycle.
  void issue(const Command& command, bool fresh, const Command* next) {
    const Kind kind = command.kind;
    const std::int64_t rows = command.rows;
    accepted(kind);
    bool head = fresh && kind == classic;
    std::int64_t before = 0;
    for (std::int64_t pass = 0; pass < job.passes; ++pass) {
      SCOPED_TRACE(::testing::Message() << "pass " << pass << " of " << job.passes << ", kind " << kind);
      const std::int64_t sweeps = job.sweeps(pass), wait = command.waits[static_cast<std::size_t>(pass)];
      const std::int64_t read = rows + (kind == last ? before : kind == first ? -before : 0);
      const std::int64_t all = read + (kind == last ? sweeps : 0);
      const bool last_pass = pass + 1 == job.passes;
      if (kind != classic) slot = pass * job.row_beats();
      if (kind == first) head = true;
      for (std::int64_t row = 0; row < all; ++row) {
        for (std::int64_t beat = 0; beat < job.row_beats(); ++beat) {
          const bool first_beat = beat == 0, last_beat = beat + 1 == job.row_beats();
          const bool ends = last_beat && row + 1 == all;
          dut->i_next_pass = ends && !last_pass ? wait == 0 : random.one_in(2);
          if (ends && last_pass && next) start(*next, false);
          dut.settle();
          ASSERT_TRUE(dut->o_issue) << "row " << row << " beat " << beat;
          ASSERT_EQ(dut->o_present, row < read) << "row " << row << " of " << read;
          ASSERT_EQ(dut->o_slot, slot);
          if (row < read) {
            ASSERT_EQ(dut->o_addr, row * job.cols + beat * Shape::lanes);
            ASSERT_EQ(dut->o_edge, (row == 0 && kind != middle && kind != last ? 8 : 0) |
                                       (row + 1 == read && kind != first && kind != middle ? 4 : 0) |
                                       (first_beat ? 2 : 0) | (last_beat ? 1 : 0));
          }
          ASSERT_EQ(dut->o_mark, (head ? 4 : 0) | (row == 0 && first_beat && (kind == middle || kind == last) ? 2 : 0) |
                                     (ends && (kind == first || kind == middle) ? 1 : 0))
              << "row " << row << " beat " << beat;
          ASSERT_EQ(dut->o_depth, sweeps);
          ASSERT_FALSE(dut->o_stall || dut->o_issued);
          ASSERT_EQ(dut->o_last, ends && last_pass);
          ASSERT_EQ(dut->o_begin, ends && (last_pass ? dut->i_start : wait == 0));
          dut.edge();
          next_slot(kind == classic ? 0 : pass * job.row_beats());
        }
        head = false;
      }
      for (std::int64_t left = last_pass ? 0 : wait; left > 0; --left) {
        dut->i_next_pass = left == 1;
        expect_idle(kind, true, left == 1);
      }
      before += sweeps;
    }
  }

  // Nothing to issue; a classic command still pushes beats through. The next command is taken in the last cycle.
  void drain(Kind kind, std::int64_t cycles, const Command* next) {
    for (std::int64_t i = 0; i < cycles; ++i) {
      dut->i_next_pass = random.one_in(2);
      if (i + 1 == cycles && next) start(*next, false);
      expect_idle(kind, false, false);
    }
  }
  void expect_idle(Kind kind, bool stall, bool begins) {
    dut.settle();
    ASSERT_EQ(dut->o_stall, stall);
    ASSERT_EQ(dut->o_issued, !stall);
    ASSERT_EQ(dut->o_issue, kind == classic);
    ASSERT_FALSE(dut->o_present || dut->o_last);
    ASSERT_EQ(dut->o_begin, begins || dut->i_start);
    if (dut->o_issue) {
      ASSERT_EQ(dut->o_mark, 0);
      ASSERT_EQ(dut->o_slot, slot);
    }
    dut.edge();
    if (kind == classic) next_slot(0);
  }
  void next_slot(std::int64_t base) { slot = slot + 1 == base + job.row_beats() ? base : slot + 1; }

  Clocked<typename Shape::Model> dut;
  Random random{181};
  Job job{1, 1, 1, 1};
  std::int64_t slot = 0;
};

using Shapes = ::testing::Types<Shape<Vpass_sequencer_1, 1>, Shape<Vpass_sequencer_4, 4>>;
TYPED_TEST_SUITE(PassSequencer, Shapes);

// Runs of classic commands and chains of skewed ones, each taken in the last cycle of the previous one or later.
TYPED_TEST(PassSequencer, LabelsEveryBeatOfEveryCommand) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(::testing::Message() << "job " << i << ", seed 181");
    const std::int64_t cols = this->random.in(1, 50), passes = this->random.in(1, 5);
    this->begin({cols, passes, this->random.in(1, passes), this->random.in(1, 2)});
    const std::int64_t most_sweeps = 3 * passes, count = this->random.in(1, 4);
    const bool skewed = this->random.one_in(2);
    std::vector<typename TestFixture::Command> commands;
    for (std::int64_t command = 0; command < count; ++command) {
      typename TestFixture::Command next;
      next.kind = !skewed                ? TestFixture::classic
                  : command == 0         ? TestFixture::first
                  : command + 1 == count ? TestFixture::last
                                         : TestFixture::middle;
      next.rows = this->random.in(1, 8) + (next.kind == TestFixture::first ? most_sweeps : 0);
      for (std::int64_t pass = 0; pass < passes; ++pass)
        next.waits.push_back(this->random.one_in(2) ? 0 : this->random.in(1, 30));
      next.idle_before = this->random.one_in(2) ? 0 : this->random.in(1, 40);
      commands.push_back(next);
    }
    this->run(commands);
    if (this->HasFatalFailure()) return;
  }
}

// All passes are deep, which a plan says of none.
TYPED_TEST(PassSequencer, NoPassIsShallow) {
  this->begin({9, 3, 0, 1});
  this->run({{TestFixture::classic, 5, {0, 2, 0}, 0}, {TestFixture::classic, 4, {0, 0, 0}, 3}});
}

TYPED_TEST(PassSequencer, ResetStopsIt) {
  this->begin({9, 3, 3, 1});
  this->start({TestFixture::classic, 5, {0, 0, 0}, 0}, true);
  this->dut.tick();
  this->accepted(TestFixture::classic);
  for (int i = 0; i < 7; ++i) this->dut.tick();
  this->dut->i_busy = 0;
  this->dut.reset(1);
  this->dut.settle();
  EXPECT_FALSE(this->dut->o_issue || this->dut->o_stall || this->dut->o_begin);
  this->begin({7, 2, 1, 1});
  this->run({{TestFixture::classic, 4, {0, 3}, 0}});
}

}  // namespace
}  // namespace stencil::test::pass_sequencer_test
