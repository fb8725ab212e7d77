// When control offers a command to the engine, when it refuses one, and which buffers it holds against bursts.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/control/control_bench.hpp"

namespace stencil::test {
namespace {

class Control : public ControlBench {
 protected:
  // Ends this cycle and the following ones without a command offered.
  void expect_none_offered(int count) {
    for (int i = 0; i < count; ++i) {
      ASSERT_FALSE(offered()) << i;
      end_cycle();
    }
  }
  void expect_offered() {
    ASSERT_TRUE(offered());
    end_cycle();
  }
};

// Holds C6.27, C6.30.
TEST_F(Control, OffersACommandThreeCyclesAfterItIsWritten) {
  job();
  post({7, 2, 1});
  expect_none_offered(2);
  for (int i = 0; i < 20; ++i) {
    expect_offered();  // until it is taken
    EXPECT_EQ(dut->o_rows, 7);
    EXPECT_EQ(dut->o_words, 21);
    EXPECT_EQ(dut->o_f_buffer, 2);
    EXPECT_EQ(dut->o_r_buffer, 1);
    EXPECT_FALSE(dut->o_above || dut->o_below);
  }
  take();
  expect_none_offered(20);
  EXPECT_EQ(read(REG_STATUS), status_busy);
  finish();
  EXPECT_EQ(read(REG_STATUS), status_done);
}

// A burst that has begun on one of its buffers is enough, in either bank; bursts on all other buffers are not.
// Holds C5.3.
TEST_F(Control, ACommandWaitsForBurstsOnItsBuffersAlone) {
  job();
  for (unsigned f = 0; f < 3; ++f)
    for (unsigned r = 0; r < 2; ++r) {
      const ControlCommand command{5, f, r};
      SCOPED_TRACE(::testing::Message() << "buffers " << f << ", " << r);
      for (unsigned bit = 0; bit < 8; ++bit) {
        dut->i_touched = static_cast<CData>(1u << bit);
        post(command);
        cycles(2);
        const bool its_own = command.buffers() >> bit & 1;
        for (int i = 0; i < 10; ++i) {
          ASSERT_EQ(offered(), !its_own) << "a burst on buffer " << bit;
          end_cycle();
        }
        dut->i_touched = static_cast<CData>(~command.buffers());
        take();  // in the cycle after the burst's last beat
        finish();
      }
    }
}

// Sweeps by a formula that reads no r: the r buffer of their command is neither held nor waited for.
// Holds C5.9.
TEST_F(Control, SweepsWithoutRUseNoRBuffer) {
  constexpr std::uint64_t formula = 16;
  must_write(REG_TILE, formula);
  job();
  const ControlCommand command{5, 1, 1};
  constexpr unsigned f1 = 2, r1 = 32;
  dut->i_touched = r1;
  post(command);
  cycles(2);
  EXPECT_EQ(dut->o_held, f1);
  take();
  EXPECT_EQ(dut->o_held, f1);
  post({5, 0, 1});  // shares r alone with the one in flight
  cycles(2);
  take();
  finish();
  finish();
  must_write(REG_TILE, 0);
  post(command);
  EXPECT_EQ(dut->o_held, f1 | r1);
  expect_none_offered(10);
}

// Holds C5.4.
TEST_F(Control, ACommandWaitsForThoseInFlightThatShareABuffer) {
  job();
  for (const ControlCommand& second :
       {ControlCommand{5, 0, 0}, ControlCommand{5, 0, 1}, ControlCommand{5, 1, 0}, ControlCommand{5, 1, 1}}) {
    post({6, 0, 0});
    cycles(2);
    take();
    post(second);
    cycles(2);
    const bool shares = second.f_buffer == 0 || second.r_buffer == 0;
    for (int i = 0; i < 20; ++i) {
      ASSERT_EQ(offered(), !shares);
      end_cycle();
    }
    finish();
    take();  // in the cycle after the other has finished at the latest
    finish();
    EXPECT_EQ(read(REG_STATUS), status_done);
  }
}

// Held from the cycle after a command was written to the cycle of its end.
// Holds C5.1.
TEST_F(Control, HoldsTheBuffersOfWhatIsQueuedOrInFlight) {
  job();
  const auto held = [&] {
    begin_cycle();
    const unsigned now = dut->o_held;
    end_cycle();
    return now;
  };
  EXPECT_EQ(held(), 0u);
  const ControlCommand first{5, 0, 0}, second{5, 1, 1}, third{5, 2, 0};
  post(first);
  EXPECT_EQ(held(), first.buffers());
  cycles(1);
  take();
  EXPECT_EQ(held(), first.buffers());
  post(second);
  EXPECT_EQ(held(), first.buffers() | second.buffers());
  post(third);
  EXPECT_EQ(held(), first.buffers() | second.buffers() | third.buffers());
  take();
  EXPECT_EQ(held(), first.buffers() | second.buffers() | third.buffers());
  dut->i_finished = 1;
  EXPECT_EQ(held(), first.buffers() | second.buffers() | third.buffers());
  dut->i_finished = 0;
  EXPECT_EQ(held(), second.buffers() | third.buffers());
  run_until([&] { return dut->o_command; }, "the third");
  take();
  finish();
  EXPECT_EQ(held(), third.buffers());
  finish();
  EXPECT_EQ(held(), 0u);
}

// Held for a refused command until it is dropped, three cycles after its write; the next command comes three later.
// Holds C2.7, C5.8, C8.28, C8.30.
TEST_F(Control, DropsAnIllegalCommandAndGoesOn) {
  job();
  must_write(REG_MODE, mode_interrupt);
  master.post_write(REG_COMMAND, ControlCommand{0, 3, 1}.word());
  master.post_write(REG_COMMAND, ControlCommand{5, 1, 0}.word());
  cycle();
  const unsigned both = ControlCommand{0, 3, 1}.buffers() | ControlCommand{5, 1, 0}.buffers();
  for (int i = 0; i < 3; ++i) {
    ASSERT_FALSE(offered());
    EXPECT_EQ(dut->o_held, i == 0 ? ControlCommand({0, 3, 1}).buffers() : both);
    EXPECT_FALSE(dut->o_irq);
    end_cycle();
  }
  for (int i = 0; i < 2; ++i) {
    ASSERT_FALSE(offered());
    EXPECT_EQ(dut->o_held, ControlCommand({5, 1, 0}).buffers());
    EXPECT_TRUE(dut->o_irq);
    end_cycle();
  }
  take();
  EXPECT_EQ(read(REG_ERROR), ERROR_ROWS);
  EXPECT_EQ(read(REG_STATUS), status_busy | status_failed);
  finish();
  EXPECT_EQ(read(REG_STATUS), status_done | status_failed);
}

// Holds C6.48, C8.39.
TEST_F(Control, AFullQueueRefusesEvenWhenACommandLeavesIt) {
  job();
  for (int i = 0; i < 2; ++i) post({5, 0, 0});
  cycles(5);
  master.post_write(REG_COMMAND, ControlCommand{9, 1, 1}.word());
  take();  // in the cycle in which the third comes
  cycles(5);
  EXPECT_EQ(master.write_answers().back().response, axi_slverr);
  EXPECT_EQ(read(REG_ERROR), ERROR_BUSY);
  EXPECT_EQ(write(REG_COMMAND, ControlCommand{9, 1, 1}.word()), axi_okay) << "there is room now";
  finish();
  cycles(3);
  take();
  EXPECT_EQ(dut->o_rows, 9) << "the second of the first two was next";
  finish();
}

// COMMAND in the cycle in which the last command finishes: done needs all queued commands to be finished.
// Holds C2.7, C6.11, C6.37.
TEST_F(Control, ACommandThatMeetsTheEndOfAnotherClearsDone) {
  job();
  must_write(REG_MODE, mode_interrupt);
  post({5, 0, 0});
  cycles(2);
  take();
  master.post_write(REG_COMMAND, ControlCommand{6, 1, 1}.word());
  finish();
  for (int i = 0; i < 10; ++i) {
    begin_cycle();
    EXPECT_FALSE(dut->o_irq);
    end_cycle();
  }
  EXPECT_EQ(read(REG_STATUS), status_busy);
  EXPECT_EQ(read(REG_COMMANDS), 1u);
  take();
  finish();
  EXPECT_EQ(read(REG_STATUS), status_done);
  EXPECT_EQ(read(REG_COMMANDS), 2u);
}

// The plan of NITER comes first; SETTLE_CYCLES after the write of any NITER there is nothing left to wait for.
// Holds C6.22.
TEST_F(Control, ACommandWaitsForThePlan) {
  const std::uint64_t settle = read(REG_SETTLE_CYCLES);
  for (const std::uint64_t niter : {std::uint64_t{1}, std::uint64_t{300}, std::uint64_t{0xffffffff}}) {
    must_write(REG_COLS, 3);
    must_write(REG_NITER, niter);
    for (std::uint64_t i = 1; i < settle; ++i) cycle();
    post({5, 0, 0});
    expect_none_offered(2);
    take();
    EXPECT_EQ(dut->o_passes, (niter + pes - 1) / pes);
    finish();
    master.post_write(REG_NITER, niter);
    cycle();
    post({5, 0, 0});
    // Accepted in cycle 0; 22 or 70 cycles from there by the latency table. This is cycle 2.
    expect_none_offered(niter > 255 ? 68 : 20);
    take();
    finish();
  }
}

// Holds C2.1.
TEST_F(Control, ResetForgetsCommandsAndWhoHasWhat) {
  job();
  for (const ControlCommand& command : {ControlCommand{5, 0, 0}, ControlCommand{5, 1, 1}, ControlCommand{5, 2, 0}}) {
    post(command);
    cycles(3);
    if (command.f_buffer < 2) take();
  }
  dut.reset(8);
  begin_cycle();
  EXPECT_EQ(dut->o_held, 0);
  EXPECT_FALSE(dut->o_command);
  end_cycle();
  EXPECT_EQ(read(REG_STATUS), 0u);
  job();
  post({5, 0, 0});
  expect_none_offered(2);
  take();
  finish();
  EXPECT_EQ(read(REG_STATUS), status_done);
}

}  // namespace
}  // namespace stencil::test
