// cascade: streams of frames of any depth, with gaps, interleaved contexts and resets.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "Vcascade_1_4.h"
#include "Vcascade_3_2.h"
#include "Vcascade_4_1.h"
#include "tests/rtl/engine/parts/beat_stream.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::cascade_test {
namespace {

const Weights weights;

template <class V, std::int64_t Pes, std::size_t Lanes, std::int64_t LineBeats, std::int64_t Latency>
struct Shape {
  using Model = V;
  static constexpr std::int64_t pes = Pes, line_beats = LineBeats, latency = Latency;
  static constexpr std::size_t lanes = Lanes;
};

template <class Shape>
class Cascade : public ::testing::Test {
 protected:
  static constexpr std::size_t lanes = Shape::lanes;

  void SetUp() override {
    drive_weights(dut->i_weights, weights);
    dut->i_tiles = 0;
    dut->i_issue = 0;
    dut.reset();
  }

  // From now on a beat, present or absent, in every cycle, in rows of this length; earlier beats no longer count.
  void begin_rows(std::int64_t cols) {
    set_row(cols);
    slot = 0;
    head_left = row_beats;
  }
  void set_row(std::int64_t cols) {
    row_beats = static_cast<std::int64_t>(Frame::row_beats(cols, lanes));
    drive(dut->i_last_lane, static_cast<std::uint64_t>(cols - 1) % lanes);
  }
  void push_next(Beat beat) {
    beat.slot = static_cast<std::size_t>(slot);
    slot = (slot + 1) % row_beats;
    if (head_left > 0) {
      beat.mark |= mark_head;
      --head_left;
    }
    cycle(&beat);
  }
  void send(const Frame& frame) {
    for (const std::vector<Beat>& row : rows_of(frame, frame.depth, weights, lanes))
      for (const Beat& beat : row) {
        push_next(beat);
        if (this->HasFatalFailure()) return;
      }
  }
  void push_absent(std::int64_t beats) {
    for (std::int64_t i = 0; i < beats; ++i) push_next(Beat{});
  }
  void drain_rows() {
    push_absent(Shape::pes * (row_beats + Shape::latency) + 5);
    EXPECT_TRUE(leaving.empty()) << "beats did not come out";
  }

  void idle(std::int64_t cycles) {
    for (std::int64_t i = 0; i < cycles; ++i) cycle(nullptr);
  }
  void drain() {
    idle(Shape::pes * Shape::latency + 5);
    EXPECT_TRUE(leaving.empty()) << "beats did not come out";
  }

  void cycle(const Beat* beat) {
    const bool data = beat && beat->in;
    dut->i_issue = beat != nullptr;
    drive(dut->i_slot, beat ? beat->slot : 0);
    drive(dut->i_mark, beat ? beat->mark : random.word() % 8);
    dut->i_present = beat ? data : random.one_in(2);
    drive(dut->i_edge, data ? beat->in->edge : random.word() % 16);
    drive(dut->i_depth, data ? static_cast<std::uint64_t>(beat->depth) : 1);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      set_word(dut->i_f, lane, data ? beat->in->f[lane] : random.word());
      set_word(dut->i_r, lane, data ? beat->in->r[lane] : random.word());
    }
    if (beat) push(*beat);
    dut.settle();
    check();
    dut.edge();
  }

  // Follows a beat from element to element; each beat that it pushes out of the last one leaves.
  void push(Beat beat) {
    for (std::int64_t element = 0; element < Shape::pes; ++element) {
      beat = held[static_cast<std::size_t>(element)].push(beat);
      if (element == 0 && beat.in) leaving_first.emplace(dut.cycles() + Shape::latency, beat);
      if (beat.in && beat.depth == 1) {
        const bool alone = leaving.emplace(dut.cycles() + (element + 1) * Shape::latency, beat).second;
        ASSERT_TRUE(alone) << "two beats leave at once: the test is wrong";
        beat.in = beat.result = std::nullopt;
      }
      --beat.depth;
    }
  }

  void check() {
    const auto later = leaving.find(dut.cycles() + 2);
    ASSERT_EQ(dut->o_soon, later != leaving.end() && HeldBeats::first(later->second)) << "cycle " << dut.cycles();
    check_first();
    const auto now = leaving.find(dut.cycles());
    ASSERT_EQ(dut->o_valid, now != leaving.end()) << "cycle " << dut.cycles();
    if (now == leaving.end()) return;
    const Beat beat = now->second;
    leaving.erase(now);
    ASSERT_EQ(dut->o_last_beat, beat.in->edge & 1);
    ASSERT_EQ(dut->o_end, HeldBeats::last(beat)) << "cycle " << dut.cycles();
    for (std::size_t lane = 0; lane < beat.in->lanes; ++lane) {
      ASSERT_EQ(get_word(dut->o_f, lane), beat.result->f[lane]) << "cycle " << dut.cycles() << " lane " << lane;
      ASSERT_EQ(get_word(dut->o_r, lane), beat.in->r[lane]) << "cycle " << dut.cycles() << " lane " << lane;
    }
  }

  void check_first() {
    const auto now = leaving_first.find(dut.cycles());
    ASSERT_EQ(dut->o_first_valid, now != leaving_first.end()) << "cycle " << dut.cycles();
    if (now == leaving_first.end()) return;
    const Beat beat = now->second;
    leaving_first.erase(now);
    ASSERT_EQ(dut->o_first_edge, beat.in->edge);
    ASSERT_EQ(dut->o_first_end, HeldBeats::last(beat)) << "cycle " << dut.cycles();
    for (std::size_t lane = 0; lane < beat.in->lanes; ++lane) {
      ASSERT_EQ(get_word(dut->o_first_f, lane), beat.first->f[lane]) << "cycle " << dut.cycles() << " lane " << lane;
      ASSERT_EQ(get_word(dut->o_first_old, lane), beat.in->f[lane]) << "cycle " << dut.cycles() << " lane " << lane;
    }
  }

  Clocked<typename Shape::Model> dut;
  Random random{171};
  std::vector<HeldBeats> held = std::vector<HeldBeats>(Shape::pes, HeldBeats(Shape::line_beats));
  std::map<std::int64_t, Beat> leaving, leaving_first;  // by cycle; leaving_first: after element 0
  std::int64_t row_beats = 1, slot = 0, head_left = 0;
};

using Shapes = ::testing::Types<Shape<Vcascade_4_1, 4, 1, 20, 29>, Shape<Vcascade_3_2, 3, 2, 9, 34>,
                                Shape<Vcascade_1_4, 1, 4, 1, 29>>;
TYPED_TEST_SUITE(Cascade, Shapes);

// One row length after another; within one, frames of growing depth follow with any gap.
TYPED_TEST(Cascade, AFrameLeavesAfterItsDepth) {
  const std::int64_t most_cols = TypeParam::line_beats * static_cast<std::int64_t>(TypeParam::lanes);
  for (int job = 0; job < 150; ++job) {
    const std::int64_t cols = this->random.in(1, most_cols);
    SCOPED_TRACE(::testing::Message() << "job " << job << ", " << cols << " columns, seed 171");
    this->begin_rows(cols);
    std::int64_t depth = 1;
    for (std::int64_t frame = this->random.in(1, 5); frame > 0; --frame) {
      depth = this->random.in(depth, TypeParam::pes);
      this->send(Frame::random(this->random.in(1, 12), cols, depth, this->random));
      if (this->HasFatalFailure()) return;
      this->push_absent(this->random.one_in(2) ? 0 : this->random.in(1, 40));
    }
    this->drain_rows();
    this->idle(this->random.in(0, 70));
    if (this->HasFatalFailure()) return;
  }
}

// Frames in slots of their own that come in pieces, in turn, with any time in between.
TYPED_TEST(Cascade, ContextsKeepTheirRows) {
  for (int job = 0; job < 120; ++job) {
    SCOPED_TRACE(::testing::Message() << "job " << job << ", seed 171");
    const std::int64_t in_row = this->random.in(1, TypeParam::line_beats), width = TypeParam::lanes;
    const std::int64_t cols = in_row * width - this->random.in(0, width - 1);
    this->set_row(cols);
    std::vector<Context> contexts;
    for (std::int64_t base = 0; base + in_row <= TypeParam::line_beats; base += in_row) {
      const std::int64_t depth = this->random.in(1, TypeParam::pes);
      contexts.emplace_back(Frame::random(this->random.in(1, 9), cols, depth, this->random), depth, weights,
                            TypeParam::lanes, static_cast<std::size_t>(base));
    }
    std::int64_t depth = 1;
    while (!contexts.empty()) {
      const auto at = static_cast<std::size_t>(this->random.in(0, static_cast<std::int64_t>(contexts.size()) - 1));
      // A less deep frame must not overtake.
      this->idle(std::max<std::int64_t>(0, depth - contexts[at].depth()) * TypeParam::latency);
      depth = contexts[at].depth();
      for (const Beat& beat : contexts[at].piece(this->random)) {
        this->cycle(&beat);
        if (this->HasFatalFailure()) return;
      }
      if (contexts[at].empty()) contexts.erase(contexts.begin() + static_cast<std::ptrdiff_t>(at));
      this->idle(this->random.one_in(2) ? 0 : this->random.in(1, 90));
    }
    this->drain();
    if (this->HasFatalFailure()) return;
  }
}

// After a reset nothing of the old frame may come out, neither before the next one nor with it, however soon
// that begins.
TYPED_TEST(Cascade, ResetForgetsFramesInside) {
  const std::int64_t most_cols = TypeParam::line_beats * static_cast<std::int64_t>(TypeParam::lanes);
  for (std::int64_t wait = 0; wait < 60; wait += 3) {
    SCOPED_TRACE(::testing::Message() << wait << " cycles from reset to the next frame");
    this->begin_rows(most_cols);
    this->send(Frame::random(8, most_cols, TypeParam::pes, this->random));
    this->leaving.clear();
    this->leaving_first.clear();
    this->dut->i_issue = 0;
    this->dut.reset(8);
    this->idle(wait);
    this->begin_rows(most_cols);
    this->send(Frame::random(6, most_cols, TypeParam::pes, this->random));
    this->drain_rows();
    if (this->HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace stencil::test::cascade_test
