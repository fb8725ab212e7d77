// Signals that control passes on between its ports: the job, the counters, errors, CHANGE, the mode.
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "tests/rtl/control/control_bench.hpp"

namespace stencil::test {
namespace {

class ControlWires : public ControlBench {};

// With 10 bits of a row and 6 of a column.
std::uint64_t packed_window(std::uint64_t backward, std::uint64_t slopes, std::uint64_t slots, std::uint64_t right,
                            std::uint64_t left, std::uint64_t bottom, std::uint64_t top) {
  return backward << 48 | slopes << 40 | slots << 32 | right << 26 | left << 20 | bottom << 10 | top;
}

// Holds C6.31, C6.32.
TEST_F(ControlWires, TheJobIsWhatItsRegistersSay) {
  must_write(REG_COLS, 47);
  must_write(REG_RDX2, 0x123456789abcdef1);
  must_write(REG_RDY2, 0x23456789abcdef12);
  must_write(REG_BETA, 0x3456789abcdef123);
  must_write(REG_TILE, 0xe11b03);
  must_write(REG_TILE_ROWS, std::uint64_t{1000} << 32 | 513);
  must_write(REG_TILE_COLS, std::uint64_t{49} << 32 | 34);
  dut.settle();
  EXPECT_EQ(dut->o_cols, 47);
  EXPECT_EQ(get_word(dut->o_weights, 0), 0x123456789abcdef1u);
  EXPECT_EQ(get_word(dut->o_weights, 1), 0x23456789abcdef12u);
  EXPECT_EQ(get_word(dut->o_weights, 2), 0x3456789abcdef123u);
  EXPECT_TRUE(dut->o_tiles);
  // backward, slopes, slots, right, left, bottom, top
  EXPECT_EQ(dut->o_window, packed_window(1, 0xe1, 0x1b, 49, 34, 1000, 513));
  must_write(REG_TILE, 0);
  dut.settle();
  EXPECT_FALSE(dut->o_tiles);
  EXPECT_EQ(dut->o_window, packed_window(0, 0, 0, 49, 34, 1000, 513));
}

// Every bit of every word on the bus has its place in the job; a word strobed in part changes none.
// Holds C6.2, C6.31, C6.41.
TEST_F(ControlWires, EveryBitOfTheJobArrives) {
  dut->i_formula[2] = 0xffff;  // the formula uses all numbers
  Random random(157);
  std::map<unsigned, std::size_t> words = {{REG_RDX2, 0}, {REG_RDY2, 1}, {REG_BETA, 2}};
  for (unsigned number = 0; number < 16; ++number) words[REG_N0 + 8 * number] = 9 + number;
  std::map<unsigned, std::uint64_t> expected;
  const auto expect_all = [&] {
    dut.settle();
    for (const auto& [address, value] : expected) ASSERT_EQ(get_word(dut->o_weights, words[address]), value) << address;
  };
  for (int round = 0; round < 2; ++round)
    for (const auto& [address, word] : words) {
      const std::uint64_t value = round == 0 ? random.word() : ~expected[address];
      must_write(address, value);
      expected[address] = value;
      EXPECT_EQ(read(address), value) << "word " << word;
      expect_all();
    }
  for (unsigned strobe = 0; strobe < 8; ++strobe)
    for (const unsigned strobes : {1u << strobe, 0xffu & ~(1u << strobe)}) {
      master.post_write(REG_BETA, random.word(), strobes);
      run_until([&] { return master.idle(); }, "a register write");
      EXPECT_EQ(master.write_answers().back().response, axi_slverr) << "strobes " << strobes;
      expect_all();
    }
}

TEST_F(ControlWires, ThePlanIsThatOfNiter) {
  for (const std::int64_t niter : {1, 4, 7, 9, 255, 256, 1003}) {
    job(3, static_cast<std::uint64_t>(niter));
    const std::int64_t passes = (niter + pes - 1) / pes;
    EXPECT_EQ(dut->o_passes, passes) << niter;
    EXPECT_EQ(dut->o_depth, niter / passes) << niter;
    EXPECT_EQ(dut->o_shallow, passes - niter % passes) << niter;
  }
}

// Each input is high for a number of cycles of its own.
// Holds C6.14, C6.26, C6.34-C6.38, C6.40.
TEST_F(ControlWires, EveryCounterCountsItsInput) {
  const auto high = [&](std::initializer_list<CData*> inputs, int count) {
    for (CData* input : inputs) *input = 1;
    cycles(count);
    for (CData* input : inputs) *input = 0;
  };
  must_write(REG_CONTROL, control_clear_counters);
  high({&dut->i_load_beat}, 3);
  high({&dut->i_store_beat}, 5);
  high({&dut->i_write_busy}, 7);
  high({&dut->i_read_busy}, 11);
  high({&dut->i_finished}, 13);
  high({&dut->i_write_outstanding}, 17);
  high({&dut->i_read_outstanding}, 19);
  high({&dut->i_engine_busy}, 23);
  high({&dut->i_engine_busy, &dut->i_stall}, 29);
  high({&dut->i_engine_busy, &dut->i_fill}, 31);
  high({&dut->i_engine_busy, &dut->i_read_busy}, 37);
  EXPECT_EQ(read(REG_BEATS_LOADED), 3u);
  EXPECT_EQ(read(REG_BEATS_STORED), 5u);
  EXPECT_EQ(read(REG_CYCLES_WRITE_BUSY), 7u);
  EXPECT_EQ(read(REG_CYCLES_READ_BUSY), 11u + 37u);
  EXPECT_EQ(read(REG_CYCLES_HIDDEN), 37u);
  EXPECT_EQ(read(REG_COMMANDS), 13u);
  EXPECT_EQ(read(REG_CYCLES_LOAD), 17u);
  EXPECT_EQ(read(REG_CYCLES_STORE), 19u);
  EXPECT_EQ(read(REG_CYCLES_COMPUTE), 23u + 31u + 37u);
  EXPECT_EQ(read(REG_CYCLES_STALL), 29u);
  EXPECT_EQ(read(REG_CYCLES_FILL), 31u);
  // A read of a counter in the cycle that clears it shows the value before.
  master.post_write(REG_CONTROL, control_clear_counters);
  master.post_read(REG_BEATS_STORED);
  run_until([&] { return master.idle(); }, "both");
  EXPECT_EQ(master.read_answers().back().value, 5u);
  EXPECT_EQ(read(REG_BEATS_STORED), 0u);
  EXPECT_LT(read(REG_CYCLES_TOTAL), 10u);
}

// Holds C2.8, C9.2-C9.7.
TEST_F(ControlWires, TheCauseIsThatOfThePresentCycle) {
  const auto cause = [&] {
    begin_cycle();
    const unsigned now = dut->o_cause;
    end_cycle();
    return now;
  };
  EXPECT_EQ(cause(), CAUSE_IDLE);
  dut->i_read_outstanding = 1;
  EXPECT_EQ(cause(), CAUSE_STORE);
  dut->i_write_outstanding = 1;
  EXPECT_EQ(cause(), CAUSE_LOAD);
  dut->i_engine_busy = dut->i_stall = 1;
  EXPECT_EQ(cause(), CAUSE_STALL);
  dut->i_stall = 0;
  EXPECT_EQ(cause(), CAUSE_COMPUTE);
  // A legal command that waits for a burst on its buffers, and nothing else.
  dut->i_engine_busy = dut->i_write_outstanding = dut->i_read_outstanding = 0;
  job();
  const ControlCommand command;
  dut->i_touched = static_cast<CData>(command.buffers());
  post(command);
  cycles(5);
  EXPECT_EQ(dut->o_held, command.buffers());
  EXPECT_EQ(cause(), CAUSE_IDLE);
}

// Holds C6.12, C8.40, C8.41.
TEST_F(ControlWires, ErrorsOfTheDataPort) {
  dut->i_held_error = 1;
  cycle();
  dut->i_held_error = 0;
  EXPECT_EQ(read(REG_ERROR), ERROR_HELD);
  must_write(REG_STATUS, status_failed);
  dut->i_data_error = dut->i_held_error = 1;
  cycle();
  dut->i_data_error = dut->i_held_error = 0;
  EXPECT_EQ(read(REG_ERROR), ERROR_DATA);
  EXPECT_EQ(read(REG_STATUS), status_failed);
}

// Holds C6.29.
TEST_F(ControlWires, TheModeReachesTheDataPort) {
  EXPECT_FALSE(dut->o_no_hold);
  must_write(REG_MODE, mode_no_hold);
  EXPECT_TRUE(dut->o_no_hold);
  must_write(REG_MODE, mode_interrupt);
  EXPECT_FALSE(dut->o_no_hold);
}

// A read of CHANGE waits while it settles, and so do later reads; a write of it goes to the engine.
// Holds C6.39, C8.27.
TEST_F(ControlWires, Change) {
  dut->i_change = 0x4008000000000000;
  EXPECT_EQ(read(REG_CHANGE), 0x4008000000000000u);
  dut->i_change_settling = 1;
  const std::size_t before = master.read_answers().size();
  master.post_read(REG_CHANGE);
  master.post_read(REG_ID);
  cycles(30);
  EXPECT_EQ(master.read_answers().size(), before);
  master.post_write(REG_MODE, 0);
  cycles(2);
  EXPECT_EQ(master.write_answers().size(), 1u) << "a write waits for no read";
  dut->i_change_settling = 0;
  run_until([&] { return master.idle(); }, "both reads");
}

// Holds C6.39, C8.27.
TEST_F(ControlWires, ChangeShowsWhatItIsWhenItHasSettled) {
  dut->i_change = 1;
  dut->i_change_settling = 1;
  master.post_read(REG_CHANGE);
  cycles(30);
  dut->i_change_settling = 0;
  dut->i_change = 77;
  run_until([&] { return master.idle(); }, "the read");
  EXPECT_EQ(master.read_answers().back().value, 77u);
  int cleared = 0;
  master.post_write(REG_CHANGE, 5);
  for (int i = 0; i < 10; ++i) {
    begin_cycle();
    cleared += dut->o_clear_change;
    end_cycle();
  }
  EXPECT_EQ(cleared, 1) << "for one cycle";
}

}  // namespace
}  // namespace stencil::test
