// MODE bit 1 at the data port: a burst that would be held is answered at once, with SLVERR in every beat, and does
// nothing; a burst that began before its buffer was held, or before the mode was set, ends as it began.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/bus/axi_read_bench.hpp"
#include "tests/rtl/bus/axi_write_bench.hpp"

namespace stencil::test {

template <class Port>
class NoHold : public Port {
 protected:
  // Random changes of the held buffers; at the end every buffer is released.
  void roll() {
    auto& pins = **this->dut;
    Random& random = this->traffic->random();
    if (random.one_in(20)) pins.i_held = static_cast<std::uint8_t>(random.one_in(3) ? 0 : random.word());
    if (random.one_in(60)) pins.i_no_hold = !pins.i_no_hold;
  }
};

template <class Shape>
class AxiWriteNoHold : public NoHold<AxiWritePort<Shape>> {};
TYPED_TEST_SUITE(AxiWriteNoHold, AxiWriteShapes);

// Holds C5.10, C5.11.
TYPED_TEST(AxiWriteNoHold, AnswersAtOnceAndWritesNothing) {
  this->start(Stall::none);
  AxiAddress at;
  at.size = this->traffic->full_size();
  at.beats = 12;
  constexpr unsigned bursts = 8;
  for (unsigned burst = 0; burst < bursts; ++burst) {
    at.id = burst % 8;
    this->master->post(this->traffic->write(at));
  }
  auto& pins = **this->dut;
  pins.i_held = 1;
  pins.i_no_hold = 1;
  const std::int64_t before = this->dut->cycles();
  while (!this->master->idle()) {
    ASSERT_LT(this->dut->cycles(), 1000) << "bursts do not end";
    this->cycle();
    ASSERT_EQ(pins.o_touched, 0) << "a refused burst keeps no command off";
  }
  // It takes as long as bursts that nothing holds.
  EXPECT_EQ(this->dut->cycles() - before, bursts * 12 + 3);
  for (const auto& response : this->master->responses()) EXPECT_EQ(response.response, axi_slverr);
  EXPECT_EQ(this->held_errors, bursts) << "one pulse per burst";
  EXPECT_EQ(this->errors, 0);
  // Once the mode is left, bursts are held again and nothing moves.
  pins.i_no_hold = 0;
  this->post(this->traffic->write(at));
  const std::size_t taken = this->master->beats_taken();
  for (int i = 0; i < 100; ++i) this->cycle();
  EXPECT_EQ(this->master->beats_taken(), taken);
  EXPECT_FALSE(pins.o_busy);
  pins.i_held = 0;
  this->run_until_idle(1000);
  if (this->HasFatalFailure()) return;
  EXPECT_EQ(this->master->responses().back().response, axi_okay);
  for (const unsigned number : this->memory.numbers())
    ASSERT_EQ(this->memory.buffer(number), this->expected.buffer(number)) << "only the last burst wrote";
}

// Held buffers and the mode change at any time, under bursts of every kind: the first beat of a burst decides.
// Holds C5.6, C5.10, C5.11.
TYPED_TEST(AxiWriteNoHold, TheFirstBeatDecides) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    this->start(stall);
    std::vector<AxiWrite> bursts;
    for (int i = 0; i < 200; ++i) {
      AxiWrite write = this->traffic->write(this->traffic->random().one_in(5) ? this->traffic->faulty_address()
                                                                              : this->traffic->address());
      if (this->traffic->random().one_in(5)) this->traffic->spoil(write);
      this->master->post(write);
      bursts.push_back(write);
    }
    auto& pins = **this->dut;
    std::size_t burst = 0;
    unsigned beat = 0;
    std::vector<bool> refused;
    while (!this->master->idle()) {
      ASSERT_LT(this->dut->cycles(), 200000) << "bursts do not end";
      this->roll();
      this->begin_cycle();
      if (pins.s_axi_wvalid && pins.s_axi_wready) {
        const bool held = pins.i_held >> bursts.at(burst).at.buffer() & 1;
        if (beat == 0) {
          ASSERT_TRUE(!held || pins.i_no_hold) << "burst " << burst << " began on a held buffer";
          refused.push_back(held);
        }
        if (refused.back()) {
          ASSERT_TRUE(pins.o_write == 0 || pins.o_granted != 3) << "burst " << burst << " beat " << beat;
        }
        if (++beat == bursts[burst].at.beats) {
          ++burst;
          beat = 0;
        }
      }
      this->end_cycle();
      if (this->HasFatalFailure()) return;
    }
    std::int64_t faults = 0, turned_away = 0;
    for (std::size_t i = 0; i < bursts.size(); ++i) {
      const unsigned response = refused[i] ? axi_slverr : this->expected.write(bursts[i]);
      ASSERT_EQ(this->master->responses()[i].response, response) << "burst " << i << ", seed 62";
      turned_away += refused[i];
      faults += !refused[i] && response != axi_okay;
    }
    EXPECT_EQ(this->errors, faults);
    EXPECT_EQ(this->held_errors, turned_away);
    EXPECT_GT(turned_away, 20);
    EXPECT_LT(turned_away, 180);
    for (const unsigned number : this->memory.numbers())
      ASSERT_EQ(this->memory.buffer(number), this->expected.buffer(number)) << "buffer " << number;
  }
}

template <class Shape>
class AxiReadNoHold : public NoHold<AxiReadPort<Shape>> {};
TYPED_TEST_SUITE(AxiReadNoHold, AxiReadShapes);

// Holds C5.10, C5.11.
TYPED_TEST(AxiReadNoHold, AnswersAtOnceAndReadsNothing) {
  this->start(Stall::none);
  AxiAddress at;
  at.size = this->traffic->full_size();
  at.beats = 12;
  constexpr unsigned bursts = 8;
  for (unsigned burst = 0; burst < bursts; ++burst) {
    at.id = burst % 8;
    this->post(at);
  }
  auto& pins = **this->dut;
  pins.i_held = 1;
  pins.i_no_hold = 1;
  const std::int64_t before = this->dut->cycles();
  while (!this->master->idle()) {
    ASSERT_LT(this->dut->cycles(), 1000) << "bursts do not end";
    this->begin_cycle();
    ASSERT_FALSE(pins.o_read) << "the port of the memory is the command's";
    this->end_cycle();
    ASSERT_EQ(pins.o_touched, 0) << "a refused burst keeps no command off";
  }
  EXPECT_EQ(this->dut->cycles() - before, bursts * 12 + 4);
  for (const auto& beat : this->master->beats()) EXPECT_EQ(beat.response, axi_slverr);
  EXPECT_EQ(this->held_errors, bursts * 12) << "one pulse per beat";
  EXPECT_EQ(this->errors, 0);
  pins.i_no_hold = 0;
  this->post(at);
  for (int i = 0; i < 100; ++i) this->cycle();
  EXPECT_EQ(this->master->beats().size(), bursts * 12);
  EXPECT_FALSE(pins.o_busy);
  pins.i_held = 0;
  this->run_until_idle(1000);
  if (this->HasFatalFailure()) return;
  for (unsigned beat = 0; beat < at.beats; ++beat) {
    const auto& got = this->master->beats().at(bursts * 12 + beat);
    EXPECT_EQ(got.response, axi_okay);
    EXPECT_EQ(got.words, this->memory.read(at, beat).words);
  }
}

// The port reads and answers every beat it serves, at fault or refused, and reports it in the same cycle.
// Holds C5.6, C5.10, C5.11.
TYPED_TEST(AxiReadNoHold, TheFirstBeatDecides) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    this->start(stall);
    for (int i = 0; i < 200; ++i)
      this->post(this->traffic->random().one_in(4) ? this->traffic->faulty_address() : this->traffic->address());
    auto& pins = **this->dut;
    std::size_t burst = 0;
    unsigned beat = 0;
    std::vector<bool> refused;
    while (!this->master->idle()) {
      ASSERT_LT(this->dut->cycles(), 200000) << "bursts do not end";
      this->roll();
      this->begin_cycle();
      ASSERT_LE(pins.o_read + pins.o_error + pins.o_held_error, 1);
      if (pins.o_read || pins.o_error || pins.o_held_error) {
        const bool held = pins.i_held >> this->posted.at(burst).buffer() & 1;
        if (beat == 0) {
          ASSERT_TRUE(!held || pins.i_no_hold) << "burst " << burst << " began on a held buffer";
          refused.push_back(held);
        }
        ASSERT_EQ(pins.o_held_error, refused.back()) << "burst " << burst << " beat " << beat;
        if (++beat == this->posted[burst].beats) {
          ++burst;
          beat = 0;
        }
      }
      this->end_cycle();
      if (this->HasFatalFailure()) return;
    }
    std::size_t number = 0, turned_away = 0;
    for (std::size_t i = 0; i < this->posted.size(); ++i) {
      turned_away += refused[i];
      for (unsigned at = 0; at < this->posted[i].beats; ++at, ++number) {
        const auto& got = this->master->beats()[number];
        const auto expected = this->memory.read(this->posted[i], at);
        ASSERT_EQ(got.response, refused[i] ? axi_slverr : expected.response) << "burst " << i << " beat " << at;
        if (got.response == axi_okay) {
          ASSERT_EQ(got.words, expected.words) << "burst " << i << " beat " << at << ", seed 72";
        }
      }
    }
    EXPECT_GT(turned_away, 20u);
    EXPECT_LT(turned_away, 180u);
  }
}

}  // namespace stencil::test
