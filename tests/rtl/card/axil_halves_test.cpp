// axil_halves between a master of 32 bits and registers of 64: each word reaches its half, whatever waits for what.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "Vaxil_halves.h"
#include "tests/rtl/support/axil_master.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {
namespace {

// The registers: accept at random, answer at random, in order; reads and writes as they came.
class AxilHalvesOfACard : public ::testing::TestWithParam<Stall> {
 protected:
  AxilHalvesOfACard() : master(*dut, GetParam(), 91), dice(GetParam(), 92) {
    dut->m_axil_bvalid = dut->m_axil_rvalid = 0;
    dut->m_axil_awready = dut->m_axil_wready = dut->m_axil_arready = 0;
    dut.reset();
  }
  static std::uint64_t value_of(unsigned address, std::size_t number) {
    return (address / 8 * 0x9e3779b97f4a7c15u + number * 0xc2b2ae3d27d4eb4fu) | 1;
  }
  static unsigned response_of(std::size_t number) { return number % 3 == 0 ? 2 : 0; }

  void cycle() {
    master.drive();
    dut->m_axil_awready = dice.accept();
    dut->m_axil_wready = dice.accept();
    dut->m_axil_arready = dice.accept();
    if (!dut->m_axil_bvalid && answered_writes < writes() && dice.offer()) {
      dut->m_axil_bvalid = 1;
      drive(dut->m_axil_bresp, response_of(answered_writes));
    }
    if (!dut->m_axil_rvalid && answered_reads < reads.size() && dice.offer()) {
      dut->m_axil_rvalid = 1;
      drive(dut->m_axil_rresp, response_of(answered_reads));
      drive(dut->m_axil_rdata, value_of(reads[answered_reads], answered_reads));
    }
    dut.settle();
    expect_no_path_through();
    master.sample();
    if (dut->m_axil_awvalid && dut->m_axil_awready) addresses.push_back(dut->m_axil_awaddr);
    if (dut->m_axil_wvalid && dut->m_axil_wready) {
      ASSERT_LT(data.size(), addresses.size()) << "data went before their address";
      const unsigned strobes = dut->m_axil_wstrb;
      data.push_back({strobes, dut->m_axil_wdata});
    }
    if (dut->m_axil_arvalid && dut->m_axil_arready) reads.push_back(dut->m_axil_araddr);
    const bool b = dut->m_axil_bvalid && dut->m_axil_bready, r = dut->m_axil_rvalid && dut->m_axil_rready;
    dut.edge();
    master.settle();
    answered_writes += b;
    answered_reads += r;
    if (b) dut->m_axil_bvalid = 0;
    if (r) dut->m_axil_rvalid = 0;
  }
  // No output of a bus depends on an input of the same bus.
  void expect_no_path_through() {
    const auto master_sees = [&] {
      return std::make_tuple(dut->s_axil_awready, dut->s_axil_wready, dut->s_axil_bvalid, dut->s_axil_bresp,
                             dut->s_axil_arready, dut->s_axil_rvalid, dut->s_axil_rdata, dut->s_axil_rresp);
    };
    const auto before = master_sees();
    auto inputs = std::tie(dut->s_axil_awvalid, dut->s_axil_wvalid, dut->s_axil_bready, dut->s_axil_arvalid,
                           dut->s_axil_rready, dut->s_axil_awaddr, dut->s_axil_araddr);
    const std::tuple<CData, CData, CData, CData, CData, SData, SData> saved = inputs;
    for (CData* bit :
         {&dut->s_axil_awvalid, &dut->s_axil_wvalid, &dut->s_axil_bready, &dut->s_axil_arvalid, &dut->s_axil_rready})
      *bit ^= 1;
    dut->s_axil_awaddr ^= 4;
    dut->s_axil_araddr ^= 4;
    dut.settle();
    ASSERT_EQ(master_sees(), before) << "cycle " << dut.cycles();
    inputs = saved;
    dut.settle();
  }
  std::size_t writes() const { return data.size(); }

  Clocked<Vaxil_halves> dut;
  AxilMaster<Vaxil_halves> master;
  StallDice dice;
  std::vector<unsigned> addresses, reads;
  struct Data {
    unsigned strobes;
    std::uint64_t data;
  };
  std::vector<Data> data;
  std::size_t answered_writes = 0, answered_reads = 0;
};

std::string stall_name(const ::testing::TestParamInfo<Stall>& info) {
  const char* const names[] = {"NoStall", "SourceIdle", "SinkStall", "Both"};
  return names[static_cast<int>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Stalls, AxilHalvesOfACard, ::testing::ValuesIn(all_stalls), stall_name);

TEST_P(AxilHalvesOfACard, EachWordReachesItsHalf) {
  Random random(93);
  struct Access {
    unsigned address, strobes;
    std::uint64_t value;
  };
  std::vector<Access> written;
  std::vector<unsigned> read;
  for (int i = 0; i < 400; ++i) {
    written.push_back({static_cast<unsigned>(random.in(0, 4095)), static_cast<unsigned>(random.in(0, 15)),
                       random.word() & 0xffffffff});
    master.post_write(written.back().address, written.back().value, written.back().strobes);
    read.push_back(static_cast<unsigned>(random.in(0, 4095)));
    master.post_read(read.back());
  }
  while (!master.idle()) {
    ASSERT_LT(dut.cycles(), 40000) << "no end of waiting for answers";
    cycle();
  }
  ASSERT_EQ(writes(), written.size());
  ASSERT_EQ(reads, read);
  for (std::size_t i = 0; i < written.size(); ++i) {
    ASSERT_EQ(addresses[i] / 8, written[i].address / 8) << i;
    const unsigned shift = written[i].address & 4;
    ASSERT_EQ(data[i].strobes, written[i].strobes << shift) << i;
    ASSERT_EQ(data[i].data >> (8 * shift) & 0xffffffff, written[i].value) << i;
    ASSERT_EQ(master.write_answers()[i].response, response_of(i)) << i;
  }
  for (std::size_t i = 0; i < read.size(); ++i) {
    const std::uint64_t value = value_of(read[i], i);
    ASSERT_EQ(master.read_answers()[i].value, read[i] & 4 ? value >> 32 : value & 0xffffffff) << i;
    ASSERT_EQ(master.read_answers()[i].response, response_of(i)) << i;
  }
}

// A reset forgets an address whose data have not come, and a read that is not answered.
TEST_P(AxilHalvesOfACard, AResetForgetsWhatIsOpen) {
  dut->m_axil_awready = dut->m_axil_arready = 1;
  dut->s_axil_awvalid = dut->s_axil_arvalid = 1;
  dut.tick();
  dut->s_axil_awvalid = dut->s_axil_arvalid = 0;
  dut.settle();
  EXPECT_EQ(dut->s_axil_awready, 0);
  EXPECT_EQ(dut->s_axil_arready, 0);
  dut.reset();
  dut.settle();
  EXPECT_EQ(dut->s_axil_awready, 1);
  EXPECT_EQ(dut->s_axil_arready, 1);
  dut->s_axil_wvalid = 1;
  dut->m_axil_wready = 1;
  dut.settle();
  EXPECT_EQ(dut->m_axil_wvalid, 0) << "data of a write that was forgotten";
}

}  // namespace
}  // namespace stencil::test
