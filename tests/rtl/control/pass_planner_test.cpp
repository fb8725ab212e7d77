// pass_planner: passes and depths for numbers of sweeps, and the cycles of a plan.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Vpass_planner_1.h"
#include "Vpass_planner_3.h"
#include "Vpass_planner_4.h"
#include "Vpass_planner_5.h"
#include "Vpass_planner_64.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::pass_planner_test {
namespace {

template <class V, std::uint64_t Pes>
struct Shape {
  using Model = V;
  static constexpr std::uint64_t pes = Pes;
};

template <class Shape>
class PassPlanner : public ::testing::Test {
 protected:
  static int latency_cycles(std::uint64_t niter) { return 2 * (niter < 256 ? 8 : 32) + 3; }

  PassPlanner() {
    dut->i_load = 0;
    dut->i_niter = 0;
    dut.reset();
    dut.settle();
    EXPECT_TRUE(dut->o_ready);
  }

  void load(std::uint64_t niter) {
    drive(dut->i_niter, niter);
    dut->i_load = 1;
    dut.tick();
    dut->i_load = 0;
  }
  void expect_plan(std::uint64_t niter) {
    SCOPED_TRACE(::testing::Message() << niter << " sweeps on " << Shape::pes);
    load(niter);
    for (int cycle = 1; cycle < latency_cycles(niter); ++cycle) {
      ASSERT_FALSE(dut->o_ready) << "after " << cycle << " cycles";
      dut.tick();
    }
    dut.settle();
    ASSERT_TRUE(dut->o_ready);
    const std::uint64_t passes = (niter + Shape::pes - 1) / Shape::pes;
    ASSERT_EQ(dut->o_passes, passes);
    ASSERT_EQ(dut->o_depth, niter / passes);
    ASSERT_EQ(dut->o_shallow, passes - niter % passes);
    // The purpose of the plan: all sweeps, no pass deeper than the cascade.
    const std::uint64_t deep = passes - dut->o_shallow;
    ASSERT_EQ(dut->o_shallow * dut->o_depth + deep * (dut->o_depth + std::uint64_t{1}), niter);
    ASSERT_LE(dut->o_depth + (deep > 0 ? 1u : 0u), Shape::pes);
  }

  Clocked<typename Shape::Model> dut;
};

using Shapes = ::testing::Types<Shape<Vpass_planner_1, 1>, Shape<Vpass_planner_3, 3>, Shape<Vpass_planner_4, 4>,
                                Shape<Vpass_planner_5, 5>, Shape<Vpass_planner_64, 64>>;
TYPED_TEST_SUITE(PassPlanner, Shapes);

TYPED_TEST(PassPlanner, EveryNumberOfSweepsUpToThousands) {
  for (std::uint64_t niter = 1; niter <= 4200; ++niter) {
    this->expect_plan(niter);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(PassPlanner, NumbersOf32Bits) {
  Random random(121);
  for (int i = 0; i < 500; ++i) {
    std::uint64_t niter = random.word() >> random.in(32, 60);
    if (i < 16) niter = 0xffffffff - static_cast<std::uint64_t>(i);
    if (i >= 16 && i < 48) niter = std::uint64_t{1} << (i - 16);
    if (niter == 0) continue;
    this->expect_plan(niter);
    if (this->HasFatalFailure()) return;
  }
}

// NITER may be written again before the first plan is ready.
TYPED_TEST(PassPlanner, TheLastLoadCounts) {
  for (int earlier = 1; earlier < 70; ++earlier) {
    this->load(0xfffffff1);
    for (int cycle = 0; cycle < earlier; ++cycle) this->dut.tick();
    this->expect_plan(static_cast<std::uint64_t>((earlier % 2 ? 1000 : 100) + earlier));
    if (this->HasFatalFailure()) return;
  }
}

// The plan of an illegal number must end too: the checker waits for it before it refuses the command.
TYPED_TEST(PassPlanner, EndsForNoSweeps) {
  this->load(0);
  for (int cycle = 0; cycle < this->latency_cycles(0); ++cycle) this->dut.tick();
  EXPECT_TRUE(this->dut->o_ready);
}

}  // namespace
}  // namespace stencil::test::pass_planner_test
