// Registers by halves of 32 bits: strobes choose the halves that a write sets, address bit 2 the half that a read
// shows, and two reads in a row show one value.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/bus/axil_port_bench.hpp"

namespace stencil::test {
namespace {

class AxilHalves : public AxilPortBench {
 protected:
  void finish() {
    while (!master->idle()) {
      ASSERT_LT(dut.cycles(), 40000) << "no end of waiting for answers";
      cycle();
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Stalls, AxilHalves, ::testing::ValuesIn(all_stalls), stall_label);

// Holds C6.2-C6.4.
TEST_P(AxilHalves, AWriteTakesTheHalvesThatItStrobes) {
  Random random(87);
  std::map<unsigned, std::uint64_t> expected;
  std::vector<unsigned> responses;
  int taken = 0;
  for (int i = 0; i < 600; ++i) {
    const auto address = static_cast<unsigned>(random.in(0, 1023));
    const std::uint64_t value = random.word();
    const unsigned halves[] = {0x00, 0x0f, 0xf0, 0xff};
    const auto strobes =
        random.one_in(3) ? static_cast<unsigned>(random.in(0, 255)) : halves[static_cast<std::size_t>(random.in(0, 3))];
    const unsigned low = strobes & 0xf, high = strobes >> 4;
    const bool partly = (low != 0 && low != 0xf) || (high != 0 && high != 0xf);
    master->post_write(address, value, strobes);
    taken += !partly;
    responses.push_back(!partly && writable(address / 8 * 8) ? okay : slverr);
    if (responses.back() == okay) {
      const std::uint64_t mask = bits_of((low != 0 ? 1 : 0) | (high != 0 ? 2 : 0));
      std::uint64_t& target = expected[address / 8 * 8];
      target = (target & ~mask) | (value & mask);
    }
  }
  finish();
  for (std::size_t i = 0; i < responses.size(); ++i) ASSERT_EQ(master->write_answers()[i].response, responses[i]) << i;
  EXPECT_EQ(writes, taken) << "a write of part of a half does not reach the registers";
  EXPECT_GT(taken, 300);
  EXPECT_LT(taken, 500);
  for (const auto& [address, value] : expected) ASSERT_EQ(registers[address], value) << "register " << address;
}

// Reads of both halves of registers that change in every cycle, in any order, with whole ones in between.
// Holds C6.4, C6.5.
TEST_P(AxilHalves, TwoReadsInARowShowOneValue) {
  moving = true;
  Random random(88);
  std::vector<unsigned> addresses;
  for (int i = 0; i < 1500; ++i) {
    addresses.push_back(static_cast<unsigned>(8 * random.in(1, 3) + random.in(0, 7)));
    master->post_read(addresses.back());
  }
  finish();
  std::uint64_t before = 0;  // the value seen by the previous read
  int kept = 0;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const std::uint64_t value = master->read_answers()[i].value, low = value & 0xffffffff;
    ASSERT_EQ(master->read_answers()[i].response, okay);
    ASSERT_GT(low, before & 0xffffffff) << "the low half is of the present";
    const std::uint64_t present = moving_value(addresses[i] / 8 * 8, static_cast<std::int64_t>(low));
    const bool shows_kept =
        i > 0 && addresses[i] & 4 && !(addresses[i - 1] & 4) && addresses[i] / 8 == addresses[i - 1] / 8;
    ASSERT_EQ(value >> 32, (shows_kept ? before : present) >> 32)
        << "read " << i << " of " << addresses[i] << ", seed 88";
    kept += shows_kept;
    before = present;
  }
  EXPECT_GT(kept, 80);
}

// The kept half serves one read of the same register only; a write in between does not matter.
// Holds C6.1, C6.5, C6.6.
TEST_P(AxilHalves, AnyOtherReadShowsTheRegisterAsItIs) {
  moving = true;
  const auto read = [&](unsigned address) {
    master->post_read(address);
    finish();
    return master->read_answers().back().value;
  };
  const auto present = [&](std::uint64_t value, unsigned address) {
    return value == moving_value(address, static_cast<std::int64_t>(value & 0xffffffff));
  };
  const std::uint64_t low = read(16);
  EXPECT_EQ(read(20) >> 32, low >> 32);
  EXPECT_TRUE(present(read(20), 16)) << "the half is shown once";
  read(16);
  EXPECT_TRUE(present(read(28), 24)) << "another register";
  EXPECT_TRUE(present(read(20), 16)) << "which was a read in between";
  const std::uint64_t again = read(16);
  master->post_write(16, 1);
  finish();
  EXPECT_EQ(read(22) >> 32, again >> 32) << "bits 1:0 are ignored";
  EXPECT_TRUE(present(read(16), 16)) << "a whole read is of one cycle";
}

}  // namespace
}  // namespace stencil::test
