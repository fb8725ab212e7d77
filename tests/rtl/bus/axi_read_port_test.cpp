// Read bursts, legal and at fault; held buffers; the cycles that a burst takes.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/bus/axi_read_bench.hpp"

namespace stencil::test {

TYPED_TEST_SUITE(AxiReadPort, AxiReadShapes);

// Holds C4.4-C4.6, C4.8.
TYPED_TEST(AxiReadPort, LegalBurstsUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    this->start(stall);
    for (int burst = 0; burst < 150; ++burst) this->post(this->traffic->address());
    this->run_until_idle(100000);
    this->expect_all_as_modelled();
    EXPECT_EQ(this->errors, 0);
  }
}

// Holds C4.10-C4.12, C4.18-C4.20.
TYPED_TEST(AxiReadPort, FaultsAnswerSlverrAndTheNextBurstIsRight) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    this->start(stall);
    for (int burst = 0; burst < 200; ++burst)
      this->post(this->traffic->random().one_in(2) ? this->traffic->faulty_address() : this->traffic->address());
    this->run_until_idle(200000);
    this->expect_all_as_modelled();
    EXPECT_GT(this->errors, 100);
  }
}

// Holds C5.3.
TYPED_TEST(AxiReadPort, ABurstUnderWayTouchesItsBuffer) {
  this->start(Stall::none);
  for (const unsigned number : this->memory.numbers()) {
    AxiAddress at;
    at.beats = 16;
    at.size = this->traffic->full_size();
    at.address = number * axi_buffer_bytes;
    const std::size_t taken = this->master->beats().size();
    this->post(at);
    this->run_until([&] { return this->master->beats().size() > taken; }, "the first beat");
    this->begin_cycle();
    EXPECT_EQ((**this->dut).o_touched, 1U << number);
    this->end_cycle();
    this->run_until_idle(1000);
  }
}

// Beats that lie past the end by one bit of their address alone, of every bit.
// Holds C4.18.
TYPED_TEST(AxiReadPort, NoBitOfAnAddressIsIgnored) {
  this->start(Stall::none);
  for (const unsigned number : this->memory.numbers())
    for (unsigned bit = 3; axi_buffer_bytes >> bit > 1; ++bit) {
      AxiAddress at;
      at.address = number * axi_buffer_bytes + (std::uint64_t{1} << bit);
      this->post(at);
    }
  this->run_until_idle(20000);
  this->expect_all_as_modelled();
}

TYPED_TEST(AxiReadPort, LongBurstsLoseNoCycle) {
  this->start(Stall::none);
  const auto longest = static_cast<unsigned>(std::min<std::size_t>(256, TypeParam::memory_words / TypeParam::words));
  AxiAddress at;
  at.size = this->traffic->full_size();
  at.beats = longest;
  constexpr int bursts = 8;
  for (int burst = 0; burst < bursts; ++burst) this->post(at);
  const std::int64_t before = this->dut->cycles();
  this->run_until_idle(10000);
  this->expect_all_as_modelled();
  // 4 cycles from address to the first beat on R, 1 after the last.
  EXPECT_EQ(this->dut->cycles() - before, bursts * longest + 5);
}

// Two bursts of r 1, one of f 0: the burst that has begun ends, the second waits as long as r 1 is held, and the one
// of f 0 keeps its place after it.
// Holds C5.1, C5.2, C5.6.
TYPED_TEST(AxiReadPort, AHeldBufferKeepsNewBurstsOffAndLetsBegunOnesEnd) {
  constexpr unsigned r1 = axi_first_r + 1;
  this->start(Stall::none);
  AxiAddress at;
  at.size = this->traffic->full_size();
  at.beats = 16;
  at.address = r1 * axi_buffer_bytes;
  this->post(at);
  this->post(at);
  auto& pins = **this->dut;
  this->run_until([&] { return this->master->beats().size() >= 3; }, "beat 3");
  pins.i_held = 1 << r1;
  EXPECT_EQ(pins.o_touched, 1 << r1);
  at.address = 0;
  for (int i = 0; i < 100; ++i) {
    if (i == 50) this->post(at);  // it is offered while the second waits
    this->cycle();
  }
  EXPECT_EQ(this->master->beats().size(), 16u) << "the first burst ends, the second does not begin";
  EXPECT_EQ(pins.o_touched, 0);
  EXPECT_FALSE(pins.o_busy);
  EXPECT_TRUE(pins.o_outstanding);
  // Other held buffers do not matter.
  pins.i_held = static_cast<std::uint8_t>(~(1 << r1));
  this->run_until([&] { return this->master->beats().size() >= 20; }, "beat 20");
  EXPECT_EQ(pins.o_touched, 1 << r1);
  for (int i = 0; i < 100; ++i) this->cycle();
  EXPECT_EQ(this->master->beats().size(), 32u) << "f 0 is held";
  pins.i_held = 0;
  this->run_until_idle(1000);
  this->expect_all_as_modelled();
}

// o_busy is high from the burst's turn to the read of its last beat, but low while the burst is held.
// Holds C6.38.
TYPED_TEST(AxiReadPort, BusyCountsTheCyclesOfService) {
  this->start(Stall::none);
  AxiAddress at;
  at.size = this->traffic->full_size();
  at.beats = 12;
  auto& pins = **this->dut;
  pins.i_held = 1;
  for (int i = 0; i < 3; ++i) this->post(at);
  while (!this->master->idle()) {
    ASSERT_LT(this->dut->cycles(), 1000) << "bursts do not end";
    if (this->dut->cycles() == 40) pins.i_held = 0;
    this->cycle();
    if (this->dut->cycles() <= 40) {
      ASSERT_EQ(this->busy, 0);
    }
  }
  EXPECT_EQ(this->busy, 36);
  this->expect_all_as_modelled();
}

}  // namespace stencil::test
