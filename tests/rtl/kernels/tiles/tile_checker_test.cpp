// tile_checker: the verdict on tile jobs at and near every limit.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "Vtile_checker.h"
#include "Vtile_checker_35.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::tile_checker_test {
namespace {

constexpr std::int64_t job_cycles = 3;

struct Edge {
  std::int64_t at = 1, slope = 0;  // slope -2: the illegal code
};

struct Job {
  std::int64_t cols = 3, niter = 1, slots = 13;
  std::array<Edge, 4> edges;  // top, bottom, left, right
};

struct Command {
  std::int64_t rows = 3;
  bool above = false, below = false;
};

bool is_bad(const Job& job, const Command& command, std::int64_t least, std::int64_t most) {
  if (command.above || command.below || command.rows < 3 || job.cols < 3) return true;
  if (job.slots < least || job.slots > most) return true;
  for (std::size_t k = 0; k < 4; ++k) {
    const Edge& edge = job.edges.at(k);
    const std::int64_t length = k < 2 ? command.rows : job.cols;
    if (edge.slope == -2) return true;
    for (const std::int64_t at : {edge.at, edge.at + edge.slope * (job.niter - 1)})
      if (at < 1 || at > length - 1) return true;
  }
  return false;
}

template <class V, std::int64_t Least, std::int64_t Most>
struct Shape {
  using Model = V;
  static constexpr std::int64_t least = Least, most = Most;
};

template <class Shape>
class TileChecker : public ::testing::Test {
 protected:
  void set(const Job& job) {
    const auto word = [](std::int64_t value) { return static_cast<std::uint64_t>(value) & 0xffffffff; };
    const auto slope = [&](std::size_t k) { return static_cast<std::uint64_t>(job.edges.at(k).slope) & 3; };
    drive(dut->i_run, 1);
    drive(dut->i_cols, word(job.cols));
    drive(dut->i_niter, word(job.niter));
    drive(dut->i_slots, word(job.slots));
    drive(dut->i_slopes, slope(0) | slope(1) << 2 | slope(2) << 4 | slope(3) << 6);
    dut->i_rows_at = word(job.edges[0].at) | word(job.edges[1].at) << 32;
    dut->i_cols_at = word(job.edges[2].at) | word(job.edges[3].at) << 32;
  }
  void set(const Command& command) {
    drive(dut->i_rows, static_cast<std::uint64_t>(command.rows));
    dut->i_above = command.above;
    dut->i_below = command.below;
  }
  bool verdict() {
    dut.settle();
    return dut->o_bad;
  }
  // The command may come as late as a cycle before the verdict.
  bool verdict_of(const Job& job, const Command& command, const Command& before) {
    set(job);
    set(before);
    for (std::int64_t cycle = 1; cycle < job_cycles; ++cycle) dut.tick();
    set(command);
    dut.tick();
    return verdict();
  }

  Clocked<typename Shape::Model> dut;
};
using Shapes = ::testing::Types<Shape<Vtile_checker, 13, 32>, Shape<Vtile_checker_35, 35, 35>>;
TYPED_TEST_SUITE(TileChecker, Shapes);

// Values near every limit, in short blocks and in some with the most rows and columns.
// Holds C8.38.
TYPED_TEST(TileChecker, RandomTiles) {
  Random random(107);
  constexpr std::int64_t longest = 0xffffffff;
  Command before;
  int bad = 0, good = 0;
  for (int i = 0; i < 200000; ++i) {
    const bool huge = random.one_in(4);
    const auto length = [&] {
      return random.one_in(9) ? random.in(1, 4) : huge ? longest - random.in(0, 4) : random.in(3, 20);
    };
    Job job;
    Command command;
    job.cols = length();
    command.rows = length();
    command.above = random.one_in(30);
    command.below = random.one_in(30);
    job.slots = random.one_in(8) ? random.in(0, 255) : random.in(TypeParam::least, TypeParam::most);
    job.niter = random.one_in(3) ? 1 : huge ? longest - random.in(0, 6) : random.in(1, 20);
    for (std::size_t k = 0; k < 4; ++k) {
      Edge& edge = job.edges.at(k);
      const std::int64_t last = (k < 2 ? command.rows : job.cols) - 1;
      edge.slope = random.one_in(40) ? -2 : random.in(-1, 1);
      // At one of the ends, in the first sweep or in the last, or a little off it.
      edge.at = (random.one_in(2) ? 1 : last) - (random.one_in(2) ? edge.slope * (job.niter - 1) : 0);
      edge.at += random.one_in(8) ? -1 : random.one_in(8) ? 1 : 0;
      if (edge.at < 0 || edge.at > longest) edge.at = random.one_in(2) ? 1 : last;
    }
    const bool expected = is_bad(job, command, TypeParam::least, TypeParam::most);
    ++(expected ? bad : good);
    ASSERT_EQ(this->verdict_of(job, command, before), expected)
        << "case " << i << ", seed 107: " << command.rows << " x " << job.cols << ", " << job.niter << " sweeps, "
        << job.slots << " slots, edges " << job.edges[0].at << " " << job.edges[1].at << " " << job.edges[2].at << " "
        << job.edges[3].at;
    before = command;
  }
  EXPECT_GT(bad, 10000);
  EXPECT_GT(good, 10000);
}

// Breaks one rule at a time.
// Holds C8.38.
TYPED_TEST(TileChecker, EachRuleAlone) {
  Job job;
  job.cols = 9;
  job.niter = 4;
  job.slots = TypeParam::least;
  job.edges = {Edge{1, 1}, Edge{7, -1}, Edge{5, -1}, Edge{5, 1}};
  const Command command{8, false, false};
  EXPECT_FALSE(this->verdict_of(job, command, command));
  for (const Command& illegal : {Command{7, false, false}, Command{8, true, false}, Command{8, false, true}}) {
    EXPECT_TRUE(this->verdict_of(job, illegal, command)) << illegal.rows;
    EXPECT_FALSE(this->verdict_of(job, command, illegal));
  }
  for (std::size_t k = 0; k < 4; ++k)
    for (const Edge& edge : {Edge{1, -2}, Edge{0, 0}, Edge{9, 0}, Edge{3, -1}, Edge{6, 1}, Edge{0, 1}, Edge{9, -1}}) {
      Job illegal = job;
      illegal.edges.at(k) = edge;
      EXPECT_TRUE(this->verdict_of(illegal, command, command)) << k << " at " << edge.at << " slope " << edge.slope;
    }
  for (const std::int64_t slots : {TypeParam::least - 1, TypeParam::most + 1}) {
    Job illegal = job;
    illegal.slots = slots;
    EXPECT_TRUE(this->verdict_of(illegal, command, command)) << slots << " slots";
  }
}

}  // namespace
}  // namespace stencil::test::tile_checker_test
