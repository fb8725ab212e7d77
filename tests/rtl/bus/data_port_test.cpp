// data_port: loads, stores and the engine at once. Each direction has a share of the interlock and of the status: the
// tests ask for it while the other direction is idle, at work or kept waiting.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/bus/data_port_bench.hpp"

namespace stencil::test {
namespace {

using Shapes =
    ::testing::Types<DataPortShape<Vdata_port_1_2, 1, 2, 3, true>, DataPortShape<Vdata_port_2_2, 2, 2, 2, false>,
                     DataPortShape<Vdata_port_4_1, 4, 1, 3, true>>;
TYPED_TEST_SUITE(DataPort, Shapes);

// Holds C5.3.
TYPED_TEST(DataPort, TouchedShowsTheLoadAndTheStoreUnderWay) {
  this->start(Stall::none, 81);
  auto& pins = **this->dut;
  for (const unsigned loaded : this->memory.numbers())
    for (const unsigned stored : this->memory.numbers()) {
      SCOPED_TRACE(::testing::Message() << "load of buffer " << loaded << ", store of " << stored);
      AxiWrite write = this->traffic->write(this->whole_beats(loaded, 4));
      write.data[2].delay_cycles = 30;
      this->post_load(write);
      this->run(10);
      EXPECT_EQ(pins.o_touched, 1U << loaded);
      this->stores->pause(true);
      this->post_store(this->whole_beats(stored, 12));
      this->run(10);
      EXPECT_EQ(pins.o_touched, 1U << loaded | 1U << stored);
      this->run(30);
      EXPECT_TRUE(this->loads->idle());
      EXPECT_EQ(pins.o_touched, 1U << stored);
      this->stores->pause(false);
      this->run_until_idle();
      EXPECT_EQ(pins.o_touched, 0);
      if (this->HasFailure()) return;
    }
}

// Holds C4.21, C5.1.
TYPED_TEST(DataPort, AHeldBufferKeepsOffItsBurstsAlone) {
  this->start(Stall::none, 82);
  auto& pins = **this->dut;
  for (const unsigned held : this->memory.numbers())
    for (const unsigned other : this->memory.numbers()) {
      if (other == held) continue;
      SCOPED_TRACE(::testing::Message() << "buffer " << held << " is held, " << other << " is not");
      this->others_held = 1U << held;
      const std::size_t taken = this->loads->beats_taken();
      this->post_load(this->traffic->write(this->whole_beats(held, 5)));
      this->post_store(this->whole_beats(other, 5));
      this->run(40);
      EXPECT_EQ(this->loads->beats_taken(), taken);
      EXPECT_TRUE(this->stores->idle());
      EXPECT_TRUE(pins.o_write_outstanding && !pins.o_read_outstanding && !pins.o_write_busy);
      this->others_held = 0;
      this->run_until_idle();

      this->others_held = 1U << held;
      const std::size_t beats = this->stores->beats().size();
      this->post_store(this->whole_beats(held, 5));
      this->post_load(this->traffic->write(this->whole_beats(other, 5)));
      this->run(40);
      EXPECT_EQ(this->stores->beats().size(), beats);
      EXPECT_TRUE(this->loads->idle());
      EXPECT_TRUE(pins.o_read_outstanding && !pins.o_write_outstanding && !pins.o_read_busy);
      this->others_held = 0;
      this->run_until_idle();
      if (this->HasFailure()) return;
    }
  EXPECT_EQ(this->errors + this->held_errors, 0);
}

// Holds C5.10, C5.11, C8.41.
TYPED_TEST(DataPort, WithoutHoldingBothDirectionsAreRefused) {
  this->start(Stall::none, 83);
  this->no_hold = true;
  for (const unsigned held : this->memory.numbers())
    for (const unsigned other : this->memory.numbers()) {
      if (other == held) continue;
      SCOPED_TRACE(::testing::Message() << "buffer " << held << " is held, " << other << " is not");
      this->others_held = 1U << held;
      this->held_errors = 0;
      this->post_load(this->traffic->write(this->whole_beats(held, 5)));
      this->post_store(this->whole_beats(other, 5));
      this->run_until_idle();
      EXPECT_EQ(this->loads->responses().back().response, axi_slverr);
      EXPECT_EQ(this->stores->beats().back().response, axi_okay);
      EXPECT_EQ(this->held_errors, 1) << "one pulse per load";

      this->post_store(this->whole_beats(held, 5));
      this->post_load(this->traffic->write(this->whole_beats(other, 5)));
      this->run_until_idle();
      EXPECT_EQ(this->stores->beats().back().response, axi_slverr);
      EXPECT_EQ(this->loads->responses().back().response, axi_okay);
      EXPECT_EQ(this->held_errors, 1 + 5) << "and one per beat of a store";
      if (this->HasFailure()) return;
    }
  EXPECT_EQ(this->errors, 0);
  this->expect_buffers_as_modelled();
}

// Holds C4.20, C4.21, C8.40.
TYPED_TEST(DataPort, AFaultInEitherDirectionIsAnError) {
  this->start(Stall::none, 84);
  for (const unsigned missing : {3U, 6U, 7U})
    for (const unsigned other : this->memory.numbers()) {
      SCOPED_TRACE(::testing::Message() << "there is no buffer " << missing);
      this->errors = 0;
      this->post_load(this->traffic->write(this->whole_beats(missing, 4)));
      this->post_store(this->whole_beats(other, 10));
      this->run_until_idle();
      EXPECT_EQ(this->loads->responses().back().response, axi_slverr);
      EXPECT_EQ(this->stores->beats().back().response, axi_okay);
      EXPECT_EQ(this->errors, 1) << "one pulse per load";

      this->post_store(this->whole_beats(missing, 4));
      this->post_load(this->traffic->write(this->whole_beats(other, 10)));
      this->run_until_idle();
      EXPECT_EQ(this->stores->beats().back().response, axi_slverr);
      EXPECT_EQ(this->loads->responses().back().response, axi_okay);
      EXPECT_EQ(this->errors, 1 + 4) << "and one per beat of a store";
      if (this->HasFailure()) return;
    }
  EXPECT_EQ(this->held_errors, 0);
  this->expect_buffers_as_modelled();
}

// Bursts of every length, up to the longest; all but the short ones go on behind the end of the memory.
// Holds C4.4, C4.14, C4.18.
TYPED_TEST(DataPort, ALongBurstFailsBehindTheEnd) {
  this->start(Stall::none, 87);
  for (const unsigned beats : {256U, 1U, 128U, 3U, 192U, 64U, 256U, 2U, 192U, 1U, 128U, 5U}) {
    SCOPED_TRACE(::testing::Message() << beats << " beats");
    this->errors = 0;
    const unsigned behind = beats - std::min(beats, this->beats_of_buffer);
    this->post_load(this->traffic->write(this->whole_beats(axi_first_r, beats)));
    this->run_until_idle();
    EXPECT_EQ(this->loads->responses().back().response, behind != 0 ? axi_slverr : axi_okay);
    EXPECT_EQ(this->errors, behind != 0 ? 1 : 0) << "of the load";
    this->post_store(this->whole_beats(1, beats));
    this->run_until_idle();
    EXPECT_EQ(this->stores->beats().back().response, behind != 0 ? axi_slverr : axi_okay);
    EXPECT_EQ(this->errors, static_cast<int>(behind) + (behind != 0 ? 1 : 0)) << "and of each beat of the store";
    if (this->HasFailure()) return;
  }
  this->expect_buffers_as_modelled();
}

// The engine has one buffer of f and one of r, the bus loads and stores the others: none of them loses a cycle.
// Holds C4.21.
TYPED_TEST(DataPort, LoadStoreAndEngineInOneCycle) {
  this->start(Stall::none, 85);
  for (unsigned f = 0; f < 2; ++f)
    for (unsigned r = 0; r < 2; ++r) {
      this->command({f, r, f, r, false});
      this->all_at_once = 0;
      const unsigned free_f = 1 - f, free_r = axi_first_r + 1 - r;
      const std::int64_t begin = this->dut->cycles();
      constexpr int bursts = 20;
      for (int i = 0; i < bursts; ++i) {
        this->post_load(this->traffic->write(this->whole_beats(i % 2 ? free_f : free_r, this->beats_of_buffer - 1)));
        this->post_store(this->whole_beats(i % 2 ? free_r : free_f, this->beats_of_buffer - 1));
      }
      this->run_until_idle(2000);
      if (this->HasFailure()) return;
      const auto beats = static_cast<std::int64_t>(bursts * (this->beats_of_buffer - 1));
      EXPECT_EQ(this->dut->cycles() - begin, beats + 5)
          << "the first beat of a store is there 4 cycles after its address, and no beat waits";
      // The engine reads in three cycles of four, and writes in as many.
      EXPECT_GT(this->all_at_once, beats / 3);
    }
  this->expect_buffers_as_modelled();
}

// Bursts of every kind in both directions, commands that come and go, buffers of waiting commands, MODE bit 1.
// Holds C4.21, C5.1, C5.3, C5.6, C5.10, C5.11.
TYPED_TEST(DataPort, AnyTrafficUnderEveryStall) {
  constexpr std::uint64_t seed = 86;
  int at_once = 0, faults = 0, refusals = 0;
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(::testing::Message() << name_of(stall) << ", seed " << seed);
    this->start(stall, seed);
    Random& random = this->traffic->random();
    for (int i = 0; i < 120; ++i) {
      AxiWrite write =
          this->traffic->write(random.one_in(6) ? this->traffic->faulty_address() : this->traffic->address());
      if (random.one_in(6)) this->traffic->spoil(write);
      this->post_load(write);
      this->post_store(random.one_in(6) ? this->traffic->faulty_address() : this->traffic->address());
    }
    const auto any = [&](unsigned buffers) { return static_cast<unsigned>(random.in(0, buffers - 1)); };
    const std::int64_t begin = this->dut->cycles();
    while (!this->idle()) {
      ASSERT_LT(this->dut->cycles() - begin, 100000) << "bursts do not end";
      if (random.one_in(30))
        this->command({any(TypeParam::f_buffers), any(2), any(TypeParam::f_buffers), any(2), random.one_in(3)});
      if (random.one_in(30)) this->no_command();
      if (random.one_in(20)) this->others_held = random.one_in(3) ? static_cast<unsigned>(random.word() & 0xff) : 0;
      if (random.one_in(60)) this->no_hold = !this->no_hold;
      this->cycle();
      if (this->HasFatalFailure()) return;
    }
    this->expect_buffers_as_modelled();
    if (this->HasFailure()) return;
    at_once += this->all_at_once;
    faults += this->errors;
    refusals += this->held_errors;
  }
  EXPECT_GT(at_once, 100);
  EXPECT_GT(faults, 100);
  EXPECT_GT(refusals, 100);
}

}  // namespace
}  // namespace stencil::test
