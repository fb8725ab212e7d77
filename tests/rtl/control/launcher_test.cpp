// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "Vlauncher_1000000_10000.h"
#include "Vlauncher_37_37.h"
#include "Vlauncher_5_1.h"
#include "sim/rtl/contract.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {
namespace {

using namespace stencil::contract;

template <class V, std::uint64_t MemoryWords, std::uint64_t MaxCols>
struct Shape {
  using Model = V;
  static constexpr std::uint64_t memory_words = MemoryWords, max_cols = MaxCols;
};

template <class Shape>
class Launcher : public ::testing::Test {
 protected:
  Launcher() {
    dut->i_go = dut->i_memory_busy = 0;
    dut->i_plan_ready = 1;
    dut.reset();
  }

  static std::uint64_t verdict(std::uint64_t rows, std::uint64_t cols, std::uint64_t niter) {
    if (rows == 0 || rows > Shape::memory_words) return ERROR_ROWS;
    if (cols == 0 || cols > Shape::max_cols) return ERROR_COLS;
    if (rows * cols > Shape::memory_words) return ERROR_FIT;
    if (niter == 0 || niter >> 32 != 0) return ERROR_NITER;
    return ERROR_NONE;
  }

  void go(std::uint64_t rows, std::uint64_t cols, std::uint64_t niter) {
    dut->i_rows = rows;
    dut->i_cols = cols;
    dut->i_niter = niter;
    dut.tick();
    dut->i_go = 1;
    dut.tick();
    dut->i_go = 0;
  }

  void expect_verdict(std::uint64_t rows, std::uint64_t cols, std::uint64_t niter) {
    SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << niter << " sweeps");
    const std::uint64_t expected = verdict(rows, cols, niter);
    go(rows, cols, niter);
    for (int cycle = 1; cycle <= 3; ++cycle) {
      dut.settle();
      ASSERT_TRUE(dut->o_pending);
      ASSERT_EQ(dut->o_start, cycle == 3 && expected == ERROR_NONE);
      ASSERT_EQ(dut->o_refuse, cycle == 3 && expected != ERROR_NONE);
      if (dut->o_refuse) {
        ASSERT_EQ(dut->o_error, expected);
      }
      dut.edge();
    }
    for (int cycle = 0; cycle < 3; ++cycle) {
      dut.settle();
      ASSERT_FALSE(dut->o_pending || dut->o_start || dut->o_refuse);
      dut.edge();
    }
  }

  Clocked<typename Shape::Model> dut;
};

using Shapes = ::testing::Types<Shape<Vlauncher_1000000_10000, 1000000, 10000>, Shape<Vlauncher_37_37, 37, 37>,
                                Shape<Vlauncher_5_1, 5, 1>>;
TYPED_TEST_SUITE(Launcher, Shapes);

// All combinations of values at, beside and far beyond the limits: truncation to any width would show.
TYPED_TEST(Launcher, EveryIllegalCommandIsRefusedWithItsCode) {
  const std::uint64_t words = TypeParam::memory_words, cols = TypeParam::max_cols, top = std::uint64_t{1} << 63;
  std::vector<std::uint64_t> sides = {
      0, 1, 2, cols - 1, cols, cols + 1, words / cols, words / cols + 1, words - 1, words, words + 1, 2 * words};
  for (int bit = 3; bit < 64; bit += 4)
    for (const std::uint64_t low : {std::uint64_t{0}, std::uint64_t{1}})
      sides.push_back((std::uint64_t{1} << bit) + low);
  sides.push_back(top);
  sides.push_back(~std::uint64_t{0});
  const std::vector<std::uint64_t> sweeps = {0, 1, 0xffffffff, 0x100000000, 0x100000001, top};
  for (const std::uint64_t rows : sides)
    for (const std::uint64_t columns : sides) {
      this->expect_verdict(rows, columns, 1);
      if (this->HasFatalFailure()) return;
    }
  for (const std::uint64_t niter : sweeps) this->expect_verdict(1, 1, niter);
}

TYPED_TEST(Launcher, RandomCommandsAtTheLimitOfTheMemory) {
  Random random(101);
  for (int i = 0; i < 3000; ++i) {
    const auto cols = static_cast<std::uint64_t>(random.in(1, static_cast<std::int64_t>(TypeParam::max_cols)));
    const std::uint64_t rows = TypeParam::memory_words / cols + static_cast<std::uint64_t>(random.in(0, 1));
    this->expect_verdict(rows, cols, static_cast<std::uint64_t>(random.in(1, 50)));
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(Launcher, WaitsForThePlanAndForTheMemory) {
  auto& device = this->dut;
  device->i_plan_ready = 0;
  device->i_memory_busy = 1;
  this->go(3, 1, 1);
  for (int cycle = 0; cycle < 100; ++cycle) {
    if (cycle == 50) device->i_plan_ready = 1;
    device.settle();
    ASSERT_TRUE(device->o_pending);
    ASSERT_FALSE(device->o_start || device->o_refuse);
    device.edge();
  }
  device->i_memory_busy = 0;
  device.settle();
  EXPECT_TRUE(device->o_start);
  device.edge();
  device.settle();
  EXPECT_FALSE(device->o_pending || device->o_start);
}

// A refusal needs no memory.
TYPED_TEST(Launcher, RefusesWhileABurstIsUnderWay) {
  auto& device = this->dut;
  device->i_memory_busy = 1;
  this->go(0, 1, 1);
  device.tick();
  device.tick();
  device.settle();
  EXPECT_TRUE(device->o_refuse);
  EXPECT_FALSE(device->o_start);
}

}  // namespace
}  // namespace stencil::test
