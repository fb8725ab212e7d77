// Results that went to the buffer of another command are found by what they leave there, swept or not.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/calls/stray_results.hpp"

#include <gtest/gtest.h>

#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

using Values = std::vector<double>;

// The calls of a step, with what each command has before and after it.
struct Step {
  Capsule calls;
  Program program;

  Step() {
    Lies lies;
    lies.store = [](const Place&, Values& words, std::int64_t number) {
      if (number == 0) words.front() += 1.0;
    };
    calls = wrong_calls(all_ways[0], lies);
    program = program_of(calls);
  }
  Values swept(std::size_t command, const Values& f) const {
    Program one;
    one.blocks.push_back(program.blocks[command]);
    one.blocks.front().f = f;
    return SweptField(one, 0, 0).after(command_block(one.blocks.front().command).sweeps);
  }
  Values swept(std::size_t command) const { return swept(command, program.blocks[command].f); }
  std::optional<StrayResults> found(const Values& got, const std::vector<char>& shown) const {
    return stray_results(calls, command_positions(calls)[1], got, shown);
  }
};

TEST(StrayResults, AreFoundWhereTheCommandHasSweptThem) {
  const Step step;
  const Values results = step.swept(0);
  for (const std::size_t first : {std::size_t{130}, std::size_t{257}}) {
    Values f = step.program.blocks[1].f;
    ASSERT_LT(first, std::min(results.size(), f.size()));
    const std::size_t end = std::min(results.size(), f.size());
    std::copy(results.begin() + static_cast<std::ptrdiff_t>(first), results.begin() + static_cast<std::ptrdiff_t>(end),
              f.begin() + static_cast<std::ptrdiff_t>(first));
    const Values got = step.swept(1, f);
    // Of a block's own rows alone too.
    std::vector<char> kept(got.size(), 0);
    std::fill(kept.begin() + 80, kept.end() - 80, char{1});
    for (const bool all : {true, false}) {
      const std::vector<char> shown = all ? std::vector<char>(got.size(), 1) : kept;
      const auto found = step.found(got, shown);
      ASSERT_TRUE(found) << first;
      EXPECT_EQ(found->command, 0u);
      EXPECT_TRUE(found->swept);
      EXPECT_EQ(found->words, static_cast<std::int64_t>(end) - found->first);
      EXPECT_TRUE(!all || found->first == static_cast<std::int64_t>(first)) << found->first;
    }
  }
}

TEST(StrayResults, AreFoundWhereTheyLieThere) {
  const Step step;
  Values got = step.swept(1);
  const Values results = step.swept(0);
  std::copy(results.begin() + 200, results.begin() + 230, got.begin() + 200);
  const auto found = step.found(got, std::vector<char>(got.size(), 1));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->swept);
  EXPECT_EQ(found->command, 0u);
  EXPECT_EQ(found->first, 200);
}

TEST(StrayResults, AreNotFoundInOtherWrongWords) {
  const Step step;
  Values got = step.swept(1);
  got[200] += 1.0;
  EXPECT_FALSE(step.found(got, std::vector<char>(got.size(), 1)));
  EXPECT_FALSE(step.found(step.swept(1), std::vector<char>(got.size(), 1)));
}

}  // namespace
}  // namespace stencil::capsule_tests
