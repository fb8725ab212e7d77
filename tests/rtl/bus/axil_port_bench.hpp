// axil_port with registers; checks in every cycle that no output of the bus depends on an input of that cycle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "Vaxil_port.h"
#include "tests/rtl/support/axil_master.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

// Registers at multiples of 8; those at multiples of 64 do not exist, those at 8 more are read-only.
class AxilPortBench : public ::testing::TestWithParam<Stall> {
 protected:
  static constexpr unsigned okay = 0, slverr = 2;
  static bool exists(unsigned address) { return address % 64 != 0; }
  static bool writable(unsigned address) { return exists(address) && address % 64 != 8; }
  static std::uint64_t bits_of(unsigned halves) {
    return (halves & 1 ? 0xffffffffu : 0u) | (halves & 2 ? 0xffffffffu * (std::uint64_t{1} << 32) : 0u);
  }

  AxilPortBench() {
    dut->i_write_ok = dut->i_read_ok = dut->i_read_ready = 0;
    dut->i_read_data = 0;
    reset();
  }
  void reset() {
    master = std::make_unique<AxilMaster<Vaxil_port>>(*dut, GetParam(), 81);
    dut.reset();
  }
  void cycle() {
    master->drive();
    settle();
    master->sample();
    dut.edge();
    master->settle();
  }
  // Called when inputs have settled: plays the registers, and checks that ready depends on registers alone.
  void settle() {
    dut.settle();
    dut->i_write_ok = writable(dut->o_write_addr);
    dut->i_read_ok = exists(dut->o_read_addr);
    const bool slow = slow_until > 0 && dut->o_read_addr == slow_address;
    dut->i_read_ready = !slow || dut.cycles() >= slow_until;
    dut->i_read_data = moving ? moving_value(dut->o_read_addr, dut.cycles())
                       : slow ? static_cast<std::uint64_t>(dut.cycles())
                              : registers[dut->o_read_addr];
    // Without a read the registers show anything.
    if (!dut->o_read) {
      dut->i_read_data = other.word();
      dut->i_read_ok = other.one_in(2);
    }
    dut.settle();
    expect_no_path_through();
    ASSERT_EQ(dut->o_write_addr % 8, 0);
    ASSERT_EQ(dut->o_read_addr % 8, 0);
    if (!dut->o_write) return;
    ++writes;
    last_write_cycle = dut.cycles();
    const std::uint64_t mask = bits_of(dut->o_write_halves);
    std::uint64_t& target = registers[dut->o_write_addr];
    if (dut->i_write_ok) target = (target & ~mask) | (dut->o_write_data & mask);
  }
  // A register that changes in every cycle: its low half is the number of the cycle.
  static std::uint64_t moving_value(unsigned address, std::int64_t cycle) {
    const auto low = static_cast<std::uint32_t>(cycle);
    const std::uint32_t high = (low + address) * 2654435761u;
    return std::uint64_t{high} << 32 | low;
  }

  Clocked<Vaxil_port> dut;
  std::unique_ptr<AxilMaster<Vaxil_port>> master;
  std::map<unsigned, std::uint64_t> registers;
  int writes = 0;
  std::int64_t last_write_cycle = 0;
  bool moving = false;  // all registers
  // Unless 0: a register that is not ready before this cycle and reads as the cycle in which the read is accepted.
  std::int64_t slow_until = 0;
  static constexpr unsigned slow_address = 4096 - 8;

 private:
  auto outputs() {
    return std::make_tuple(dut->s_axil_awready, dut->s_axil_wready, dut->s_axil_bresp, dut->s_axil_bvalid,
                           dut->s_axil_arready, dut->s_axil_rdata, dut->s_axil_rresp, dut->s_axil_rvalid);
  }
  auto inputs() {
    return std::tie(dut->s_axil_awaddr, dut->s_axil_awvalid, dut->s_axil_wdata, dut->s_axil_wstrb, dut->s_axil_wvalid,
                    dut->s_axil_bready, dut->s_axil_araddr, dut->s_axil_arvalid, dut->s_axil_rready, dut->i_write_ok,
                    dut->i_read_ok, dut->i_read_ready, dut->i_read_data);
  }
  void expect_no_path_through() {
    const auto before = outputs();
    const std::tuple<SData, CData, QData, CData, CData, CData, SData, CData, CData, CData, CData, CData, QData> saved =
        inputs();
    for (int i = 0; i < 2; ++i) {
      dut->s_axil_awaddr = static_cast<SData>(other.in(0, 4095));
      dut->s_axil_araddr = static_cast<SData>(other.in(0, 4095));
      dut->s_axil_wdata = other.word();
      dut->s_axil_wstrb = static_cast<CData>(other.in(0, 255));
      dut->i_read_data = other.word();
      for (CData* bit : {&dut->s_axil_awvalid, &dut->s_axil_wvalid, &dut->s_axil_bready, &dut->s_axil_arvalid,
                         &dut->s_axil_rready, &dut->i_write_ok, &dut->i_read_ok, &dut->i_read_ready})
        *bit = other.one_in(2);
      dut.settle();
      ASSERT_EQ(outputs(), before) << "an output depends on an input of the same cycle, cycle " << dut.cycles();
    }
    inputs() = saved;
    dut.settle();
  }

  Random other{86};
};

inline std::string stall_label(const ::testing::TestParamInfo<Stall>& info) {
  const char* const labels[] = {"NoStall", "SourceIdle", "SinkStall", "Both"};
  return labels[static_cast<int>(info.param)];
}

}  // namespace stencil::test
