// processing_element: one sweep over streams of frames, every output in every cycle.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vprocessing_element_1.h"
#include "Vprocessing_element_2.h"
#include "Vprocessing_element_4.h"
#include "tests/rtl/engine/parts/beat_stream.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::processing_element_test {
namespace {

constexpr std::int64_t latency_cycles = 29;
constexpr std::size_t line_beats = 9;
const Weights weights;

template <class V, std::size_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::size_t lanes = Lanes;
};

// Feeds beats and checks every output in every cycle.
template <class Shape>
class ProcessingElement : public ::testing::Test {
 protected:
  static constexpr std::size_t lanes = Shape::lanes;

  void SetUp() override {
    drive_weights(dut->i_weights, weights);
    dut->i_tiles = 0;
    reset();
  }
  void reset() {
    dut->i_issue = dut->i_settled = 0;
    dut.reset();
    settled_at = dut.cycles() + latency_cycles;
  }

  // From now on a beat, present or absent, in every cycle, in rows of this length; earlier beats no longer count.
  void begin_rows(std::int64_t cols) {
    row_beats = Frame::row_beats(cols, lanes);
    drive(dut->i_last_lane, static_cast<std::uint64_t>(cols - 1) % lanes);
    slot = 0;
    head_left = row_beats;
  }
  void push_next(Beat beat) {
    beat.slot = slot;
    slot = (slot + 1) % row_beats;
    if (head_left > 0) {
      beat.mark |= mark_head;
      --head_left;
    }
    cycle(&beat);
  }
  void send(const Frame& frame) {
    for (const std::vector<Beat>& row : rows_of(frame, 1, weights, lanes))
      for (const Beat& beat : row) {
        push_next(beat);
        if (this->HasFatalFailure()) return;
      }
  }
  void push_absent(std::int64_t beats) {
    for (std::int64_t i = 0; i < beats; ++i) push_next(Beat{});
  }
  void idle(std::int64_t cycles) {
    for (std::int64_t i = 0; i < cycles; ++i) cycle(nullptr);
  }
  void drain() {
    idle(latency_cycles + 5);
    EXPECT_TRUE(expected.empty()) << "beats did not come out";
  }

  void cycle(const Beat* beat) {
    const bool data = beat && beat->in;
    drive(dut->i_count, static_cast<std::uint64_t>(dut.cycles()) % 64);
    dut->i_settled = dut.cycles() >= settled_at;
    dut->i_issue = beat != nullptr;
    drive(dut->i_slot, beat ? beat->slot : random.word() % line_beats);
    drive(dut->i_mark, beat ? beat->mark : random.word() % 8);
    dut->i_present = beat ? data : random.one_in(2);
    drive(dut->i_edge, data ? beat->in->edge : random.word() % 16);
    drive(dut->i_depth, data ? static_cast<std::uint64_t>(beat->depth) : random.word() % 8);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      set_word(dut->i_f, lane, data ? beat->in->f[lane] : random.word());
      set_word(dut->i_r, lane, data ? beat->in->r[lane] : random.word());
    }
    if (beat) expected.push_back({dut.cycles() + latency_cycles, held.push(*beat)});
    dut.settle();
    check();
    dut.edge();
  }

  struct Expected {
    std::int64_t cycle;
    Beat beat;
  };

  void check() {
    bool soon = false;
    for (const Expected& coming : expected)
      soon |= coming.cycle == dut.cycles() + latency_cycles - 1 && coming.beat.in && coming.beat.depth == 1 &&
              HeldBeats::first(coming.beat);
    ASSERT_EQ(dut->o_soon, soon) << "cycle " << dut.cycles();
    const bool any = !expected.empty() && expected.front().cycle == dut.cycles();
    ASSERT_EQ(dut->o_issue, any) << "cycle " << dut.cycles();
    const Beat now = any ? expected.front().beat : Beat{};
    const bool leaves = any && now.in && now.depth == 1;
    ASSERT_EQ(dut->o_done, leaves) << "cycle " << dut.cycles();
    if (!any) return;
    expected.pop_front();
    ASSERT_EQ(dut->o_slot, now.slot);
    ASSERT_EQ(dut->o_mark, now.mark);
    ASSERT_EQ(dut->o_present, now.in && !leaves) << "cycle " << dut.cycles();
    if (!now.in) return;
    ASSERT_EQ(dut->o_edge, now.in->edge);
    if (!leaves) {
      ASSERT_EQ(dut->o_depth, now.depth - 1);
    }
    for (std::size_t lane = 0; lane < now.in->lanes; ++lane) {
      ASSERT_EQ(get_word(dut->o_f, lane), now.result->f[lane]) << "cycle " << dut.cycles() << " lane " << lane;
      ASSERT_EQ(get_word(dut->o_old, lane), now.in->f[lane]) << "cycle " << dut.cycles() << " lane " << lane;
      ASSERT_EQ(get_word(dut->o_r, lane), now.in->r[lane]) << "cycle " << dut.cycles() << " lane " << lane;
    }
  }

  Clocked<typename Shape::Model> dut;
  Random random{161};
  HeldBeats held{line_beats};
  std::deque<Expected> expected;
  std::int64_t settled_at = 0;
  std::size_t row_beats = 1, slot = 0, head_left = 0;
};

using Shapes =
    ::testing::Types<Shape<Vprocessing_element_1, 1>, Shape<Vprocessing_element_2, 2>, Shape<Vprocessing_element_4, 4>>;
TYPED_TEST_SUITE(ProcessingElement, Shapes);

// All row lengths; frames of 1, 2, 3 and more rows with every small gap between them.
TYPED_TEST(ProcessingElement, OneSweepOverFramesOfAnyShape) {
  for (std::int64_t cols = 1; cols <= static_cast<std::int64_t>(line_beats * this->lanes); ++cols) {
    SCOPED_TRACE(::testing::Message() << cols << " columns, seed 161");
    this->begin_rows(cols);
    for (std::int64_t rows = 1; rows <= 6; ++rows)
      for (std::int64_t gap = 0; gap < 4; ++gap) {
        this->send(Frame::random(rows, cols, this->random.in(1, 7), this->random));
        if (this->HasFatalFailure()) return;
        this->push_absent(gap);
      }
    this->drain();
    if (this->HasFatalFailure()) return;
  }
}

// Frames in slots of their own that come in pieces, in turn, with any time in between.
TYPED_TEST(ProcessingElement, ContextsKeepTheirRows) {
  for (int job = 0; job < 120; ++job) {
    SCOPED_TRACE(::testing::Message() << "job " << job << ", seed 161");
    const auto in_row = static_cast<std::size_t>(this->random.in(1, line_beats));
    const std::int64_t cols = static_cast<std::int64_t>(in_row * this->lanes) - this->random.in(0, this->lanes - 1);
    drive(this->dut->i_last_lane, static_cast<std::uint64_t>(cols - 1) % this->lanes);
    std::vector<Context> contexts;
    for (std::size_t base = 0; base + in_row <= line_beats; base += in_row)
      contexts.emplace_back(Frame::random(this->random.in(1, 7), cols, this->random.in(1, 7), this->random), 1, weights,
                            this->lanes, base);
    while (!contexts.empty()) {
      const auto at = static_cast<std::size_t>(this->random.in(0, static_cast<std::int64_t>(contexts.size()) - 1));
      for (const Beat& beat : contexts[at].piece(this->random)) {
        this->cycle(&beat);
        if (this->HasFatalFailure()) return;
      }
      if (contexts[at].empty()) contexts.erase(contexts.begin() + static_cast<std::ptrdiff_t>(at));
      this->idle(this->random.one_in(2) ? 0 : this->random.in(1, 40));
    }
    this->drain();
    if (this->HasFatalFailure()) return;
  }
}

// Beats cut off by a reset must not come out later, whatever the line buffers still hold.
TYPED_TEST(ProcessingElement, ResetForgetsBeatsInside) {
  this->begin_rows(7);
  this->send(Frame::random(9, 7, 1, this->random));
  this->expected.clear();
  this->reset();
  this->begin_rows(7);
  this->send(Frame::random(5, 7, 2, this->random));
  this->push_absent(static_cast<std::int64_t>(this->row_beats));
  this->drain();
}

}  // namespace
}  // namespace stencil::test::processing_element_test
