// Write bursts, legal and at fault; held buffers; the cycles that a burst takes.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/bus/axi_write_bench.hpp"

namespace stencil::test {

TYPED_TEST_SUITE(AxiWritePort, AxiWriteShapes);

// Holds C4.4-C4.6, C4.8, C4.9.
TYPED_TEST(AxiWritePort, LegalBurstsUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    this->start(stall);
    for (int burst = 0; burst < 150; ++burst) this->post(this->traffic->write(this->traffic->address()));
    this->run_until_idle(100000);
    this->expect_all_as_modelled();
  }
}

// Holds C4.10-C4.17, C4.20.
TYPED_TEST(AxiWritePort, FaultsWriteNothingAndAnswerSlverr) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    this->start(stall);
    for (int burst = 0; burst < 200; ++burst) {
      const bool bad_address = this->traffic->random().one_in(3);
      AxiWrite write = this->traffic->write(bad_address ? this->traffic->faulty_address() : this->traffic->address());
      if (this->traffic->random().one_in(3)) this->traffic->spoil(write);
      this->post(write);
    }
    this->run_until_idle(100000);
    this->expect_all_as_modelled();
    std::int64_t faults = 0;
    for (const auto& response : this->responses) faults += response.response == axi_slverr;
    EXPECT_GT(faults, 50);
    EXPECT_LT(faults, 180);
  }
}

// Holds C5.3.
TYPED_TEST(AxiWritePort, ABurstUnderWayTouchesItsBuffer) {
  this->start(Stall::none);
  for (const unsigned number : this->memory.numbers()) {
    AxiAddress at;
    at.beats = 3;
    at.size = this->traffic->full_size();
    at.address = number * axi_buffer_bytes;
    const std::size_t taken = this->master->beats_taken();
    this->post(this->traffic->write(at));
    this->run_until([&] { return this->master->beats_taken() == taken + 2; }, "beat 2");
    this->begin_cycle();
    EXPECT_EQ((**this->dut).o_touched, 1U << number);
    this->end_cycle();
  }
  this->run_until_idle(1000);
}

// Words that lie past the end by one bit of their address alone, of every bit and in every lane.
// Holds C4.14.
TYPED_TEST(AxiWritePort, NoBitOfAnAddressIsIgnored) {
  this->start(Stall::none);
  const auto& numbers = this->memory.numbers();
  for (unsigned bit = 3; axi_buffer_bytes >> bit > 1; ++bit)
    for (std::size_t lane = 0; lane < TypeParam::words; ++lane) {
      AxiAddress at;
      at.address = numbers[(bit + lane) % numbers.size()] * axi_buffer_bytes + ((std::uint64_t{1} << bit) | 8 * lane);
      AxiWrite write = this->traffic->write(at);
      write.data[0].strobes = std::uint64_t{0xff} << 8 * (at.address / 8 % TypeParam::words);
      this->post(write);
    }
  this->run_until_idle(20000);
  this->expect_all_as_modelled();
}

// A word that lacks one strobe, or has one alone, in every lane.
// Holds C4.9, C4.13.
TYPED_TEST(AxiWritePort, NoStrobeOfAWordIsIgnored) {
  this->start(Stall::none);
  const auto& numbers = this->memory.numbers();
  for (std::size_t lane = 0; lane < TypeParam::words; ++lane)
    for (unsigned byte = 0; byte < 8; ++byte)
      for (const std::uint64_t strobes : {0xffu & ~(1u << byte), 1u << byte}) {
        AxiAddress at;
        at.address = numbers[byte % numbers.size()] * axi_buffer_bytes + 8 * lane;
        AxiWrite write = this->traffic->write(at);
        write.data[0].strobes = strobes << 8 * lane;
        this->post(write);
      }
  this->run_until_idle(20000);
  this->expect_all_as_modelled();
  for (const auto& response : this->responses) EXPECT_EQ(response.response, axi_slverr);
}

// Holds C2.6.
TYPED_TEST(AxiWritePort, DataLongBeforeOrAfterItsAddress) {
  for (const bool data_first : {true, false}) {
    this->start(Stall::none);
    for (int burst = 0; burst < 20; ++burst) {
      AxiWrite write = this->traffic->write(this->traffic->address());
      (data_first ? write.address_delay_cycles : write.data[0].delay_cycles) = 300;
      this->post(write);
    }
    this->run_until_idle(50000);
    this->expect_all_as_modelled();
  }
}

TYPED_TEST(AxiWritePort, LongBurstsLoseNoCycle) {
  this->start(Stall::none);
  const auto longest = static_cast<unsigned>(std::min<std::size_t>(256, TypeParam::memory_words / TypeParam::words));
  AxiAddress at;
  at.size = this->traffic->full_size();
  at.beats = longest;
  constexpr int bursts = 8;
  for (int burst = 0; burst < bursts; ++burst) this->post(this->traffic->write(at));
  const std::int64_t before = this->dut->cycles();
  this->run_until_idle(10000);
  this->expect_all_as_modelled();
  // 2 cycles from address to first beat, 1 to the response, 1 after it.
  EXPECT_EQ(this->dut->cycles() - before, bursts * longest + 4);
}

// Holds C5.1, C5.2, C5.6.
TYPED_TEST(AxiWritePort, AHeldBufferKeepsNewBurstsOffAndLetsBegunOnesEnd) {
  constexpr unsigned r1 = axi_first_r + 1;
  this->start(Stall::none);
  AxiAddress at;
  at.beats = 8;
  at.size = this->traffic->full_size();
  at.address = r1 * axi_buffer_bytes;
  this->post(this->traffic->write(at));
  this->post(this->traffic->write(at));
  auto& pins = **this->dut;
  this->run_until([&] { return this->master->beats_taken() >= 3; }, "beat 3");
  pins.i_held = 1 << r1;
  EXPECT_EQ(pins.o_touched, 1 << r1);
  this->run_until([&] { return this->master->beats_taken() >= 7; }, "beat 7");
  EXPECT_EQ(pins.o_touched, 1 << r1) << "the last beat has not moved";
  at.address = 0;
  for (int i = 0; i < 100; ++i) {
    if (i == 50) this->post(this->traffic->write(at));  // it is offered while the second waits, and waits behind it
    this->cycle();
  }
  EXPECT_EQ(this->master->beats_taken(), 8u) << "the first burst ends, the second does not begin";
  EXPECT_EQ(pins.o_touched, 0);
  EXPECT_FALSE(pins.o_busy);
  EXPECT_EQ(this->master->responses().size(), 1u);
  // Other held buffers do not matter.
  pins.i_held = static_cast<std::uint8_t>(~(1 << r1));
  this->run_until([&] { return this->master->beats_taken() >= 10; }, "beat 10");
  EXPECT_EQ(pins.o_touched, 1 << r1);
  for (int i = 0; i < 100; ++i) this->cycle();
  EXPECT_EQ(this->master->beats_taken(), 16u) << "f 0 is held";
  pins.i_held = 0;
  this->run_until_idle(1000);
  this->expect_all_as_modelled();
}

// o_busy is high from the burst's turn to its last beat, also while it waits for data, but low while it is held.
// Holds C6.38.
TYPED_TEST(AxiWritePort, BusyCountsTheCyclesOfService) {
  this->start(Stall::none);
  AxiAddress at;
  at.beats = 12;
  at.size = this->traffic->full_size();
  auto& pins = **this->dut;
  pins.i_held = 1;
  for (int i = 0; i < 3; ++i) {
    AxiWrite write = this->traffic->write(at);
    if (i == 1) write.data[5].delay_cycles = 7;
    this->post(write);
  }
  while (!this->master->idle()) {
    ASSERT_LT(this->dut->cycles(), 1000) << "bursts do not end";
    if (this->dut->cycles() == 40) pins.i_held = 0;
    this->cycle();
    if (this->dut->cycles() <= 40) {
      ASSERT_EQ(this->busy, 0);
    }
  }
  EXPECT_EQ(this->busy, 36 + 7);
  this->expect_all_as_modelled();
}

}  // namespace stencil::test
