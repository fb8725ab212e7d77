// The register map: when a register may be written or cleared, status, errors and the interrupt.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/control/registers_bench.hpp"

namespace stencil::test {
namespace {

// Holds C6.27, C6.44, C8.39.
TEST_F(Registers, TheJobRefusesWritesWhileBusy) {
  for (const unsigned address : job_registers) EXPECT_TRUE(write(address, 7));
  dut->i_busy = 1;
  for (const unsigned address : job_registers) {
    EXPECT_FALSE(write(address, 8)) << "register " << address;
    EXPECT_EQ(read(address), 7u) << "register " << address;
    EXPECT_FALSE(niter_written || job_written);
    EXPECT_EQ(read(REG_ERROR), ERROR_BUSY);
    EXPECT_EQ(read(REG_STATUS), status_busy | status_failed);
    EXPECT_TRUE(write(REG_STATUS, status_failed));
    EXPECT_EQ(read(REG_STATUS), status_busy);
    EXPECT_EQ(read(REG_ERROR), ERROR_NONE);
  }
}

// A read of CHANGE waits while it settles; no other read does.
// Holds C6.39, C6.47, C8.27, C8.39.
TEST_F(Registers, ChangeIsClearedWhileIdleAndReadWhenItIsComplete) {
  EXPECT_EQ(read(REG_CHANGE), change);
  EXPECT_TRUE(write(REG_CHANGE, 0x123));
  EXPECT_TRUE(change_cleared);
  EXPECT_FALSE(job_written);
  dut->i_busy = 1;
  EXPECT_FALSE(write(REG_CHANGE, 0));
  EXPECT_FALSE(change_cleared);
  EXPECT_EQ(read(REG_ERROR), ERROR_BUSY);
  EXPECT_EQ(read(REG_CHANGE), change) << "it may be read while busy";
  for (const bool settling : {true, false}) {
    dut->i_settling = settling;
    for (unsigned address = 0; address < 4096; ++address) {
      can_read(address);
      ASSERT_EQ(dut->o_read_ready, !(settling && address == REG_CHANGE)) << "register " << address;
    }
  }
}

// Its last points may be on their way.
// Holds C8.22.
TEST_F(Registers, ChangeIsClearedWhileItSettlesToo) {
  dut->i_settling = 1;
  EXPECT_TRUE(write(REG_CHANGE, 0));
  EXPECT_TRUE(change_cleared);
}

// Holds C6.13, C6.30, C6.48, C8.39.
TEST_F(Registers, ACommandIsQueuedWhileThereIsRoom) {
  const std::uint64_t word = 0x123456789abcdef0;
  dut->i_busy = 1;
  EXPECT_TRUE(write(REG_COMMAND, word));
  EXPECT_TRUE(pushed);
  EXPECT_EQ(command, word & 0x3ffffffffff);
  EXPECT_EQ(read(REG_ERROR), ERROR_NONE);
  dut->i_queue_full = 1;
  EXPECT_FALSE(write(REG_COMMAND, word));
  EXPECT_FALSE(pushed);
  EXPECT_EQ(read(REG_ERROR), ERROR_BUSY);
  EXPECT_EQ(read(REG_COMMAND), 0u);
}

// Holds C6.26.
TEST_F(Registers, CountersAreClearedAtAnyTime) {
  dut->i_busy = dut->i_queue_full = 1;
  EXPECT_TRUE(write(REG_CONTROL, control_clear_counters));
  EXPECT_TRUE(cleared);
  EXPECT_FALSE(pushed);
  EXPECT_TRUE(write(REG_CONTROL, ~control_clear_counters));
  EXPECT_FALSE(cleared);
  EXPECT_EQ(read(REG_CONTROL), 0u);
  EXPECT_EQ(read(REG_ERROR), ERROR_NONE);
}

// Holds C6.10, C6.11, C6.27.
TEST_F(Registers, DoneStaysUntilClearedOrACommandIsQueued) {
  pulse(dut->i_finished);
  EXPECT_EQ(read(REG_STATUS), status_done);
  EXPECT_TRUE(write(REG_STATUS, status_busy | status_failed));
  EXPECT_EQ(read(REG_STATUS), status_done) << "zeros and other bits leave it";
  EXPECT_TRUE(write(REG_STATUS, status_done));
  EXPECT_EQ(read(REG_STATUS), 0u);
  pulse(dut->i_finished);
  dut->i_queue_full = 1;
  EXPECT_FALSE(write(REG_COMMAND, 1));
  EXPECT_EQ(read(REG_STATUS), status_done | status_failed) << "a command that is dropped does not clear it";
  EXPECT_TRUE(write(REG_STATUS, status_failed));
  dut->i_queue_full = 0;
  EXPECT_TRUE(write(REG_COMMAND, 1));
  EXPECT_EQ(read(REG_STATUS), 0u);
  dut->i_finished = 1;
  EXPECT_TRUE(write(REG_STATUS, status_done));
  EXPECT_EQ(read(REG_STATUS), status_done) << "the event wins over the clearing in the same cycle";
  EXPECT_TRUE(write(REG_COMMAND, 1));
  EXPECT_EQ(read(REG_STATUS), 0u) << "but not over a command that is queued: not all is done";
  // A dropped command, or half of one, does not clear done.
  dut->i_queue_full = 1;
  EXPECT_FALSE(write(REG_COMMAND, 1));
  EXPECT_EQ(read(REG_STATUS), status_done | status_failed);
  dut->i_queue_full = 0;
  EXPECT_TRUE(write(REG_STATUS, status_done | status_failed));
  EXPECT_TRUE(write(REG_COMMAND, 1, 1));
  dut->i_finished = 0;
  EXPECT_EQ(read(REG_STATUS), status_done);
}

// Holds C6.10, C6.28.
TEST_F(Registers, TheFirstErrorIsKept) {
  const auto refuse = [&](unsigned code) {
    drive(dut->i_refuse_error, code);
    pulse(dut->i_refuse);
  };
  refuse(ERROR_COLS);
  refuse(ERROR_ROWS);
  pulse(dut->i_data_error);
  EXPECT_EQ(read(REG_ERROR), ERROR_COLS);
  EXPECT_EQ(read(REG_STATUS), status_failed);
  EXPECT_TRUE(write(REG_STATUS, status_busy | status_done));
  EXPECT_EQ(read(REG_ERROR), ERROR_COLS);
  EXPECT_TRUE(write(REG_COMMAND, 1));
  EXPECT_EQ(read(REG_ERROR), ERROR_COLS) << "a command does not hide an error";
  EXPECT_TRUE(write(REG_STATUS, status_failed));
  EXPECT_EQ(read(REG_ERROR), ERROR_NONE);
  EXPECT_EQ(read(REG_STATUS), 0u);
  pulse(dut->i_data_error);
  EXPECT_EQ(read(REG_ERROR), ERROR_DATA);
  // A new error in the cycle that clears the old one is not lost.
  dut->i_refuse = 1;
  drive(dut->i_refuse_error, ERROR_FIT);
  EXPECT_TRUE(write(REG_STATUS, status_failed));
  dut->i_refuse = 0;
  EXPECT_EQ(read(REG_ERROR), ERROR_FIT);
  EXPECT_EQ(read(REG_STATUS), status_failed);
}

// Holds C2.7, C6.29.
TEST_F(Registers, InterruptFollowsDoneAndFailedWhileEnabled) {
  const auto irq = [&] {
    dut.settle();
    return static_cast<bool>(dut->o_irq);
  };
  pulse(dut->i_finished);
  EXPECT_FALSE(irq());
  EXPECT_TRUE(write(REG_MODE, ~mode_no_hold));
  EXPECT_EQ(read(REG_MODE), mode_interrupt);
  EXPECT_TRUE(irq());
  dut->i_busy = 1;
  EXPECT_FALSE(irq()) << "one command is done, another is not";
  dut->i_busy = 0;
  EXPECT_TRUE(irq());
  EXPECT_TRUE(write(REG_STATUS, status_done));
  EXPECT_FALSE(irq());
  pulse(dut->i_data_error);
  EXPECT_TRUE(irq());
  dut->i_busy = 1;
  EXPECT_TRUE(irq()) << "an error waits for nothing";
  EXPECT_TRUE(write(REG_MODE, mode_no_hold));
  EXPECT_FALSE(irq());
}

}  // namespace
}  // namespace stencil::test
