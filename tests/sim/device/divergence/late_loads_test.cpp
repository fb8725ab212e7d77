// Words of a load that the host changed while the load was pending: named where they explain what the device stored.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/late_loads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include "sim/device/capsule/replay.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests::late_loads {
namespace {

Capsule honest(const Capsule& calls) {
  LyingDevice device({}, lying_weights);
  return play(calls, device);
}

// Right calls, whose second load of f the host has changed late, and what they store if the device read it so.
struct LateStep {
  Capsule right, late;
  std::size_t load = 0;

  LateStep() {
    Lies lies;
    lies.store = [](const Place&, std::vector<double>& words, std::int64_t number) {
      if (number == 0) words.front() += 1.0;
    };
    right = honest(wrong_calls(all_ways[0], lies));
    const auto of_f = [](const CapsuleCall& call) {
      return call.kind == CapsuleCall::Kind::load && call.place.bank == Bank::f;
    };
    const auto first = std::find_if(right.calls.begin(), right.calls.end(), of_f);
    load = static_cast<std::size_t>(std::find_if(first + 1, right.calls.end(), of_f) - right.calls.begin());
    CapsuleCall& call = right.calls.at(load);
    call.late = call.data;
    call.late.at(changed_word) += 0.5;
    Capsule calls = right;
    calls.calls[load].data = call.late;
    late = honest(calls);
    late.calls[load].data = call.data;
  }
  static constexpr std::size_t changed_word = 40;
};

TEST(LateLoads, NameTheLoadAndTheHost) {
  const LateStep step;
  const auto found = find_divergence(step.late, honest);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->side, WrongSide::host);
  EXPECT_EQ(component_of(*found), "blocking");
  EXPECT_EQ(found->call, step.load);
  EXPECT_EQ(found->differing, 1);
  EXPECT_EQ(found->word.offset_words,
            step.right.calls[step.load].place.offset_words + static_cast<std::int64_t>(LateStep::changed_word));
}

TEST(LateLoads, AreNotNamedWhereTheyDoNotGiveTheWrongWords) {
  LateStep step;
  for (CapsuleCall& call : step.right.calls)
    if (call.kind == CapsuleCall::Kind::store) call.data.front() += 1.0;
  const auto found = find_divergence(step.right, honest);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->side, WrongSide::device);
  EXPECT_EQ(found->where, Divergence::Where::before);
}

TEST(LateLoads, OfRightStoresAreNoDivergence) {
  EXPECT_FALSE(find_divergence(LateStep().right, honest));
}

}  // namespace
}  // namespace stencil::capsule_tests::late_loads
