// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Vaxi_read_port_128.h"
#include "Vaxi_read_port_256.h"
#include "Vaxi_read_port_512.h"
#include "Vaxi_read_port_64.h"
#include "tests/rtl/support/axi_read_master.hpp"
#include "tests/rtl/support/axi_traffic.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::axi_read_port_test {
namespace {

template <class V, std::size_t Bits, std::size_t MemoryWords, unsigned FBuffers>
struct Shape {
  using Model = V;
  static constexpr std::size_t words = Bits / 64, memory_words = MemoryWords;
  static constexpr unsigned f_buffers = FBuffers;
};

// The port with a memory behind it that answers in the next cycle and forgets in the one after that.
template <class Shape>
class AxiReadPort : public ::testing::Test {
 protected:
  static constexpr std::size_t words = Shape::words, memory_words = Shape::memory_words;
  using Model = typename Shape::Model;

  void start(Stall stall) {
    dut = std::make_unique<Clocked<Model>>();
    master = std::make_unique<AxiReadMaster<Model>>(**dut, words, stall, 71);
    traffic = std::make_unique<AxiTraffic>(memory_words, words, 3, 72, memory.numbers());
    for (const unsigned number : memory.numbers())
      for (std::uint64_t& word : memory.buffer(number)) word = traffic->random().word();
    (*dut)->i_held = 0;
    dut->reset();
    posted.clear();
    errors = busy = 0;
  }
  void post(const AxiAddress& at) {
    master->post(at);
    posted.push_back(at);
  }
  void cycle() {
    Model& pins = **dut;
    master->drive();
    dut->settle();
    master->sample();
    ASSERT_TRUE(!(pins.s_axi_arvalid || pins.s_axi_rvalid) || pins.o_outstanding);
    errors += pins.o_error;
    busy += pins.o_busy;
    std::vector<std::uint64_t> answer(words);
    for (std::uint64_t& word : answer) word = traffic->random().word();
    if (pins.o_read) {
      ASSERT_TRUE(memory.exists(pins.o_buffer));
      const auto& buffer = memory.buffer(pins.o_buffer);
      ASSERT_LT(pins.o_read_addr, memory_words);
      for (std::size_t lane = 0; lane < words && pins.o_read_addr + lane < memory_words; ++lane)
        answer[lane] = buffer[pins.o_read_addr + lane];
    }
    dut->edge();
    master->settle();
    for (std::size_t lane = 0; lane < words; ++lane) set_word(pins.i_read_data, lane, answer[lane]);
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
    std::size_t beat_number = 0;
    std::int64_t faults = 0;
    for (std::size_t burst = 0; burst < posted.size(); ++burst)
      for (unsigned beat = 0; beat < posted[burst].beats; ++beat) {
        const auto& got = master->beats().at(beat_number++);
        const AxiMemoryModel::ReadBeat expected = memory.read(posted[burst], beat);
        ASSERT_EQ(got.id, posted[burst].id) << "burst " << burst << " beat " << beat;
        ASSERT_EQ(got.response, expected.response) << "burst " << burst << " beat " << beat;
        ASSERT_EQ(got.last, beat + 1 == posted[burst].beats) << "burst " << burst << " beat " << beat;
        if (expected.response == axi_okay) {
          ASSERT_EQ(got.words, expected.words) << "burst " << burst << " beat " << beat << ", seed 72";
        } else {
          ++faults;
        }
      }
    EXPECT_EQ(errors, faults) << "one pulse of o_error a beat at fault";
  }

  std::unique_ptr<Clocked<Model>> dut;
  std::unique_ptr<AxiReadMaster<Model>> master;
  std::unique_ptr<AxiTraffic> traffic;
  AxiMemoryModel memory{memory_words, words, Shape::f_buffers};
  std::vector<AxiAddress> posted;
  std::int64_t errors = 0, busy = 0;
};

using Shapes = ::testing::Types<Shape<Vaxi_read_port_64, 64, 301, 2>, Shape<Vaxi_read_port_128, 128, 300, 3>,
                                Shape<Vaxi_read_port_256, 256, 1027, 2>, Shape<Vaxi_read_port_512, 512, 2045, 3>>;
TYPED_TEST_SUITE(AxiReadPort, Shapes);

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

// Two bursts of r 1, one of f 0: the burst that has begun ends, the one behind it waits as long as r 1 is held, and the
// one of f 0 keeps its place behind that.
TYPED_TEST(AxiReadPort, AHeldBufferKeepsNewBurstsOffAndLetsBegunOnesEnd) {
  constexpr unsigned r1 = axi_first_r + 1;
  this->start(Stall::none);
  AxiAddress at;
  at.size = this->traffic->full_size();
  at.beats = 16;
  at.address = r1 * axi_buffer_bytes;
  this->post(at);
  this->post(at);
  at.address = 0;
  this->post(at);
  auto& pins = **this->dut;
  while (this->master->beats().size() < 3) this->cycle();
  pins.i_held = 1 << r1;
  EXPECT_EQ(pins.o_touched, 1 << r1);
  for (int i = 0; i < 100; ++i) this->cycle();
  EXPECT_EQ(this->master->beats().size(), 16u) << "the first burst ends, the second does not begin";
  EXPECT_EQ(pins.o_touched, 0);
  EXPECT_FALSE(pins.o_busy);
  EXPECT_TRUE(pins.o_outstanding);
  // What is held elsewhere does not matter.
  pins.i_held = static_cast<std::uint8_t>(~(1 << r1));
  while (this->master->beats().size() < 20) this->cycle();
  EXPECT_EQ(pins.o_touched, 1 << r1);
  for (int i = 0; i < 100; ++i) this->cycle();
  EXPECT_EQ(this->master->beats().size(), 32u) << "f 0 is held";
  pins.i_held = 0;
  this->run_until_idle(1000);
  this->expect_all_as_modelled();
}

// o_busy is high from the burst's turn to the reading of its last beat, and not while it is held.
TYPED_TEST(AxiReadPort, BusyCountsTheCyclesOfService) {
  this->start(Stall::none);
  AxiAddress at;
  at.size = this->traffic->full_size();
  at.beats = 12;
  auto& pins = **this->dut;
  pins.i_held = 1;
  for (int i = 0; i < 3; ++i) this->post(at);
  while (!this->master->idle()) {
    if (this->dut->cycles() == 40) pins.i_held = 0;
    this->cycle();
    if (this->dut->cycles() <= 40) {
      ASSERT_EQ(this->busy, 0);
    }
  }
  EXPECT_EQ(this->busy, 36);
  this->expect_all_as_modelled();
}

}  // namespace
}  // namespace stencil::test::axi_read_port_test
