// A command waits for the read bursts that have begun on its buffers, in stencil_accel at its pins: they bring data
// from before the command. Writes are in stencil_accel_overlap_test.cpp.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_interlock_test {
namespace {

using namespace stencil::contract;

constexpr unsigned f0 = 0, f1 = 1, r0 = axi_first_r, r1 = axi_first_r + 1;

class StencilAccelInterlock : public AccelTest {
 protected:
  static constexpr unsigned beats = 64;

  AxiAddress read_of(unsigned number) const {
    AxiAddress at = bench_->bursts_over(number).front();
    at.beats = beats;
    return at;
  }
  // Compares the last burst with the present model.
  void expect_brought(unsigned number) {
    const AxiAddress at = read_of(number);
    const std::size_t first = bench_->reads().beats().size() - beats;
    for (unsigned beat = 0; beat < beats; ++beat)
      ASSERT_EQ(bench_->reads().beats()[first + beat].words, bench_->memory().read(at, beat).words) << "beat " << beat;
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelInterlock, ::testing::ValuesIn(accel_shapes), name_of_shape);

// The master takes nothing, so that the burst has begun and does not end: 8 beats are read, the others wait.
TEST_P(StencilAccelInterlock, ACommandWaitsForAReadThatHasBegun) {
  for (const unsigned number : {f0, r1, f1, r0}) {
    SCOPED_TRACE(::testing::Message() << "buffer " << number);
    auto& bench = make();
    load_random();
    bench.job(3, 2);
    const AccelCommand command{60, 0, 1};
    bench.reads().pause(true);
    bench.reads().post(read_of(number));
    for (int i = 0; i < 20; ++i) bench.tick();
    bench.queue(command);
    if (number == f1 || number == r0) {
      bench.tick_until([&] { return bench.finished().size() == 1; }, "a command that has other buffers");
      bench.reads().pause(false);
      bench.finish_bursts();
      expect_brought(number);
      continue;
    }
    const std::int64_t store_before = bench.causes()[CAUSE_STORE];
    for (int i = 0; i < 600; ++i) bench.tick();
    EXPECT_EQ(bench.causes()[CAUSE_STORE] - store_before, 600) << "a waiting cycle counts as the activity beside it";
    ASSERT_EQ(bench.causes()[CAUSE_COMPUTE], 0) << "it has overtaken the burst";
    EXPECT_EQ(bench.read_register(REG_STATUS), status_busy);
    const std::int64_t resumed = bench.cycles();
    bench.reads().pause(false);
    bench.tick_until([&] { return bench.causes()[CAUSE_COMPUTE] > 0; }, "the engine");
    // A beat taken makes room for the next read a cycle later, so the last beat is read in cycle `resumed` + beats - 8;
    // the command is taken in the cycle after that.
    EXPECT_CYCLES(bench.cycles() - 1 - resumed, beats - 8 + 2);
    bench.finish_bursts();
    expect_brought(number);
    if (HasFatalFailure()) return;
    bench.wait_until_idle();
    bench.sweep_model(command, 3, 2);
    EXPECT_EQ(bench.first_difference(), "");
  }
}

// The command is posted in each cycle around the begin of the read, and on either side of all that may overlap: it runs
// before or after, never in between.
TEST_P(StencilAccelInterlock, AReadAndACommandThatMeet) {
  constexpr int read_after_answer = -9, command_after_beat = 9;
  int after_the_command = 0, before_the_command = 0;
  for (int delay = read_after_answer; delay <= command_after_beat; ++delay) {
    SCOPED_TRACE(::testing::Message() << "the command " << delay << " cycles after the read");
    auto& bench = make();
    load_random();
    bench.job(3, 2);
    for (int i = 0; i < 100; ++i) bench.tick();
    const AccelCommand command{60, 0, 0};
    const AxiMemoryModel before = bench.memory();
    const std::size_t first = bench.reads().beats().size();
    bool answered_before = false, begun_before = false;  // the write of COMMAND; the read
    const auto post_read = [&] {
      answered_before = delay < 0 && bench.registers().idle();
      bench.reads().post(read_of(f0));
    };
    const auto post_command = [&] {
      begun_before = bench.reads().beats().size() > first;
      bench.post(command);
    };
    if (delay == read_after_answer) {
      post_command();
      bench.tick_until([&] { return bench.registers().idle(); }, "the answer to COMMAND");
      post_read();
    } else if (delay == command_after_beat) {
      post_read();
      bench.tick_until([&] { return bench.reads().beats().size() > first; }, "the first beat");
      post_command();
    } else {
      for (int cycle = -8; cycle <= 8; ++cycle) {
        if (cycle == 0) post_read();
        if (cycle == delay) post_command();
        bench.tick();
      }
    }
    bench.finish_bursts();
    bench.wait_until_idle();
    bench.sweep_model(command, 3, 2);
    const auto brought = [&](const AxiMemoryModel& memory) {
      for (unsigned beat = 0; beat < beats; ++beat)
        if (bench.reads().beats()[bench.reads().beats().size() - beats + beat].words !=
            memory.read(read_of(f0), beat).words)
          return false;
      return true;
    };
    const bool old = brought(before), swept = brought(bench.memory());
    EXPECT_TRUE(old || swept) << "a mixture";
    if (answered_before) {
      EXPECT_TRUE(swept) << "a burst that was offered after the answer is held";
    }
    if (begun_before) {
      EXPECT_TRUE(old) << "a command waits for a burst that has begun";
    }
    after_the_command += answered_before;
    before_the_command += begun_before;
    EXPECT_EQ(bench.first_difference(), "");
  }
  // The write is answered two cycles after it is offered; the first beat is on R four cycles after its address.
  EXPECT_CYCLES(after_the_command, 1 + 7);
  EXPECT_CYCLES(before_the_command, 1 + 4);
}

}  // namespace
}  // namespace stencil::test::stencil_accel_interlock_test
