// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Vaxi_write_port_128.h"
#include "Vaxi_write_port_256.h"
#include "Vaxi_write_port_512.h"
#include "Vaxi_write_port_64.h"
#include "tests/rtl/support/axi_traffic.hpp"
#include "tests/rtl/support/axi_write_master.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::axi_write_port_test {
namespace {

template <class V, std::size_t Bits, std::size_t MemoryWords, unsigned FBuffers>
struct Shape {
  using Model = V;
  static constexpr std::size_t words = Bits / 64, memory_words = MemoryWords;
  static constexpr unsigned f_buffers = FBuffers;
};

// The port with a memory behind it that takes what it writes and a model that knows what it must be.
template <class Shape>
class AxiWritePort : public ::testing::Test {
 protected:
  static constexpr std::size_t words = Shape::words, memory_words = Shape::memory_words;
  using Model = typename Shape::Model;

  void start(Stall stall) {
    dut = std::make_unique<Clocked<Model>>();
    master = std::make_unique<AxiWriteMaster<Model>>(**dut, stall, 61);
    expected = AxiMemoryModel(memory_words, words, Shape::f_buffers);
    memory = AxiMemoryModel(memory_words, words, Shape::f_buffers);
    traffic = std::make_unique<AxiTraffic>(memory_words, words, 3, 62, expected.numbers());
    responses.clear();
    (*dut)->i_held = 0;
    dut->reset();
    errors = busy = 0;
  }
  void post(const AxiWrite& write) {
    master->post(write);
    responses.push_back({write.at.id, expected.write(write)});
  }
  void cycle() {
    Model& pins = **dut;
    master->drive();
    dut->settle();
    master->sample();
    ASSERT_TRUE(!(pins.s_axi_awvalid || pins.s_axi_bvalid) || pins.o_outstanding);
    errors += pins.o_error;
    busy += pins.o_busy;
    auto& buffer = memory.buffer(pins.o_buffer);
    for (std::size_t lane = 0; lane < words; ++lane)
      if (pins.o_write >> lane & 1) buffer.at(pins.o_write_addr + lane) = get_word(pins.o_write_data, lane);
    dut->edge();
    master->settle();
  }
  void run_until_idle(std::int64_t limit_cycles) {
    while (!master->idle()) {
      ASSERT_LT(dut->cycles(), limit_cycles) << "bursts do not end";
      cycle();
      if (this->HasFatalFailure()) return;
    }
    cycle();
    EXPECT_EQ((**dut).o_touched, 0);
    EXPECT_FALSE((**dut).o_busy);
    EXPECT_FALSE((**dut).o_outstanding);
  }
  void expect_all_as_modelled() {
    ASSERT_EQ(master->responses().size(), responses.size());
    std::int64_t faults = 0;
    for (std::size_t i = 0; i < responses.size(); ++i) {
      ASSERT_EQ(master->responses()[i].id, responses[i].id) << "burst " << i;
      ASSERT_EQ(master->responses()[i].response, responses[i].response) << "burst " << i;
      faults += responses[i].response != axi_okay;
    }
    EXPECT_EQ(errors, faults) << "one pulse of o_error a burst at fault";
    for (const unsigned number : memory.numbers())
      for (std::size_t word = 0; word < memory_words; ++word)
        ASSERT_EQ(memory.buffer(number)[word], expected.buffer(number)[word])
            << "buffer " << number << " word " << word;
  }

  std::unique_ptr<Clocked<Model>> dut;
  std::unique_ptr<AxiWriteMaster<Model>> master;
  std::unique_ptr<AxiTraffic> traffic;
  AxiMemoryModel expected{memory_words, words, Shape::f_buffers}, memory{memory_words, words, Shape::f_buffers};
  std::vector<typename AxiWriteMaster<Model>::Response> responses;
  std::int64_t errors = 0, busy = 0;
};

using Shapes = ::testing::Types<Shape<Vaxi_write_port_64, 64, 301, 2>, Shape<Vaxi_write_port_128, 128, 300, 3>,
                                Shape<Vaxi_write_port_256, 256, 1027, 2>, Shape<Vaxi_write_port_512, 512, 2045, 3>>;
TYPED_TEST_SUITE(AxiWritePort, Shapes);

TYPED_TEST(AxiWritePort, LegalBurstsUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    this->start(stall);
    for (int burst = 0; burst < 150; ++burst) this->post(this->traffic->write(this->traffic->address()));
    this->run_until_idle(100000);
    this->expect_all_as_modelled();
  }
}

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

TYPED_TEST(AxiWritePort, AHeldBufferKeepsNewBurstsOffAndLetsBegunOnesEnd) {
  constexpr unsigned r1 = axi_first_r + 1;
  this->start(Stall::none);
  AxiAddress at;
  at.beats = 8;
  at.size = this->traffic->full_size();
  at.address = r1 * axi_buffer_bytes;
  this->post(this->traffic->write(at));
  this->post(this->traffic->write(at));
  at.address = 0;
  this->post(this->traffic->write(at));
  auto& pins = **this->dut;
  while (this->master->beats_taken() < 3) this->cycle();
  pins.i_held = 1 << r1;
  EXPECT_EQ(pins.o_touched, 1 << r1);
  for (int i = 0; i < 100; ++i) this->cycle();
  EXPECT_EQ(this->master->beats_taken(), 8u) << "the first burst ends, the second does not begin";
  EXPECT_EQ(pins.o_touched, 0);
  EXPECT_FALSE(pins.o_busy);
  EXPECT_EQ(this->master->responses().size(), 1u);
  // What is held elsewhere does not matter.
  pins.i_held = static_cast<std::uint8_t>(~(1 << r1));
  while (this->master->beats_taken() < 10) this->cycle();
  EXPECT_EQ(pins.o_touched, 1 << r1);
  for (int i = 0; i < 100; ++i) this->cycle();
  EXPECT_EQ(this->master->beats_taken(), 16u) << "f 0 is held";
  pins.i_held = 0;
  this->run_until_idle(1000);
  this->expect_all_as_modelled();
}

// o_busy is high from the burst's turn to its last beat, waiting for data included, and not while it is held.
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
    if (this->dut->cycles() == 40) pins.i_held = 0;
    this->cycle();
    if (this->dut->cycles() <= 40) {
      ASSERT_EQ(this->busy, 0);
    }
  }
  EXPECT_EQ(this->busy, 36 + 7);
  this->expect_all_as_modelled();
}

}  // namespace
}  // namespace stencil::test::axi_write_port_test
