// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vprocessing_element_1.h"
#include "Vprocessing_element_2.h"
#include "Vprocessing_element_4.h"
#include "tests/rtl/engine/frame_stream.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test {
namespace {

constexpr std::int64_t latency_cycles = 29;
constexpr std::size_t max_beats = 9;
const Weights weights;

template <class V, std::size_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::size_t lanes = Lanes;
};

// Feeds frames and checks every output in every cycle.
template <class Shape>
class ProcessingElement : public ::testing::Test {
 protected:
  static constexpr std::size_t lanes = Shape::lanes;

  void SetUp() override {
    dut->i_rdx2 = to_bits(weights.rdx2);
    dut->i_rdy2 = to_bits(weights.rdy2);
    dut->i_beta = to_bits(weights.beta);
    dut->i_valid = dut->i_primed = 0;
    dut.reset();
  }

  // The line buffers hold beats of this length from now on.
  void begin(std::int64_t cols) {
    row_beats = static_cast<std::int64_t>(Frame::row_beats(cols, lanes));
    drive(dut->i_last_lane, static_cast<std::uint64_t>(cols - 1) % lanes);
    slot = 0;
    for (std::int64_t i = 0; i < row_beats + 2; ++i) cycle(nullptr, 0, i > row_beats);
  }

  void send(const Frame& frame) {
    const std::vector<FrameBeat> in = frame.beats(lanes), out = frame.after(1, weights).beats(lanes);
    for (std::size_t beat = 0; beat < in.size(); ++beat) {
      expected.push_back({dut.cycles() + row_beats + latency_cycles, out[beat], frame.depth});
      if (beat == 0 && frame.depth == 1) soon.push_back(dut.cycles() + row_beats + 1);
      cycle(&in[beat], frame.depth);
      if (this->HasFatalFailure()) return;
    }
  }
  void idle(std::int64_t cycles) {
    for (std::int64_t i = 0; i < cycles; ++i) cycle(nullptr, 0);
  }
  void drain() {
    idle(row_beats + latency_cycles + 5);
    EXPECT_TRUE(expected.empty()) << "beats did not come out";
  }

  void cycle(const FrameBeat* beat, std::int64_t depth, bool primed = true) {
    drive(dut->i_count, static_cast<std::uint64_t>(dut.cycles()) % 64);
    drive(dut->i_slot, slot);
    drive(dut->i_slot_1, slot_1);
    dut->i_primed = primed;
    dut->i_valid = beat != nullptr;
    drive(dut->i_edge, beat ? beat->edge : random.word() % 16);
    drive(dut->i_depth, beat ? static_cast<std::uint64_t>(depth) : random.word() % 8);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      set_word(dut->i_f, lane, beat ? beat->f[lane] : random.word());
      set_word(dut->i_r, lane, beat ? beat->r[lane] : random.word());
    }
    dut.settle();
    check();
    dut.edge();
    slot_1 = slot;
    slot = (slot + 1) % static_cast<std::uint64_t>(row_beats);
  }

  struct Expected {
    std::int64_t cycle;
    FrameBeat beat;
    std::int64_t depth;
  };

  void check() {
    const bool soon_now = !soon.empty() && soon.front() == dut.cycles();
    ASSERT_EQ(dut->o_soon, soon_now) << "cycle " << dut.cycles();
    if (soon_now) soon.pop_front();
    const bool any = !expected.empty() && expected.front().cycle == dut.cycles();
    const bool last = any && expected.front().depth == 1;
    ASSERT_EQ(dut->o_done, last) << "cycle " << dut.cycles();
    ASSERT_EQ(dut->o_valid, any && !last) << "cycle " << dut.cycles();
    if (!any) return;
    const Expected& now = expected.front();
    ASSERT_EQ(dut->o_edge, now.beat.edge);
    ASSERT_EQ(dut->o_depth, now.depth - 1);
    for (std::size_t lane = 0; lane < now.beat.lanes; ++lane) {
      ASSERT_EQ(get_word(dut->o_f, lane), now.beat.f[lane]) << "cycle " << dut.cycles() << " lane " << lane;
      ASSERT_EQ(get_word(dut->o_r, lane), now.beat.r[lane]) << "cycle " << dut.cycles() << " lane " << lane;
    }
    expected.pop_front();
  }

  Clocked<typename Shape::Model> dut;
  Random random{161};
  std::deque<Expected> expected;
  std::deque<std::int64_t> soon;
  std::int64_t row_beats = 1;
  std::uint64_t slot = 0, slot_1 = 0;
};

using Shapes =
    ::testing::Types<Shape<Vprocessing_element_1, 1>, Shape<Vprocessing_element_2, 2>, Shape<Vprocessing_element_4, 4>>;
TYPED_TEST_SUITE(ProcessingElement, Shapes);

// All row lengths; frames of 1, 2, 3 and more rows with every small gap between them.
TYPED_TEST(ProcessingElement, OneSweepOverFramesOfAnyShape) {
  for (std::int64_t cols = 1; cols <= static_cast<std::int64_t>(max_beats * this->lanes); ++cols) {
    SCOPED_TRACE(::testing::Message() << cols << " columns, seed 161");
    this->begin(cols);
    for (std::int64_t rows = 1; rows <= 6; ++rows)
      for (std::int64_t gap = 0; gap < 4; ++gap) {
        this->send(Frame::random(rows, cols, this->random.in(1, 7), this->random));
        if (this->HasFatalFailure()) return;
        this->idle(gap);
      }
    this->drain();
    if (this->HasFatalFailure()) return;
  }
}

// What a reset cuts off must not come out later, whatever the line buffers still hold.
TYPED_TEST(ProcessingElement, ResetForgetsBeatsInside) {
  this->begin(7);
  this->send(Frame::random(9, 7, 1, this->random));
  this->expected.clear();
  this->soon.clear();
  this->dut->i_primed = 0;
  this->dut->i_valid = 0;
  this->dut.reset();
  this->begin(7);
  this->idle(100);
  this->send(Frame::random(5, 7, 2, this->random));
  this->drain();
}

}  // namespace
}  // namespace stencil::test
