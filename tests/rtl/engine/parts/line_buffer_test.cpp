// line_buffer: rows of every length, and slots in any order.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "Vline_buffer_1.h"
#include "Vline_buffer_16.h"
#include "Vline_buffer_2.h"
#include "Vline_buffer_7.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::line_buffer_test {
namespace {

template <class V, std::size_t LineBeats>
struct Shape {
  using Model = V;
  static constexpr std::size_t line_beats = LineBeats;
};

template <class Shape>
class LineBuffer : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vline_buffer_1, 1>, Shape<Vline_buffer_2, 2>, Shape<Vline_buffer_7, 7>,
                                Shape<Vline_buffer_16, 16>>;
TYPED_TEST_SUITE(LineBuffer, Shapes);

// Every length, up and down again, so that each follows a longer and a shorter one.
TYPED_TEST(LineBuffer, DelaysByARowAndOneCycle) {
  Clocked<typename TypeParam::Model> buffer;
  Random random(131);
  std::vector<std::size_t> lengths;
  for (std::size_t length = 1; length <= TypeParam::line_beats; ++length) lengths.push_back(length);
  for (std::size_t length = TypeParam::line_beats; length > 0; --length) lengths.push_back(length);
  buffer->i_write = 1;
  for (const std::size_t length : lengths) {
    std::vector<std::uint64_t> sent;
    for (std::size_t cycle = 0; cycle < 6 * length + 20; ++cycle) {
      drive(buffer->i_slot, cycle % length);
      buffer->i_data = random.word();
      sent.push_back(buffer->i_data);
      buffer.settle();
      if (cycle >= length + 1) {
        ASSERT_EQ(buffer->o_data, sent[cycle - length - 1]) << "length " << length << ", cycle " << cycle;
      }
      buffer.edge();
    }
  }
}

// Any slot at any time, written or only read: the output is the previous contents.
TYPED_TEST(LineBuffer, PushesOutWhatTheSlotHeld) {
  Clocked<typename TypeParam::Model> buffer;
  Random random(132);
  std::vector<std::uint64_t> held(TypeParam::line_beats);
  buffer->i_write = 1;
  for (std::size_t slot = 0; slot < held.size(); ++slot) {
    drive(buffer->i_slot, slot);
    buffer->i_data = held[slot] = random.word();
    buffer.tick();
  }
  for (int cycle = 0; cycle < 2000; ++cycle) {
    const auto slot = static_cast<std::size_t>(random.in(0, TypeParam::line_beats - 1));
    const std::uint64_t pushed_out = held[slot];
    drive(buffer->i_slot, slot);
    buffer->i_write = random.one_in(2);
    buffer->i_data = random.word();
    if (buffer->i_write) held[slot] = buffer->i_data;
    buffer.tick();
    buffer.settle();
    ASSERT_EQ(buffer->o_data, pushed_out) << "slot " << slot << ", cycle " << cycle << ", seed 132";
  }
}

}  // namespace
}  // namespace stencil::test::line_buffer_test
