// --check block: a wrong block is found, named, and does not spoil the check of later blocks.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/block_check.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "models/problem.hpp"
#include "tests/support/test_devices.hpp"

namespace stencil {
namespace {

using testing_support::FaultyDevice;

constexpr std::int64_t rows = 50;
constexpr std::int64_t cols = 7;
constexpr std::int64_t portion = 15;
constexpr std::int64_t niter = 5;

class Relay final : public BlockObserver {
 public:
  explicit Relay(BlockCheck& check) : check_(check) {}
  void after_block(const BlockRun& run) override { check_.after_block(run); }

 private:
  BlockCheck& check_;
};

struct Domain {
  std::vector<double> f = std::vector<double>(rows * cols);
  std::vector<double> r = std::vector<double>(rows * cols);
  JacobiWeights weights = grid_numbers(rows, cols).weights;

  Domain() {
    fill_problem_rows(3, ProblemArray::f, 0, rows, cols, f.data());
    fill_problem_rows(3, ProblemArray::r, 0, rows, cols, r.data());
  }

  // Two steps on a device that may be wrong; the strip's first row, a halo row, is global row 200; rank 6.
  BlockCheck swept_by(Accelerator& device, const ItstepOptions& options = {}) {
    Strip strip;
    strip.number = 13;
    strip.rank = 6;
    strip.first_row = 203;
    strip.before = 3;
    strip.owned = rows - 3;
    BlockCheck check(strip, cols, f.data(), r.data(), weights);
    Relay relay(check);
    for (std::int64_t step = 0; step < 2; ++step) {
      check.begin_step(step, niter);
      itstep(device, rows, cols, f.data(), r.data(), weights, niter, portion, &relay, options);
    }
    return check;
  }
};

std::unique_ptr<Accelerator> software() {
  AcceleratorOptions options;
  options.accel = "software";
  return make_accelerator(options);
}

std::vector<ItstepOptions> all_ways() {
  std::vector<ItstepOptions> ways;
  for (const Schedule schedule : all_schedules) {
    for (const Blocking blocking : all_blockings) ways.push_back({schedule, blocking});
  }
  return ways;
}

class BlockCheckWays : public ::testing::TestWithParam<ItstepOptions> {};

INSTANTIATE_TEST_SUITE_P(All, BlockCheckWays, ::testing::ValuesIn(all_ways()));

TEST_P(BlockCheckWays, FindsNothingWhereNothingIsWrong) {
  Domain domain;
  const auto device = software();
  const BlockCheck check = domain.swept_by(*device, GetParam());
  EXPECT_EQ(check.compared(), 2 * rows * cols);
  EXPECT_EQ(check.mismatches(), 0);
  EXPECT_FALSE(check.first());
  ASSERT_EQ(check.steps().size(), 2u);
  const auto blocks = static_cast<std::int64_t>(plan_blocks(rows, portion, niter, GetParam().blocking).size());
  for (const StepCheck& one : check.steps()) {
    EXPECT_EQ(one.step, &one - &check.steps().front());
    EXPECT_EQ(one.blocks, blocks);
    EXPECT_EQ(one.compared, rows * cols);
    EXPECT_EQ(one.mismatches, 0);
  }
}

TEST_P(BlockCheckWays, NamesStepBlockAndCellOfAFlippedBit) {
  const auto blocks = plan_blocks(rows, portion, niter, GetParam().blocking);
  for (std::size_t wrong = 0; wrong < 2 * blocks.size(); ++wrong) {
    Domain domain;
    FaultyDevice device(software(), FaultyDevice::Fault::flip_bit, static_cast<std::int64_t>(wrong));
    const BlockCheck check = domain.swept_by(device, GetParam());
    const Block& block = blocks[wrong % blocks.size()];
    ASSERT_TRUE(check.first()) << wrong;
    EXPECT_EQ(check.mismatches(), 1) << "a wrong block must not spoil the check of the next ones";
    EXPECT_EQ(check.first()->rank, 6);
    EXPECT_EQ(check.first()->strip, 13);
    EXPECT_EQ(check.first()->step, static_cast<std::int64_t>(wrong / blocks.size()));
    EXPECT_EQ(check.first()->block, static_cast<std::int64_t>(wrong % blocks.size()));
    EXPECT_EQ(check.first()->sweep, niter - 1);
    // The middle of the buffer; word 0 is the first loaded row, for skewed blocks the first kept one.
    const std::int64_t word_0 = block.above ? block.first_row : block.first_loaded();
    EXPECT_EQ(check.first()->at.row, 200 + word_0 + block.rows() / 2);
    EXPECT_EQ(check.first()->at.col, cols / 2);
    EXPECT_EQ(check.first()->at.ulp(), 1u);
  }
}

// A host that forgets to send the old rows before new ones overwrite them.
class NewAboveDevice final : public testing_support::WrappedDevice {
 public:
  using WrappedDevice::WrappedDevice;

 private:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override {
    const bool rows_above = place.bank == Bank::f && place.offset_words == 0 && loads_f_ > 0;
    if (place.bank == Bank::f) ++loads_f_;
    if (!rows_above) WrappedDevice::do_load(ticket, place, source, after);
  }

  std::int64_t loads_f_ = 0;
};

TEST(BlockCheck, NoticesNewValuesWhereOldOnesBelong) {
  Domain domain;
  NewAboveDevice device(software());
  const BlockCheck check = domain.swept_by(device);
  ASSERT_TRUE(check.first());
  EXPECT_EQ(check.first()->step, 0);
  EXPECT_EQ(check.first()->block, 1);
}

}  // namespace
}  // namespace stencil
