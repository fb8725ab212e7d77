// delay_ring, and operand_delay, whose delay may be 0: values come back after exactly the delay.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "Vdelay_ring_1_1.h"
#include "Vdelay_ring_1_3.h"
#include "Vdelay_ring_27_6.h"
#include "Vdelay_ring_2_1.h"
#include "Vdelay_ring_2_3.h"
#include "Vdelay_ring_5_3.h"
#include "Vdelay_ring_64_6.h"
#include "Vdelay_ring_8_3.h"
#include "Voperand_delay_0_3.h"
#include "Voperand_delay_1_3.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::delay_ring_test {
namespace {

template <class V, std::size_t Delay, unsigned CountBits>
struct Shape {
  using Model = V;
  static constexpr std::size_t delay = Delay;
  static constexpr unsigned count_bits = CountBits;
};

template <class Shape>
class DelayRing : public ::testing::Test {};
using Shapes =
    ::testing::Types<Shape<Vdelay_ring_1_1, 1, 1>, Shape<Vdelay_ring_2_1, 2, 1>, Shape<Vdelay_ring_1_3, 1, 3>,
                     Shape<Vdelay_ring_2_3, 2, 3>, Shape<Vdelay_ring_5_3, 5, 3>, Shape<Vdelay_ring_8_3, 8, 3>,
                     Shape<Vdelay_ring_27_6, 27, 6>, Shape<Vdelay_ring_64_6, 64, 6>, Shape<Voperand_delay_0_3, 0, 3>,
                     Shape<Voperand_delay_1_3, 1, 3>>;
TYPED_TEST_SUITE(DelayRing, Shapes);

TYPED_TEST(DelayRing, DelaysByItsParameterWhereverTheCounterBegins) {
  constexpr unsigned period = 1u << TypeParam::count_bits;
  for (unsigned begin = 0; begin < period; ++begin) {
    Clocked<typename TypeParam::Model> ring;
    Random random(141);
    std::vector<std::uint64_t> sent;
    for (std::size_t cycle = 0; cycle < 3 * period + 10; ++cycle) {
      drive(ring->i_count, (begin + cycle) % period);
      ring->i_data = random.word();
      sent.push_back(ring->i_data);
      ring.settle();
      if (cycle >= TypeParam::delay) {
        ASSERT_EQ(ring->o_data, sent[cycle - TypeParam::delay]) << "counter from " << begin << ", cycle " << cycle;
      }
      ring.edge();
    }
  }
}

}  // namespace
}  // namespace stencil::test::delay_ring_test
