// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vcascade_1_4.h"
#include "Vcascade_3_2.h"
#include "Vcascade_4_1.h"
#include "tests/rtl/engine/frame_stream.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test {
namespace {

const Weights weights;

template <class V, std::int64_t Pes, std::size_t Lanes, std::int64_t MaxBeats, std::int64_t Latency,
          std::uint64_t RowBeatsMask>
struct Shape {
  using Model = V;
  static constexpr std::uint64_t row_beats_mask = RowBeatsMask;  // what the port can hold
  static constexpr std::int64_t pes = Pes, max_beats = MaxBeats, latency = Latency;
  static constexpr std::size_t lanes = Lanes;
};

template <class Shape>
class Cascade : public ::testing::Test {
 protected:
  static constexpr std::size_t lanes = Shape::lanes;

  void SetUp() override {
    dut->i_rdx2 = to_bits(weights.rdx2);
    dut->i_rdy2 = to_bits(weights.rdy2);
    dut->i_beta = to_bits(weights.beta);
    dut->i_begin = dut->i_valid = 0;
    drive(dut->i_row_beats, 1);
    drive(dut->i_last_lane, 0);
    dut.reset();
  }

  void begin(std::int64_t cols) {
    row_beats = static_cast<std::int64_t>(Frame::row_beats(cols, lanes));
    drive(dut->i_row_beats, static_cast<std::uint64_t>(row_beats));
    drive(dut->i_last_lane, static_cast<std::uint64_t>(cols - 1) % lanes);
    dut->i_begin = 1;
    cycle(nullptr, 0);
    dut->i_begin = 0;
    cycle(nullptr, 0);
  }

  void send(const Frame& frame) {
    const std::vector<FrameBeat> in = frame.beats(lanes), out = frame.after(frame.depth, weights).beats(lanes);
    const std::int64_t delay = frame.depth * (row_beats + Shape::latency);
    for (std::size_t beat = 0; beat < in.size(); ++beat) {
      expected.push_back({dut.cycles() + delay, out[beat]});
      if (beat == 0) soon.push_back(dut.cycles() + delay - 2);
      cycle(&in[beat], frame.depth);
      if (this->HasFatalFailure()) return;
    }
  }
  void idle(std::int64_t cycles) {
    for (std::int64_t i = 0; i < cycles; ++i) cycle(nullptr, 0);
  }
  void drain() {
    idle(Shape::pes * (row_beats + Shape::latency) + 5);
    EXPECT_TRUE(expected.empty()) << "beats did not come out";
  }

  void cycle(const FrameBeat* beat, std::int64_t depth) {
    dut->i_valid = beat != nullptr;
    drive(dut->i_edge, beat ? beat->edge : random.word() % 16);
    drive(dut->i_depth, beat ? static_cast<std::uint64_t>(depth) : 1);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      set_word(dut->i_f, lane, beat ? beat->f[lane] : random.word());
      set_word(dut->i_r, lane, beat ? beat->r[lane] : random.word());
    }
    dut.settle();
    check();
    dut.edge();
  }

  struct Expected {
    std::int64_t cycle;
    FrameBeat beat;
  };

  void check() {
    const bool soon_now = !soon.empty() && soon.front() == dut.cycles();
    ASSERT_EQ(dut->o_soon, soon_now) << "cycle " << dut.cycles();
    if (soon_now) soon.pop_front();
    const bool any = !expected.empty() && expected.front().cycle == dut.cycles();
    ASSERT_EQ(dut->o_valid, any) << "cycle " << dut.cycles();
    if (!any) return;
    const FrameBeat& now = expected.front().beat;
    ASSERT_EQ(dut->o_last_row, now.edge >> 2 & 1);
    ASSERT_EQ(dut->o_last_beat, now.edge & 1);
    for (std::size_t lane = 0; lane < now.lanes; ++lane)
      ASSERT_EQ(get_word(dut->o_f, lane), now.f[lane]) << "cycle " << dut.cycles() << " lane " << lane;
    expected.pop_front();
  }

  Clocked<typename Shape::Model> dut;
  Random random{171};
  std::deque<Expected> expected;
  std::deque<std::int64_t> soon;
  std::int64_t row_beats = 1;
};

using Shapes = ::testing::Types<Shape<Vcascade_4_1, 4, 1, 20, 29, 31>, Shape<Vcascade_3_2, 3, 2, 9, 34, 15>,
                                Shape<Vcascade_1_4, 1, 4, 1, 29, 1>>;
TYPED_TEST_SUITE(Cascade, Shapes);

// Command after command with other row lengths; within one, frames of growing depth follow with any gap.
TYPED_TEST(Cascade, AFrameLeavesAfterItsDepth) {
  const std::int64_t most_cols = TypeParam::max_beats * static_cast<std::int64_t>(TypeParam::lanes);
  for (int command = 0; command < 150; ++command) {
    const std::int64_t cols = this->random.in(1, most_cols);
    SCOPED_TRACE(::testing::Message() << "command " << command << ", " << cols << " columns, seed 171");
    this->begin(cols);
    std::int64_t depth = 1;
    for (std::int64_t frame = this->random.in(1, 5); frame > 0; --frame) {
      depth = this->random.in(depth, TypeParam::pes);
      this->send(Frame::random(this->random.in(1, 12), cols, depth, this->random));
      if (this->HasFatalFailure()) return;
      this->idle(this->random.one_in(2) ? 0 : this->random.in(1, 40));
    }
    this->drain();
    if (this->HasFatalFailure()) return;
  }
}

// Between commands the row length may be anything, for any time: a host writes the next one when it likes, and slots
// that no command has written yet hold anything.
TYPED_TEST(Cascade, RowLengthMayChangeAnyTimeBeforeTheCommand) {
  const std::int64_t most_cols = TypeParam::max_beats * static_cast<std::int64_t>(TypeParam::lanes);
  for (int command = 0; command < 200; ++command) {
    SCOPED_TRACE(::testing::Message() << "command " << command << ", seed 171");
    drive(this->dut->i_row_beats, this->random.word() & TypeParam::row_beats_mask);
    this->idle(this->random.in(0, 70));
    const std::int64_t cols = this->random.in(1, most_cols);
    this->begin(cols);
    this->send(Frame::random(this->random.in(1, 6), cols, this->random.in(1, TypeParam::pes), this->random));
    this->drain();
    if (this->HasFatalFailure()) return;
  }
}

// Cut off by a reset during which the row length is already another one: nothing of the old frame may come out,
// neither before the next command nor in it, however soon that begins.
TYPED_TEST(Cascade, ResetForgetsFramesInside) {
  const std::int64_t most_cols = TypeParam::max_beats * static_cast<std::int64_t>(TypeParam::lanes);
  for (std::int64_t wait = 0; wait < 60; wait += 3) {
    SCOPED_TRACE(::testing::Message() << wait << " cycles from reset to the next command");
    this->begin(most_cols);
    this->send(Frame::random(8, most_cols, TypeParam::pes, this->random));
    this->expected.clear();
    this->soon.clear();
    this->dut->i_valid = 0;
    drive(this->dut->i_row_beats, 0);  // the command registers are cleared too
    this->dut.reset(8);
    this->idle(wait);
    this->begin(most_cols);
    this->send(Frame::random(6, most_cols, TypeParam::pes, this->random));
    this->drain();
    if (this->HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace stencil::test
