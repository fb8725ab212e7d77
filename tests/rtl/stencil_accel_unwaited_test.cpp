// Programs that never wait: reads, writes and commands in any order, checked against the rules of the interlock.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"
#include "tests/rtl/support/interlock_reference.hpp"

namespace stencil::test::stencil_accel_unwaited_test {
namespace {

using namespace stencil::contract;

class StencilAccelUnwaited : public AccelTest {
 protected:
  static AxiAddress short_burst(AxiTraffic& traffic) {
    AxiAddress at = traffic.address();
    at.beats = std::min(at.beats, 24u);
    return at;
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelUnwaited, ::testing::ValuesIn(accel_shapes), name_of_shape);

// Blocks of up to 150 words and bursts in them, so that most meet. The queue has room for two commands, so the third
// is written only after one has finished; nothing else waits.
TEST_P(StencilAccelUnwaited, BurstsAndCommandsInAnyOrder) {
  int after_a_wait = 0, before_a_command = 0;
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    const std::int64_t cols = 7, niter = random.in(1, 2 * shape().pes);
    bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter));
    InterlockReference reference(bench, cols, niter, shape().bus_words);
    bench.watch([&] { reference.watch(); });
    AxiTraffic traffic(150 / shape().bus_words * shape().bus_words, shape().bus_words, shape().id_bits, 251,
                       bench.memory().numbers());
    const std::size_t total = static_cast<std::size_t>(random_cases(50));
    std::size_t commands = 0;
    std::int64_t began = bench.cycles();
    while (commands < total) {
      bench.expect_within(began, "room for a command");
      if (commands < reference.commands_finished() + 2 && bench.registers().idle() && random.one_in(20)) {
        reference.post(random_buffers({static_cast<std::uint64_t>(random.in(1, 21))}));
        ++commands;
        began = bench.cycles();
      }
      // Enough for queues of addresses to fill at times, but few enough for them to empty.
      if (bench.writes().waiting() < 6 && random.one_in(12)) reference.post(traffic.write(short_burst(traffic)));
      if (bench.reads().waiting() < 6 && random.one_in(12)) reference.post(short_burst(traffic));
      bench.tick();
      ASSERT_EQ(reference.complaint(), "") << "seed 211, 251";
    }
    bench.finish_bursts();
    bench.wait_until_idle();
    bench.watch(nullptr);
    reference.check_reads();
    ASSERT_EQ(reference.complaint(), "") << "seed 211, 251";
    EXPECT_EQ(reference.commands_finished(), total);
    after_a_wait += reference.reads_after_a_wait();
    before_a_command += reference.reads_before_a_command();
    EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
    ASSERT_EQ(bench.first_difference(), "");
  }
  // With another RTL fewer of them may meet.
  EXPECT_GT(after_a_wait, cycle_laws ? 20 : 0);
  EXPECT_GT(before_a_command, cycle_laws ? 20 : 0);
}

}  // namespace
}  // namespace stencil::test::stencil_accel_unwaited_test
