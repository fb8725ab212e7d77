// fifo: order, handshakes and a full rate of one word per cycle, for several depths and widths.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vfifo_1_2.h"
#include "Vfifo_64_4.h"
#include "Vfifo_70_8.h"
#include "Vfifo_8_16.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test::fifo_test {
namespace {

template <class V, unsigned Width, std::size_t Depth>
struct Shape {
  using Model = V;
  static constexpr unsigned width = Width;
  static constexpr std::size_t depth = Depth;
  static constexpr std::uint64_t mask = Width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << Width % 64) - 1;
};

template <class Port>
void put(Port& port, std::uint64_t value) {
  drive(port, value);
}
template <class Port>
std::uint64_t get(const Port& port) {
  return port;
}
// Wider than 64 bits: the same value at both ends.
template <std::size_t N>
void put(VlWide<N>& port, std::uint64_t value) {
  port[0] = static_cast<EData>(value);
  port[1] = static_cast<EData>(value >> 32);
  port[2] = static_cast<EData>(value & 0x3f);
}
template <std::size_t N>
std::uint64_t get(const VlWide<N>& port) {
  const std::uint64_t low = port[0] | static_cast<std::uint64_t>(port[1]) << 32;
  return port[2] == (low & 0x3f) ? low : ~low;
}

template <class Shape>
class Fifo : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vfifo_1_2, 1, 2>, Shape<Vfifo_64_4, 64, 4>, Shape<Vfifo_70_8, 70, 8>,
                                Shape<Vfifo_8_16, 8, 16>>;
TYPED_TEST_SUITE(Fifo, Shapes);

TYPED_TEST(Fifo, KeepsOrderAndHoldsDataUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    Clocked<typename TypeParam::Model> fifo;
    StallDice dice(stall, 41);
    Random random(42);
    fifo->i_valid = fifo->i_ready = 0;
    fifo.reset();
    std::deque<std::uint64_t> held;
    bool offered = false;
    std::size_t taken = 0, most = 0;
    for (int cycle = 0; cycle < 4000; ++cycle) {
      if (!offered && dice.offer()) {
        put(fifo->i_data, random.word() & TypeParam::mask);
        offered = true;
      }
      fifo->i_valid = offered;
      fifo->i_ready = dice.accept();
      fifo.settle();
      // Ready exactly while there is room, valid exactly while a word is there; neither depends on the other side.
      ASSERT_EQ(fifo->o_ready, held.size() < TypeParam::depth) << "cycle " << cycle;
      ASSERT_EQ(fifo->o_valid, !held.empty()) << "cycle " << cycle;
      if (fifo->o_valid) {
        ASSERT_EQ(get(fifo->o_data), held.front()) << "cycle " << cycle;
      }
      const bool in = fifo->i_valid && fifo->o_ready, out = fifo->o_valid && fifo->i_ready;
      fifo.edge();
      if (out) {
        held.pop_front();
        ++taken;
      }
      if (in) {
        held.push_back(get(fifo->i_data));
        offered = false;
      }
      most = std::max(most, held.size());
    }
    EXPECT_GT(taken, 500u);
    if (stall == Stall::none) {
      EXPECT_EQ(taken, 3999u) << "one word per cycle";
    }
    if (stall == Stall::sink_stall) {
      EXPECT_EQ(most, TypeParam::depth) << "the test never filled the queue";
    }
  }
}

TYPED_TEST(Fifo, ForgetsEverythingInReset) {
  Clocked<typename TypeParam::Model> fifo;
  fifo->i_ready = 0;
  fifo->i_valid = 1;
  fifo.reset();
  for (std::size_t i = 0; i < TypeParam::depth; ++i) fifo.tick();
  fifo.settle();
  ASSERT_FALSE(fifo->o_ready);
  fifo->i_valid = 0;
  fifo.reset(1);
  fifo.settle();
  EXPECT_TRUE(fifo->o_ready);
  EXPECT_FALSE(fifo->o_valid);
}

}  // namespace
}  // namespace stencil::test::fifo_test
