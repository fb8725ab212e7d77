// The register map; the bench drives everything around it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "Vregisters.h"
#include "sim/device/contract/contract.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

using namespace stencil::contract;

inline const std::set<unsigned> job_registers = {REG_COLS, REG_NITER, REG_RDX2,      REG_RDY2,
                                                 REG_BETA, REG_TILE,  REG_TILE_ROWS, REG_TILE_COLS};

class RegistersBench : public ::testing::Test {
 protected:
  RegistersBench() {
    dut->i_write = dut->i_busy = dut->i_queue_full = dut->i_finished = dut->i_refuse = dut->i_data_error = 0;
    dut->i_read = dut->i_held_error = 0;
    dut->i_refuse_error = 0;
    dut->i_settling = 0;
    dut->i_change = change;
    dut->i_counter = 0;
    dut->i_counter_here = 0;
    dut.reset();
  }

  // Whether the port may answer OKAY.
  bool write(unsigned address, std::uint64_t value, unsigned halves = 3) {
    dut->i_write = 1;
    drive(dut->i_write_halves, halves);
    drive(dut->i_write_addr, address);
    dut->i_write_data = value;
    dut.settle();
    const bool ok = dut->o_write_ok;
    pushed = dut->o_push;
    command = dut->o_command;
    cleared = dut->o_clear;
    change_cleared = dut->o_clear_change;
    job_written = dut->o_job_written;
    niter_written = dut->o_niter_written;
    dut.edge();
    dut->i_write = 0;
    return ok;
  }
  bool can_read(unsigned address) {
    dut->i_read = 1;
    drive(dut->i_read_addr, address);
    const auto counter = counters.find(address);
    dut->i_counter_here = counter != counters.end();
    dut->i_counter = dut->i_counter_here ? counter->second : 0;
    dut.settle();
    return dut->o_read_ok;
  }
  std::uint64_t read(unsigned address) {
    EXPECT_TRUE(can_read(address)) << "register " << address;
    return dut->o_read_data;
  }
  void pulse(CData& input) {
    input = 1;
    dut.tick();
    input = 0;
  }

  Clocked<Vregisters> dut;
  static constexpr std::uint64_t change = 0x3ff123456789abcd;
  bool pushed = false, cleared = false, change_cleared = false, job_written = false, niter_written = false;
  std::uint64_t command = 0;
  std::map<unsigned, std::uint64_t> counters;  // what perf_counters would answer
};

class Registers : public RegistersBench {};

}  // namespace stencil::test
