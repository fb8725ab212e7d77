// Registers written by halves of 32 bits, as masters of 32 bits do.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/control/registers_bench.hpp"

namespace stencil::test {
namespace {

class RegistersHalves : public RegistersBench {
 protected:
  static constexpr std::uint64_t low_bits = 0xffffffff;
  static std::uint64_t mask_of(unsigned halves) { return (halves & 1 ? low_bits : 0) | (halves & 2 ? ~low_bits : 0); }
};

// Holds C6.2, C6.7, C6.44, C6.45.
TEST_F(RegistersHalves, EachHalfOfTheJobIsKeptApart) {
  Random random(92);
  std::map<unsigned, std::uint64_t> expected;
  for (const unsigned address : job_registers) expected[address] = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto address = *std::next(job_registers.begin(), random.in(0, 7));
    const auto halves = static_cast<unsigned>(random.in(0, 3));
    const std::uint64_t value = random.word(), mask = mask_of(halves);
    dut->i_busy = random.one_in(4);
    ASSERT_EQ(write(address, value, halves), !dut->i_busy);
    ASSERT_EQ(job_written, !dut->i_busy) << "half of it counts as a write of it";
    ASSERT_EQ(niter_written, !dut->i_busy && address == REG_NITER);
    if (!dut->i_busy) expected[address] = (expected[address] & ~mask) | (value & mask);
    for (const auto& [other, contents] : expected) ASSERT_EQ(read(other), contents) << "register " << other;
    if (dut->i_busy) {
      ASSERT_EQ(read(REG_ERROR), ERROR_BUSY);
      ASSERT_TRUE(write(REG_STATUS, status_failed));
    }
  }
}

// Lower halves are kept until an upper one comes; while the queue is full neither is taken.
// Holds C6.8, C6.13, C6.48.
TEST_F(RegistersHalves, TheUpperHalfSendsACommandOff) {
  Random random(93);
  std::uint64_t rows = 0;
  int sent = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto halves = static_cast<unsigned>(random.in(0, 3));
    const std::uint64_t value = random.word();
    dut->i_queue_full = random.one_in(4);
    dut->i_busy = dut->i_queue_full || random.one_in(2);
    ASSERT_EQ(write(REG_COMMAND, value, halves), !dut->i_queue_full);
    ASSERT_EQ(pushed, !dut->i_queue_full && halves & 2);
    if (!dut->i_queue_full && halves & 1) rows = value & low_bits;
    if (pushed) {
      ASSERT_EQ(command, (value & 0x3ff00000000) | rows) << "write " << i << ", seed 93";
      ++sent;
    }
    ASSERT_EQ(read(REG_ERROR), dut->i_queue_full ? ERROR_BUSY : ERROR_NONE) << "half of it is refused likewise";
    ASSERT_TRUE(write(REG_STATUS, status_failed));
    ASSERT_EQ(read(REG_COMMAND), 0u);
  }
  EXPECT_GT(sent, 500);
}

// A refused lower half is not kept.
// Holds C6.8, C6.48.
TEST_F(RegistersHalves, ARefusedLowerHalfIsForgotten) {
  EXPECT_TRUE(write(REG_COMMAND, 7, 1));
  dut->i_queue_full = 1;
  EXPECT_FALSE(write(REG_COMMAND, 8, 1));
  dut->i_queue_full = 0;
  EXPECT_TRUE(write(REG_COMMAND, std::uint64_t{1} << 32, 2));
  EXPECT_TRUE(pushed);
  EXPECT_EQ(command, std::uint64_t{1} << 32 | 7);
  // The lower half also serves the next command.
  EXPECT_TRUE(write(REG_COMMAND, std::uint64_t{2} << 32, 2));
  EXPECT_EQ(command, std::uint64_t{2} << 32 | 7);
}

// These registers have bits in the lower half only; a write of the upper half alone changes nothing.
// Holds C6.2, C6.26, C6.29, C6.39.
TEST_F(RegistersHalves, TheUpperHalfOfTheOthersDoesNothing) {
  const std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_TRUE(write(REG_CONTROL, ones, 2));
  EXPECT_FALSE(cleared);
  EXPECT_TRUE(write(REG_CONTROL, ones, 1));
  EXPECT_TRUE(cleared);
  EXPECT_TRUE(write(REG_MODE, ones, 2));
  EXPECT_EQ(read(REG_MODE), 0u);
  pulse(dut->i_finished);
  pulse(dut->i_data_error);
  EXPECT_TRUE(write(REG_STATUS, ones, 2));
  EXPECT_TRUE(write(REG_STATUS, ones, 0));
  EXPECT_EQ(read(REG_STATUS), status_done | status_failed);
  EXPECT_EQ(read(REG_ERROR), ERROR_DATA);
  EXPECT_TRUE(write(REG_STATUS, ones, 1));
  EXPECT_EQ(read(REG_STATUS), 0u);
  // A write of either half of CHANGE clears it.
  for (const unsigned halves : {1, 2}) {
    EXPECT_TRUE(write(REG_CHANGE, 5, halves));
    EXPECT_TRUE(change_cleared);
  }
}

}  // namespace
}  // namespace stencil::test
