// Five-point sweeps through the pins of stencil_accel: bits, cycles, chains, change, and other kernels by turns.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_five_point_test {
namespace {

using namespace stencil::contract;

class StencilAccelFivePoint : public AccelTest {
 protected:
  StencilAccelFivePoint() : AccelTest(kernel_five_point) {}
  Weights five_point_weights() {
    Weights weights;
    weights.beta = random.real(-1.5, 1.5);
    weights.five_point = Coefficients{random.real(-0.5, 0.5), random.real(-0.5, 0.5), random.real(-0.5, 0.5),
                                      random.real(-0.5, 0.5), random.real(-0.5, 0.5)};
    return weights;
  }
  // Runs a command and brings its model up to date.
  std::uint64_t change_of(const AccelCommand& command, std::int64_t cols, std::int64_t niter, const Weights& weights) {
    const auto rows = static_cast<std::int64_t>(command.rows);
    const auto words = static_cast<std::ptrdiff_t>(rows * cols);
    const Words all = bench_->memory().f(command.f_buffer), r = bench_->memory().r(command.r_buffer);
    const Words f(all.begin(), all.begin() + words);
    bench_->sweep_model(command, cols, niter, weights);
    return largest_change(f, swept(f, r, rows, cols, 1, weights), rows, cols, 0, rows);
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelFivePoint, ::testing::ValuesIn(shapes_with(kernel_five_point)),
                         name_of_shape);

// Commands in any buffers, with Jacobi between them if the device has it: every bit, and the same cycles for both.
TEST_P(StencilAccelFivePoint, CommandsAreExactUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    for (std::int64_t i = random_cases(8); i > 0; --i) {
      const std::int64_t cols = i == 2 ? shape().max_cols : random_cols(), rows = random_rows(cols);
      const std::int64_t niter = random.in(1, 2 * shape().pes + 1);
      const bool jacobi = has(kernel_jacobi) && i % 4 == 3;
      const Weights weights = jacobi ? Weights() : five_point_weights();
      const AccelCommand command = random_buffers({static_cast<std::uint64_t>(rows)});
      SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << niter << " sweeps, seed 211, case " << i);
      bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter), weights);
      const auto compute_before = bench.causes()[CAUSE_COMPUTE], stall_before = bench.causes()[CAUSE_STALL];
      const auto fill_before = bench.fill_cycles();
      bench.queue(command);
      bench.wait_until_idle();
      bench.sweep_model(command, cols, niter, weights);
      EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
      const EngineTiming timing = engine_timing(bench.shape(), rows, cols, niter);
      EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE] - compute_before, timing.compute_cycles());
      EXPECT_CYCLES(bench.causes()[CAUSE_STALL] - stall_before, timing.stall_cycles);
      EXPECT_CYCLES(bench.fill_cycles() - fill_before, timing.drain_cycles + timing.control_cycles);
      ASSERT_EQ(bench.first_difference(), "");
      if (i % 3 == 0) load_random();
    }
  }
}

// Each register weights the operand it is named after.
TEST_P(StencilAccelFivePoint, EachCoefficientHasItsRegister) {
  auto& bench = make();
  for (int one = 0; one < 5; ++one) {
    load_random();
    Weights weights;
    weights.beta = 1.0;
    std::array<double, 5> numbers{};
    numbers.at(static_cast<std::size_t>(one)) = 1.0;
    weights.five_point = Coefficients{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
    bench.job(5, 1, weights);
    bench.queue({6});
    bench.wait_until_idle();
    bench.sweep_model({6}, 5, 1, weights);
    ASSERT_EQ(bench.first_difference(), "") << "coefficient " << one;
  }
}

// A field in three skewed blocks: the rows that each leaves, and the change of the whole.
TEST_P(StencilAccelFivePoint, AChainOfSkewedBlocks) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    for (int round = 0; round < 3; ++round) {
      const std::int64_t cols = random.in(3, 13), niter = random.in(1, 2 * shape().pes);
      const std::int64_t first = niter + random.in(1, 9), middle = random.in(1, 12), last = random.in(1, 12);
      const std::int64_t rows = first + middle + last;
      const auto words = static_cast<std::size_t>(rows * cols);
      const Words f = ordinary_values(words, random), r = ordinary_values(words, random);
      const Weights weights = five_point_weights();
      bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter), weights);
      if (has(kernel_change)) bench.must_write(REG_CHANGE, 0);
      const Words expected = swept(f, r, rows, cols, niter, weights);
      std::int64_t loaded = 0, done = 0;
      unsigned number = 0;
      for (const std::int64_t block : {first, middle, last}) {
        const AccelCommand command{static_cast<std::uint64_t>(block), number % shape().f_buffers, number % 2,
                                   number > 0, number < 2};
        const auto part = [&](const Words& all, std::int64_t begin, std::int64_t count) {
          return Words(all.begin() + begin * cols, all.begin() + (begin + count) * cols);
        };
        bench.post_load(command.f_buffer, part(f, loaded, block));
        bench.post_load(axi_first_r + command.r_buffer, part(r, loaded, block));
        bench.finish_bursts();
        bench.queue(command);
        bench.wait_until_idle();
        ASSERT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
        const std::int64_t finished = number == 0 ? first - niter : number == 1 ? middle : last + niter;
        const std::size_t before = bench.reads().beats().size();
        bench.post_store(command.f_buffer, static_cast<std::size_t>(finished * cols));
        bench.finish_bursts();
        Words got;
        for (std::size_t beat = before; beat < bench.reads().beats().size(); ++beat) {
          const auto& read = bench.reads().beats()[beat].words;
          got.insert(got.end(), read.begin(), read.end());
        }
        got.resize(static_cast<std::size_t>(finished * cols));
        ASSERT_EQ(got, part(expected, done, finished)) << "block " << number << ", round " << round << ", seed 211";
        loaded += block;
        done += finished;
        ++number;
      }
      if (has(kernel_change)) {
        EXPECT_EQ(bench.read_register(REG_CHANGE),
                  largest_change(f, swept(f, r, rows, cols, 1, weights), rows, cols, 0, rows));
      }
    }
  }
}

TEST_P(StencilAccelFivePoint, ChangeIsMeasured) {
  if (!has(kernel_change)) return;
  auto& bench = make();
  std::uint64_t expected = 0;
  for (int round = 0; round < 8; ++round) {
    SCOPED_TRACE(::testing::Message() << "round " << round << ", seed 211");
    Words (*values)(std::size_t, Random&) = round % 4 == 3 ? odd_values : ordinary_values;
    bench.load(values(shape().memory_words, random), values(shape().memory_words, random));
    const std::int64_t cols = random_cols(), niter = random.in(1, 2 * shape().pes);
    const Weights weights = five_point_weights();
    bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter), weights);
    const AccelCommand command =
        random_buffers({static_cast<std::uint64_t>(std::min<std::int64_t>(random_rows(cols), 30))});
    bench.queue(command);
    bench.wait_until_idle();
    expected = std::max(expected, change_of(command, cols, niter, weights));
    EXPECT_EQ(bench.read_register(REG_CHANGE), expected);
    if (round % 4 == 3) {
      bench.must_write(REG_CHANGE, 0);
      expected = 0;
    }
  }
  EXPECT_EQ(bench.first_difference(), "");
}

// TILE belongs to the job: a write is refused while busy, and breaks a chain.
TEST_P(StencilAccelFivePoint, TheJobRefusesCoefficientsWhileBusy) {
  auto& bench = make();
  load_random();
  const Weights weights = five_point_weights();
  const std::vector<unsigned> job = {REG_AN, REG_AS, REG_AW, REG_AE, REG_AC, REG_BETA, REG_TILE};
  const std::int64_t sweeps = sweeps_that_outlast(4 * static_cast<int>(job.size()), {20}, 9, weights);
  bench.queue({20});
  for (const unsigned address : job) {
    EXPECT_EQ(bench.write_register(address, 1), axi_slverr) << "register " << address;
    EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_BUSY);
    EXPECT_NE(bench.read_register(REG_STATUS) & status_busy, 0u);
    bench.must_write(REG_STATUS, status_failed);
  }
  bench.wait_until_idle();
  bench.sweep_model({20}, 9, sweeps, weights);
  EXPECT_EQ(bench.first_difference(), "");
  bench.job(9, 2, weights);
  bench.queue({6, 0, 0, false, true});
  bench.wait_until_idle();
  bench.must_write(REG_AC, to_bits(weights.five_point->ac));
  bench.queue({6, 1, 1, true, false});
  bench.wait_until_idle();
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_CHAIN);
}

}  // namespace
}  // namespace stencil::test::stencil_accel_five_point_test
