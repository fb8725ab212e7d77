// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "Vaxil_port.h"
#include "tests/rtl/support/axil_master.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::axil_port_test {
namespace {

constexpr unsigned okay = 0, slverr = 2;

// Behind the port: registers at multiples of 8; those at multiples of 64 do not exist, those at 8 more are read-only.
class AxilPort : public ::testing::TestWithParam<Stall> {
 protected:
  static bool exists(unsigned address) { return address % 64 != 0; }
  static bool writable(unsigned address) { return exists(address) && address % 64 != 8; }

  AxilPort() : master(*dut, GetParam(), 81) {
    dut->i_write_ok = dut->i_read_ok = dut->i_read_ready = 0;
    dut->i_read_data = 0;
    dut.reset();
  }
  void cycle() {
    master.drive();
    dut.settle();
    dut->i_write_ok = writable(dut->o_write_addr);
    dut->i_read_ok = exists(dut->o_read_addr);
    const bool slow = slow_until > 0 && dut->o_read_addr == slow_address;
    dut->i_read_ready = !slow || dut.cycles() >= slow_until;
    dut->i_read_data = slow ? static_cast<std::uint64_t>(dut.cycles()) : registers[dut->o_read_addr];
    dut.settle();
    master.sample();
    if (dut->o_write) {
      ++writes;
      if (dut->i_write_ok) registers[dut->o_write_addr] = dut->o_write_data;
    }
    dut.edge();
    master.settle();
  }

  Clocked<Vaxil_port> dut;
  AxilMaster<Vaxil_port> master;
  std::map<unsigned, std::uint64_t> registers;
  int writes = 0;
  // Unless 0: a register that is not ready before, and reads as the cycle in which the read is accepted.
  std::int64_t slow_until = 0;
  static constexpr unsigned slow_address = 4096 - 8;
};

TEST_P(AxilPort, WritesOnceAndOnlyWholeWords) {
  Random random(82);
  std::map<unsigned, std::uint64_t> expected;
  std::vector<unsigned> responses;
  int whole_writes = 0;
  for (int i = 0; i < 400; ++i) {
    const auto address = static_cast<unsigned>(8 * random.in(0, 511));
    const std::uint64_t value = random.word();
    const auto strobes = static_cast<unsigned>(random.one_in(3) ? random.in(0, 255) : 255);
    master.post_write(address, value, strobes);
    whole_writes += strobes == 255;
    responses.push_back(strobes == 255 && writable(address) ? okay : slverr);
    if (responses.back() == okay) expected[address] = value;
  }
  while (!master.idle()) {
    ASSERT_LT(dut.cycles(), 20000);
    cycle();
  }
  for (std::size_t i = 0; i < responses.size(); ++i) ASSERT_EQ(master.write_answers()[i].response, responses[i]) << i;
  EXPECT_EQ(writes, whole_writes);
  for (const auto& [address, value] : expected) ASSERT_EQ(registers[address], value) << "register " << address;
}

TEST_P(AxilPort, ReadsShowTheRegister) {
  Random random(83);
  std::vector<unsigned> addresses;
  for (unsigned address = 0; address < 4096; address += 8) registers[address] = random.word();
  for (int i = 0; i < 400; ++i) {
    addresses.push_back(static_cast<unsigned>(8 * random.in(0, 511)));
    master.post_read(addresses.back());
  }
  while (!master.idle()) {
    ASSERT_LT(dut.cycles(), 20000);
    cycle();
  }
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    ASSERT_EQ(master.read_answers()[i].response, exists(addresses[i]) ? okay : slverr) << i;
    ASSERT_EQ(master.read_answers()[i].value, registers[addresses[i]]) << i;
  }
  if (GetParam() == Stall::none) {
    EXPECT_EQ(dut.cycles(), 4 + 400 + 1) << "one access a cycle, each answered in the next";
  }
}

TEST_P(AxilPort, ReadsAndWritesTogether) {
  Random random(84);
  for (int i = 0; i < 300; ++i) {
    master.post_write(static_cast<unsigned>(16 + 64 * random.in(0, 7)), random.word());
    master.post_read(static_cast<unsigned>(24 + 64 * random.in(0, 7)));
  }
  while (!master.idle()) {
    ASSERT_LT(dut.cycles(), 20000);
    cycle();
  }
  for (const auto& answer : master.write_answers()) ASSERT_EQ(answer.response, okay);
  for (const auto& answer : master.read_answers()) ASSERT_EQ(answer.response, okay);
}

// Writes go on meanwhile, the reads behind it wait with it.
TEST_P(AxilPort, AReadWaitsUntilItsRegisterIsReady) {
  registers[24] = 7;
  std::size_t reads = 0, writes_before = 0;
  for (int round = 0; round < 40; ++round) {
    slow_until = dut.cycles() + 3 * round;
    writes_before = master.write_answers().size();
    master.post_read(slow_address);
    master.post_read(24);
    if (round % 2) master.post_write(16, static_cast<std::uint64_t>(round));
    const std::int64_t began = dut.cycles();
    while (master.read_answers().size() == reads) {
      ASSERT_LT(dut.cycles(), began + 1000);
      cycle();
    }
    const auto accepted = static_cast<std::int64_t>(master.read_answers()[reads].value);
    EXPECT_GE(accepted, slow_until);
    if (GetParam() == Stall::none) {
      EXPECT_EQ(accepted, std::max(slow_until, began));
      EXPECT_EQ(dut.cycles(), accepted + 2) << "answered in the next cycle";
      EXPECT_EQ(master.write_answers().size(), writes_before + (round % 2)) << "a write waits for no read";
    }
    while (!master.idle()) cycle();
    EXPECT_EQ(master.read_answers()[reads + 1].value, 7u);
    EXPECT_EQ(registers[16], static_cast<std::uint64_t>(round > 0 ? round - (round % 2 == 0) : 0));
    reads += 2;
  }
}

std::string stall_label(const ::testing::TestParamInfo<Stall>& info) {
  const char* const labels[] = {"NoStall", "SourceIdle", "SinkStall", "Both"};
  return labels[static_cast<int>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Stalls, AxilPort, ::testing::ValuesIn(all_stalls), stall_label);

}  // namespace
}  // namespace stencil::test::axil_port_test
