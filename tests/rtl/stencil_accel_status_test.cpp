// Registers, interrupt, counters and reset of stencil_accel, through its pins.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test {
namespace {

using namespace stencil::contract;

template <class Shape>
class StencilAccelStatus : public AccelTest<Shape> {
 protected:
  void expect_status(std::uint64_t status, std::uint64_t error) {
    EXPECT_EQ(this->bench_->read_register(REG_STATUS), status);
    EXPECT_EQ(this->bench_->read_register(REG_ERROR), error);
  }
};
TYPED_TEST_SUITE(StencilAccelStatus, AccelShapes);

TYPED_TEST(StencilAccelStatus, CapabilitiesAreTheParameters) {
  auto& bench = this->make();
  EXPECT_EQ(bench.read_register(REG_ID), id_value);
  EXPECT_EQ(bench.read_register(REG_PES), TypeParam::pes);
  EXPECT_EQ(bench.read_register(REG_LANES), TypeParam::lanes);
  EXPECT_EQ(bench.read_register(REG_MEMORY_WORDS), TypeParam::memory_words);
  EXPECT_EQ(bench.read_register(REG_MAX_COLS), TypeParam::max_cols);
  EXPECT_EQ(bench.read_register(REG_AXI_DATA_BITS), 64 * TypeParam::bus_words);
  EXPECT_EQ(bench.read_register(REG_PE_LATENCY), TypeParam::pe_latency);
  EXPECT_EQ(bench.read_register(REG_KERNELS), kernel_jacobi);
}

TYPED_TEST(StencilAccelStatus, IllegalCommandsSetTheirErrorAndTouchNothing) {
  struct Case {
    std::uint64_t rows, cols, niter, error;
  };
  const std::uint64_t words = TypeParam::memory_words, cols = TypeParam::max_cols, high = std::uint64_t{1} << 32;
  const std::vector<Case> cases = {{0, 3, 1, ERROR_ROWS},
                                   {words + 1, 1, 1, ERROR_ROWS},
                                   {high + 4, 3, 1, ERROR_ROWS},
                                   {4, 0, 1, ERROR_COLS},
                                   {4, cols + 1, 1, ERROR_COLS},
                                   {4, high + 3, 1, ERROR_COLS},
                                   {words / cols + 1, cols, 1, ERROR_FIT},
                                   {words, std::min<std::uint64_t>(cols, 2), 1, ERROR_FIT},
                                   {4, 3, 0, ERROR_NITER},
                                   {4, 3, high, ERROR_NITER},
                                   {4, 3, high + 1, ERROR_NITER}};
  auto& bench = this->make();
  this->load_random();
  bench.must_write(REG_IRQ_ENABLE, 1);
  for (const Case& command : cases) {
    SCOPED_TRACE(::testing::Message() << command.rows << " x " << command.cols << ", " << command.niter);
    bench.command(command.rows, command.cols, command.niter);
    bench.start();
    bench.wait_until_idle();
    EXPECT_TRUE(bench.pins().irq);
    this->expect_status(status_failed, command.error);
    bench.must_write(REG_STATUS, status_failed);
    EXPECT_FALSE(bench.pins().irq);
    this->expect_status(0, ERROR_NONE);
  }
  EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], 0);
  EXPECT_EQ(bench.read_register(REG_COMMANDS), 0u);
  EXPECT_EQ(bench.first_difference(), "");
  bench.command(4, 3, 2);
  bench.start();
  bench.wait_until_idle();
  bench.sweep_model(4, 3, 2);
  this->expect_status(status_done, ERROR_NONE);
  EXPECT_EQ(bench.first_difference(), "");
}

TYPED_TEST(StencilAccelStatus, TheInterruptComesWithTheEndOfTheCommand) {
  auto& bench = this->make();
  this->load_random();
  bench.command(40, 3, 11);
  bench.must_write(REG_IRQ_ENABLE, 1);
  bench.start();
  EXPECT_FALSE(bench.pins().irq);
  bench.tick_until([&] { return bench.pins().irq; }, "the interrupt");
  EXPECT_EQ(bench.causes()[CAUSE_COMPUTE] + bench.causes()[CAUSE_STALL],
            engine_timing(bench.shape(), 40, 3, 11).busy_cycles());
  this->expect_status(status_done, ERROR_NONE);
  bench.must_write(REG_STATUS, status_done);
  EXPECT_FALSE(bench.pins().irq);
}

TYPED_TEST(StencilAccelStatus, BusyRefusesCommandRegistersAndTheCommandIsUnharmed) {
  auto& bench = this->make();
  this->load_random();
  bench.command(60, 3, 13);
  bench.start();
  for (const unsigned address : {REG_ROWS, REG_COLS, REG_NITER, REG_RDX2, REG_RDY2, REG_BETA})
    EXPECT_EQ(bench.write_register(address, 1), axi_slverr);
  EXPECT_EQ(bench.write_register(REG_CONTROL, control_start), axi_slverr);
  this->expect_status(status_busy | status_failed, ERROR_BUSY);
  EXPECT_EQ(bench.write_register(REG_STATUS, status_failed), axi_okay);
  bench.wait_until_idle();
  bench.sweep_model(60, 3, 13);
  this->expect_status(status_done, ERROR_NONE);
  EXPECT_EQ(bench.read_register(REG_ROWS), 60u);
  EXPECT_EQ(bench.first_difference(), "");
}

TYPED_TEST(StencilAccelStatus, ABurstAtFaultIsAnError) {
  auto& bench = this->make();
  this->load_random();
  AxiTraffic traffic(TypeParam::memory_words, TypeParam::bus_words, 1, 221);
  AxiAddress at;
  at.size = traffic.full_size();
  at.burst = axi_wrap;
  at.beats = 4;
  bench.post_write(traffic.write(at));
  bench.finish_bursts();
  this->expect_status(status_failed, ERROR_DATA);
  bench.must_write(REG_STATUS, status_failed);
  bench.reads().post(at);
  bench.finish_bursts();
  this->expect_status(status_failed, ERROR_DATA);
  EXPECT_EQ(bench.first_difference(), "");
}

// The registers say what the pins showed, cycle by cycle, and the causes sum to the total.
TYPED_TEST(StencilAccelStatus, CountersAgreeWithThePins) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = this->make(stall);
    this->load_random();
    bench.command(20, 3, 7);
    bench.must_write(REG_CONTROL, control_clear_counters);
    bench.start();
    AxiTraffic traffic(TypeParam::memory_words, TypeParam::bus_words, 1, 222);
    const std::size_t written = bench.writes().beats_taken(), read = bench.reads().beats().size();
    for (int i = 0; i < 40; ++i) {
      bench.post_write(traffic.write(traffic.address()));
      bench.reads().post(traffic.address());
    }
    bench.finish_bursts();
    bench.wait_until_idle();
    bench.reads().post(traffic.address());
    bench.finish_bursts();
    const auto before = bench.causes();
    const std::int64_t fill_before = bench.fill_cycles();
    // From here on only registers are read, so that both sides can be compared: idle cycles, nothing else.
    std::uint64_t sum = 0;
    const std::uint64_t total = bench.read_register(REG_CYCLES_TOTAL);
    for (const unsigned address : {REG_CYCLES_COMPUTE, REG_CYCLES_STALL, REG_CYCLES_LOAD, REG_CYCLES_STORE})
      sum += bench.read_register(address);
    const std::uint64_t idle = bench.read_register(REG_CYCLES_IDLE);
    const std::uint64_t total_after = bench.read_register(REG_CYCLES_TOTAL);
    EXPECT_GE(sum + idle, total);
    EXPECT_LE(sum + idle, total_after);
    EXPECT_EQ(bench.read_register(REG_BEATS_LOADED), bench.writes().beats_taken() - written);
    EXPECT_EQ(bench.read_register(REG_BEATS_STORED), bench.reads().beats().size() - read);
    EXPECT_EQ(bench.read_register(REG_COMMANDS), 1u);
    EXPECT_EQ(bench.read_register(REG_CYCLES_COMPUTE), static_cast<std::uint64_t>(before[CAUSE_COMPUTE]));
    EXPECT_EQ(bench.read_register(REG_CYCLES_STALL), static_cast<std::uint64_t>(before[CAUSE_STALL]));
    EXPECT_EQ(bench.read_register(REG_CYCLES_FILL), static_cast<std::uint64_t>(fill_before));
    EXPECT_GT(before[CAUSE_LOAD], 0);
    EXPECT_GT(before[CAUSE_STORE], 0);
  }
}

// Both read at the same moment, after the clock has stood still for neither.
TYPED_TEST(StencilAccelStatus, CausesSumToTheTotalExactly) {
  auto& bench = this->make();
  this->load_random();
  bench.command(9, 3, 2);
  bench.start();
  bench.wait_until_idle();
  // Two reads follow one another by a cycle each, so reading k is of the counters k cycles later, all of them idle.
  const std::size_t first = bench.registers().read_answers().size();
  for (const unsigned address :
       {REG_CYCLES_TOTAL, REG_CYCLES_COMPUTE, REG_CYCLES_STALL, REG_CYCLES_LOAD, REG_CYCLES_STORE, REG_CYCLES_IDLE})
    bench.registers().post_read(address);
  bench.tick_until([&] { return bench.registers().idle(); }, "six reads");
  const auto& answers = bench.registers().read_answers();
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < 6; ++i) sum += answers[first + i].value;
  EXPECT_EQ(sum, answers[first].value + 5) << "idle is read 5 cycles after the total";
}

// The pins count too: what the bench saw since reset is what the registers show.
TYPED_TEST(StencilAccelStatus, ResetInMidRun) {
  auto& bench = this->make();
  for (std::int64_t cut = 10; cut < 400; cut += 37) {
    SCOPED_TRACE(::testing::Message() << "reset " << cut << " cycles after the start");
    this->load_random();
    const std::int64_t cols = TypeParam::max_cols;
    bench.command(9, static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(2 * TypeParam::pes));
    bench.start();
    for (std::int64_t cycle = 0; cycle < cut; ++cycle) bench.tick();
    bench.reset();
    this->expect_status(0, ERROR_NONE);
    EXPECT_EQ(bench.read_register(REG_COMMANDS), 0u);
    EXPECT_EQ(bench.read_register(REG_CYCLES_COMPUTE), 0u);
    EXPECT_EQ(bench.read_register(REG_ROWS), 0u);
    EXPECT_LT(bench.read_register(REG_CYCLES_TOTAL), 30u);
    this->load_random();
    bench.command(5, 3, 3);
    bench.start();
    bench.wait_until_idle();
    bench.sweep_model(5, 3, 3);
    this->expect_status(status_done, ERROR_NONE);
    EXPECT_EQ(bench.read_register(REG_COMMANDS), 1u);
    EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], engine_timing(bench.shape(), 5, 3, 3).compute_cycles());
    ASSERT_EQ(bench.first_difference(), "");
  }
}

// As soon as the bus allows, with no load in between: f is 1 everywhere and stays so under the first command, however
// far that came, and the second one makes other values of it.
TYPED_TEST(StencilAccelStatus, ResetInMidRunAndACommandAtOnce) {
  auto& bench = this->make();
  const std::int64_t cols = TypeParam::max_cols;
  const Words ones(TypeParam::memory_words, to_bits(1.0)), zeros(TypeParam::memory_words, to_bits(0.0));
  for (std::int64_t cut = 10; cut < 320; cut += 10) {
    SCOPED_TRACE(::testing::Message() << "reset " << cut << " cycles after the start");
    bench.load(ones, zeros);
    bench.command(9, static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(2 * TypeParam::pes),
                  Weights{0.25, 0.25, 1.0});
    bench.start();
    for (std::int64_t cycle = 0; cycle < cut; ++cycle) bench.tick();
    bench.reset();
    bench.command(7, static_cast<std::uint64_t>(cols), 4);
    bench.start();
    bench.wait_until_idle();
    const EngineTiming timing = engine_timing(bench.shape(), 7, cols, 4);
    EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], timing.compute_cycles());
    EXPECT_EQ(bench.causes()[CAUSE_STALL], timing.stall_cycles);
    bench.sweep_model(7, cols, 4);
    ASSERT_EQ(bench.first_difference(), "");
  }
}

// Masters and device forget their bursts together; the next ones are served.
TYPED_TEST(StencilAccelStatus, ResetInMidBurst) {
  auto& bench = this->make(Stall::both);
  AxiTraffic traffic(TypeParam::memory_words, TypeParam::bus_words, 1, 223);
  for (int cut = 5; cut < 120; cut += 9) {
    for (int i = 0; i < 6; ++i) {
      bench.writes().post(traffic.write(traffic.address()));
      bench.reads().post(traffic.address());
    }
    for (int cycle = 0; cycle < cut; ++cycle) bench.tick();
    bench.reset();
    EXPECT_FALSE(bench.pins().s_axi_bvalid || bench.pins().s_axi_rvalid);
    this->load_random();
    ASSERT_EQ(bench.first_difference(), "");
    this->expect_status(0, ERROR_NONE);
  }
}

}  // namespace
}  // namespace stencil::test
