// Handshakes of the register port: each access once, in order, answered in the next cycle; each channel keeps one.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/bus/axil_port_bench.hpp"

namespace stencil::test {
namespace {

class AxilPort : public AxilPortBench {
 protected:
  // One cycle with these channels offered and all answers taken or none; returns the channels that were accepted.
  struct Accepted {
    bool address, data, read;
  };
  Accepted step(bool address, bool data, bool read, bool take) {
    dut->s_axil_awvalid = address;
    dut->s_axil_wvalid = data;
    dut->s_axil_arvalid = read;
    dut->s_axil_bready = dut->s_axil_rready = take;
    settle();
    const Accepted accepted{address && dut->s_axil_awready, data && dut->s_axil_wready, read && dut->s_axil_arready};
    dut.edge();
    return accepted;
  }
};

// Holds C2.6.
TEST_P(AxilPort, WritesEachOnce) {
  Random random(82);
  std::map<unsigned, std::uint64_t> expected;
  std::vector<unsigned> responses;
  for (int i = 0; i < 400; ++i) {
    const auto address = static_cast<unsigned>(random.in(0, 4095));
    const std::uint64_t value = random.word();
    master->post_write(address, value);
    responses.push_back(writable(address / 8 * 8) ? okay : slverr);
    if (responses.back() == okay) expected[address / 8 * 8] = value;
  }
  while (!master->idle()) {
    ASSERT_LT(dut.cycles(), 20000);
    cycle();
  }
  for (std::size_t i = 0; i < responses.size(); ++i) ASSERT_EQ(master->write_answers()[i].response, responses[i]) << i;
  EXPECT_EQ(writes, 400);
  for (const auto& [address, value] : expected) ASSERT_EQ(registers[address], value) << "register " << address;
  if (GetParam() == Stall::none) {
    EXPECT_EQ(dut.cycles(), 4 + 400 + 1) << "one access per cycle, each answered in the next";
  }
}

// Holds C2.6, C6.3.
TEST_P(AxilPort, ReadsShowTheRegister) {
  Random random(83);
  std::vector<unsigned> addresses;
  for (unsigned address = 0; address < 4096; address += 8) registers[address] = random.word();
  for (int i = 0; i < 400; ++i) {
    addresses.push_back(static_cast<unsigned>(8 * random.in(0, 511)));
    master->post_read(addresses.back());
  }
  while (!master->idle()) {
    ASSERT_LT(dut.cycles(), 20000);
    cycle();
  }
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    ASSERT_EQ(master->read_answers()[i].response, exists(addresses[i]) ? okay : slverr) << i;
    ASSERT_EQ(master->read_answers()[i].value, registers[addresses[i]]) << i;
  }
  if (GetParam() == Stall::none) {
    EXPECT_EQ(dut.cycles(), 4 + 400 + 1) << "one access per cycle, each answered in the next";
  }
}

TEST_P(AxilPort, ReadsAndWritesTogether) {
  Random random(84);
  for (int i = 0; i < 300; ++i) {
    master->post_write(static_cast<unsigned>(16 + 64 * random.in(0, 7)), random.word());
    master->post_read(static_cast<unsigned>(24 + 64 * random.in(0, 7)));
  }
  while (!master->idle()) {
    ASSERT_LT(dut.cycles(), 20000);
    cycle();
  }
  for (const auto& answer : master->write_answers()) ASSERT_EQ(answer.response, okay);
  for (const auto& answer : master->read_answers()) ASSERT_EQ(answer.response, okay);
}

// Writes go on meanwhile; later reads wait with it.
// Holds C8.27.
TEST_P(AxilPort, AReadWaitsUntilItsRegisterIsReady) {
  registers[24] = 7;
  std::size_t reads = 0, writes_before = 0;
  for (int round = 0; round < 40; ++round) {
    slow_until = dut.cycles() + 3 * round;
    writes_before = master->write_answers().size();
    master->post_read(slow_address);
    master->post_read(24);
    if (round % 2) master->post_write(16, static_cast<std::uint64_t>(round));
    const std::int64_t began = dut.cycles();
    while (master->read_answers().size() == reads) {
      ASSERT_LT(dut.cycles(), began + 1000);
      cycle();
    }
    const auto accepted = static_cast<std::int64_t>(master->read_answers()[reads].value);
    EXPECT_GE(accepted, slow_until);
    if (GetParam() == Stall::none) {
      EXPECT_EQ(accepted, std::max(slow_until, began));
      EXPECT_EQ(dut.cycles(), accepted + 2) << "answered in the next cycle";
      EXPECT_EQ(master->write_answers().size(), writes_before + (round % 2)) << "a write waits for no read";
    }
    while (!master->idle()) {
      ASSERT_LT(dut.cycles(), began + 1000);
      cycle();
    }
    EXPECT_EQ(master->read_answers()[reads + 1].value, 7u);
    EXPECT_EQ(registers[16], static_cast<std::uint64_t>(round > 0 ? round - (round % 2 == 0) : 0));
    reads += 2;
  }
}

// An address, data or a read is accepted without the other channels and while an answer waits: one of each kind.
// Holds C6.9.
TEST_P(AxilPort, EachChannelKeepsOne) {
  dut->s_axil_awaddr = 16;
  dut->s_axil_wdata = 5;
  dut->s_axil_wstrb = 0xff;
  dut->s_axil_araddr = 24;
  EXPECT_TRUE(step(true, false, false, false).address);
  dut->s_axil_awaddr = 32;
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(step(true, false, false, false).address) << "its place is taken";
  EXPECT_EQ(writes, 0);
  const std::int64_t accepted = dut.cycles();
  EXPECT_TRUE(step(true, true, false, false).data);
  EXPECT_EQ(writes, 1);
  EXPECT_EQ(last_write_cycle, accepted) << "it takes effect in the cycle in which both are there";
  EXPECT_EQ(registers[16], 5u);
  EXPECT_TRUE(dut->s_axil_bvalid) << "and is answered in the next";
  // While its answer is not taken, one more of each is accepted and no second.
  dut->s_axil_wdata = 6;
  EXPECT_TRUE(step(true, false, false, false).address);
  EXPECT_TRUE(step(false, true, false, false).data);
  const Accepted more = step(true, true, false, false);
  EXPECT_FALSE(more.address || more.data);
  EXPECT_EQ(writes, 1);
  step(false, false, false, true);
  EXPECT_EQ(writes, 2) << "as soon as the answer has room";
  EXPECT_EQ(registers[32], 6u);
  EXPECT_TRUE(dut->s_axil_bvalid);
  moving = true;
  const std::int64_t first = dut.cycles();
  EXPECT_TRUE(step(false, false, true, false).read);
  EXPECT_TRUE(step(false, false, true, false).read);
  EXPECT_FALSE(step(false, false, true, false).read);
  EXPECT_EQ(dut->s_axil_rdata, moving_value(24, first)) << "of the cycle in which it was accepted";
  const std::int64_t taken = dut.cycles();
  step(false, false, false, true);
  EXPECT_TRUE(dut->s_axil_rvalid);
  EXPECT_EQ(dut->s_axil_rdata, moving_value(24, taken)) << "of the cycle in which the answer before it was taken";
}

// A reset forgets accepted accesses that were not served: no answer comes.
// Holds C2.3.
TEST_P(AxilPort, KeepsNothingOverAReset) {
  dut->s_axil_awaddr = 16;
  dut->s_axil_wstrb = 0xff;
  dut->s_axil_araddr = 24;
  // With waiting answers and a kept half.
  for (int i = 0; i < 3; ++i) step(true, true, true, false);
  ASSERT_FALSE(dut->s_axil_awready || dut->s_axil_wready || dut->s_axil_arready);
  ASSERT_TRUE(dut->s_axil_bvalid && dut->s_axil_rvalid);
  reset();
  writes = 0;
  for (int i = 0; i < 5; ++i) {
    step(false, false, false, true);
    EXPECT_FALSE(dut->s_axil_bvalid || dut->s_axil_rvalid);
  }
  dut->s_axil_awaddr = 32;
  dut->s_axil_wdata = 7;
  EXPECT_TRUE(step(true, false, false, true).address);
  EXPECT_EQ(writes, 0) << "no data was left over";
  EXPECT_TRUE(step(false, true, false, true).data);
  EXPECT_EQ(writes, 1);
  EXPECT_EQ(registers[32], 7u);
  moving = true;
  dut->s_axil_araddr = 28;
  const std::int64_t accepted = dut.cycles();
  EXPECT_TRUE(step(false, false, true, true).read);
  EXPECT_EQ(dut->s_axil_rdata, moving_value(24, accepted)) << "no half was kept";
}

INSTANTIATE_TEST_SUITE_P(Stalls, AxilPort, ::testing::ValuesIn(all_stalls), stall_label);

}  // namespace
}  // namespace stencil::test
