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

namespace stencil::test {
namespace {

template <class V, std::size_t MaxBeats>
struct Shape {
  using Model = V;
  static constexpr std::size_t max_beats = MaxBeats;
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
  for (std::size_t length = 1; length <= TypeParam::max_beats; ++length) lengths.push_back(length);
  for (std::size_t length = TypeParam::max_beats; length > 0; --length) lengths.push_back(length);
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

}  // namespace
}  // namespace stencil::test
