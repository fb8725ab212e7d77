// Events of STATUS and ERROR that meet in one cycle: all of them, in every combination.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/control/registers_bench.hpp"

namespace stencil::test {
namespace {

class RegistersErrors : public RegistersBench {};

// Holds C6.12, C6.28.
TEST_F(RegistersErrors, TheFirstInTheOrderOfTheContractCounts) {
  for (unsigned events = 0; events < 16; ++events) {
    const bool refuse = events & 1, early = events & 2, data = events & 4, held = events & 8;
    for (const unsigned before : {ERROR_NONE, ERROR_COLS}) {
      SCOPED_TRACE(::testing::Message() << "events " << events << ", error " << before << " before");
      dut.reset();
      drive(dut->i_refuse_error, before);
      if (before != ERROR_NONE) pulse(dut->i_refuse);
      drive(dut->i_refuse_error, ERROR_FIT);
      dut->i_refuse = refuse;
      dut->i_data_error = data;
      dut->i_held_error = held;
      dut->i_busy = 1;
      // A write of a job register while busy, or a write that is no error.
      write(early ? REG_COLS : REG_MODE, 0);
      dut->i_refuse = dut->i_data_error = dut->i_held_error = dut->i_busy = 0;
      const unsigned first = refuse  ? ERROR_FIT
                             : early ? ERROR_BUSY
                             : data  ? ERROR_DATA
                             : held  ? ERROR_HELD
                                     : ERROR_NONE;
      const unsigned expected = before != ERROR_NONE ? before : first;
      EXPECT_EQ(read(REG_ERROR), expected);
      EXPECT_EQ(read(REG_STATUS), expected != ERROR_NONE ? status_failed : 0);
    }
  }
}

// An error in the cycle that clears the previous one is not lost; without a new error both are clear.
// Holds C6.10.
TEST_F(RegistersErrors, ASetWinsOverAClear) {
  for (unsigned events = 0; events < 8; ++events) {
    const bool refuse = events & 1, data = events & 2, held = events & 4;
    SCOPED_TRACE(::testing::Message() << "events " << events);
    dut.reset();
    drive(dut->i_refuse_error, ERROR_ROWS);
    pulse(dut->i_refuse);
    drive(dut->i_refuse_error, ERROR_FIT);
    dut->i_refuse = refuse;
    dut->i_data_error = data;
    dut->i_held_error = held;
    EXPECT_TRUE(write(REG_STATUS, status_failed));
    dut->i_refuse = dut->i_data_error = dut->i_held_error = 0;
    const unsigned expected = refuse ? ERROR_FIT : data ? ERROR_DATA : held ? ERROR_HELD : ERROR_NONE;
    EXPECT_EQ(read(REG_ERROR), expected);
    EXPECT_EQ(read(REG_STATUS), expected != ERROR_NONE ? status_failed : 0);
  }
}

// done after events in one cycle: a command queued, a command finished, a clear.
// Holds C6.10, C6.11.
TEST_F(RegistersErrors, DoneByWhatMeets) {
  for (unsigned events = 0; events < 8; ++events)
    for (const bool before : {false, true}) {
      const bool queued = events & 1, finished = events & 2, clear = events & 4;
      if (queued && clear) continue;  // one write per cycle
      SCOPED_TRACE(::testing::Message() << "events " << events << ", done " << before << " before");
      dut.reset();
      if (before) pulse(dut->i_finished);
      dut->i_finished = finished;
      if (queued)
        write(REG_COMMAND, 1);
      else if (clear)
        write(REG_STATUS, status_done);
      else
        dut.tick();
      dut->i_finished = 0;
      const bool expected = !queued && (finished || (before && !clear));
      EXPECT_EQ(read(REG_STATUS), expected ? status_done : 0);
    }
}

}  // namespace
}  // namespace stencil::test
