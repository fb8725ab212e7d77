// control with the engine and the data port played by hand, its registers through AXI4-Lite.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "Vcontrol.h"
#include "sim/device/contract/contract.hpp"
#include "tests/rtl/support/axi.hpp"
#include "tests/rtl/support/axil_master.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

using namespace stencil::contract;

// The value of COMMAND for these rows and buffers, and the buffers as a mask, bits of r above those of f.
struct ControlCommand {
  std::uint64_t rows = 5;
  unsigned f_buffer = 0, r_buffer = 0;

  std::uint64_t word() const {
    return rows | std::uint64_t{f_buffer} << command_f_buffer_bit | std::uint64_t{r_buffer} << command_r_buffer_bit;
  }
  unsigned buffers() const { return 1u << f_buffer | 16u << r_buffer; }
};

class ControlBench : public ::testing::Test {
 protected:
  // As in CMakeLists.txt of this folder.
  static constexpr std::int64_t memory_words = 1000, max_cols = 50, pes = 4;

  ControlBench() : master(*dut, Stall::none, 151) {
    dut->i_take = dut->i_engine_busy = dut->i_stall = dut->i_fill = dut->i_finished = 0;
    dut->i_change = 0;
    for (auto& word : dut->i_formula.m_storage) word = 0;  // it reads no r
    dut->i_change_settling = dut->i_touched = dut->i_data_error = dut->i_held_error = 0;
    dut->i_write_outstanding = dut->i_read_outstanding = dut->i_write_busy = dut->i_read_busy = 0;
    dut->i_load_beat = dut->i_store_beat = 0;
    dut.reset(8);
  }
  // The first half of a cycle: inputs are driven, outputs have settled.
  void begin_cycle() {
    master.drive();
    dut.settle();
    master.sample();
  }
  void end_cycle() {
    dut.edge();
    master.settle();
  }
  void cycle() {
    begin_cycle();
    end_cycle();
  }
  void cycles(int count) {
    for (int i = 0; i < count; ++i) cycle();
  }
  void run_until(const std::function<bool()>& done, const char* what, int limit_cycles = 500) {
    for (int i = 0; !done(); ++i) {
      if (i > limit_cycles) throw std::runtime_error(std::string("no end of waiting for ") + what);
      cycle();
    }
  }
  unsigned write(unsigned address, std::uint64_t value) {
    master.post_write(address, value);
    run_until([&] { return master.idle(); }, "a register write");
    return master.write_answers().back().response;
  }
  void must_write(unsigned address, std::uint64_t value) { ASSERT_EQ(write(address, value), axi_okay) << address; }
  std::uint64_t read(unsigned address) {
    master.post_read(address);
    run_until([&] { return master.idle(); }, "a register read");
    EXPECT_EQ(master.read_answers().back().response, axi_okay) << address;
    return master.read_answers().back().value;
  }
  // Writes a job and waits for its plan.
  void job(std::uint64_t cols = 3, std::uint64_t niter = 2) {
    must_write(REG_COLS, cols);
    must_write(REG_NITER, niter);
    cycles(70);
  }
  // Queues a command; returns in the cycle after the one in which it was accepted.
  void post(const ControlCommand& command) {
    master.post_write(REG_COMMAND, command.word());
    cycle();
  }
  bool offered() {
    begin_cycle();
    return dut->o_command;
  }
  // The engine takes the command offered in this cycle.
  void take() {
    begin_cycle();
    ASSERT_TRUE(dut->o_command);
    dut->i_take = 1;
    dut.settle();
    end_cycle();
    dut->i_take = 0;
  }
  void finish() {
    dut->i_finished = 1;
    cycle();
    dut->i_finished = 0;
  }

  Clocked<Vcontrol> dut;
  AxilMaster<Vcontrol> master;
};

}  // namespace stencil::test
