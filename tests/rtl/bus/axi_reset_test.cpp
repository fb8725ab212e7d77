// A reset in the middle of a burst that is legal, at fault or refused: no answer, no fault and no permission to go on
// remains of it.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/bus/axi_read_bench.hpp"
#include "tests/rtl/bus/axi_write_bench.hpp"

namespace stencil::test {
namespace {

enum class Before { legal, at_fault, refused };

template <class Shape>
class AxiWriteReset : public AxiWritePort<Shape> {};
TYPED_TEST_SUITE(AxiWriteReset, AxiWriteShapes);

// Holds C2.1, C2.3.
TYPED_TEST(AxiWriteReset, TheNextBurstIsServedAsTheFirst) {
  for (const Before before : {Before::legal, Before::at_fault, Before::refused})
    for (std::size_t cut = 1; cut < 6; ++cut) {
      SCOPED_TRACE(::testing::Message() << "kind " << static_cast<int>(before) << ", " << cut << " beats");
      this->start(Stall::none);
      auto& pins = **this->dut;
      AxiAddress at;
      at.beats = 6;
      at.size = this->traffic->full_size();
      // Gives the registers defined values, whatever they were at power-on.
      this->post(this->traffic->write(at));
      this->run_until_idle(1000);
      AxiWrite write = this->traffic->write(at);
      if (before == Before::at_fault) write.data[0].strobes = 1;
      pins.i_held = pins.i_no_hold = before == Before::refused;
      write.data[cut].delay_cycles = 1000000;
      const std::size_t taken = this->master->beats_taken();
      // More bursts wait after it.
      for (int i = 0; i < 3; ++i) this->master->post(i ? this->traffic->write(at) : write);
      this->run_until([&] { return this->master->beats_taken() == taken + cut; }, "the beats before the reset");
      for (int i = 0; i < 5; ++i) this->cycle();
      this->reset(Stall::none);
      EXPECT_FALSE(pins.s_axi_bvalid);
      EXPECT_EQ(pins.o_touched, 0);
      // No burst has begun, so this one is held.
      pins.i_held = 1;
      pins.i_no_hold = 0;
      this->post(this->traffic->write(at));
      for (int i = 0; i < 50; ++i) this->cycle();
      EXPECT_EQ(this->master->beats_taken(), 0u);
      EXPECT_FALSE(pins.o_busy);
      pins.i_held = 0;
      this->run_until_idle(this->dut->cycles() + 1000);
      this->expect_all_as_modelled();
      if (this->HasFatalFailure()) return;
      EXPECT_EQ(this->master->responses().back().response, axi_okay);
    }
}

template <class Shape>
class AxiReadReset : public AxiReadPort<Shape> {};
TYPED_TEST_SUITE(AxiReadReset, AxiReadShapes);

// Holds C2.1, C2.3.
TYPED_TEST(AxiReadReset, TheNextBurstIsServedAsTheFirst) {
  for (const Before before : {Before::legal, Before::at_fault, Before::refused})
    for (std::size_t cut = 0; cut < 20; ++cut) {
      SCOPED_TRACE(::testing::Message() << "kind " << static_cast<int>(before) << ", " << cut << " cycles");
      this->start(Stall::none);
      auto& pins = **this->dut;
      AxiAddress at, first;
      first.size = at.size = this->traffic->full_size();
      at.beats = first.beats = 12;
      this->post(first);
      this->run_until_idle(1000);
      if (before == Before::at_fault) first.burst = axi_wrap;
      pins.i_held = pins.i_no_hold = before == Before::refused;
      for (int i = 0; i < 3; ++i) this->post(i ? at : first);
      // Every other time all places for beats are taken.
      this->master->pause(cut % 2 == 1);
      for (std::size_t cycle = 0; cycle < cut; ++cycle) this->cycle();
      this->reset(Stall::none);
      EXPECT_FALSE(pins.s_axi_rvalid);
      EXPECT_EQ(pins.o_touched, 0);
      pins.i_held = 1;
      pins.i_no_hold = 0;
      this->post(at);
      for (int i = 0; i < 50; ++i) this->cycle();
      EXPECT_TRUE(this->master->beats().empty());
      EXPECT_FALSE(pins.o_busy);
      pins.i_held = 0;
      // All places of the queue of beats are free again: no cycle is lost.
      for (int i = 0; i < 7; ++i) this->post(at);
      const std::int64_t begin = this->dut->cycles();
      this->run_until_idle(begin + 1000);
      EXPECT_EQ(this->dut->cycles() - begin, 8 * 12 + 3);
      this->expect_all_as_modelled();
      if (this->HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace stencil::test
