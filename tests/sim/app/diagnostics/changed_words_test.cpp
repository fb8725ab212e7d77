// Words that stay on the device between steps: one that changes by itself is found, with what has brought it.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/stores/changed_words.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

constexpr std::int64_t kept_words = 12;  // 4 rows of 3
constexpr Place f{Bank::f, 0, 0, kept_words};
constexpr Place r{Bank::r, 0, 0, kept_words};

CapsuleCall move(Kind kind, const Place& place, double value) {
  CapsuleCall call;
  call.kind = kind;
  call.place = place;
  call.data.assign(static_cast<std::size_t>(place.length_words), value);
  return call;
}

CapsuleCall sweep(bool below = false) {
  SweepCommand command;
  command.rows = 4;
  command.cols = 3;
  command.niter = 1;
  command.below = below;
  CapsuleCall call;
  call.kind = Kind::command;
  call.command = command;
  return call;
}

// The second of two steps, of which the first loads 1 everywhere and stores 2, finds this word of the place as `got`.
std::optional<ChangedWords::Found> found(const Place& place, std::int64_t word, double got, bool chain = false) {
  Capsule first;
  first.calls = {move(Kind::load, f, 1), move(Kind::load, r, 1), sweep(chain), move(Kind::store, f, 2)};
  Capsule second;
  second.origin.step = 1;
  second.contents = {{place, std::vector<double>(kept_words, place.bank == Bank::f ? 2 : 1)}};
  second.contents[0].words[static_cast<std::size_t>(word)] = got;
  ChangedWords changed;
  changed.add(first);
  changed.add(second);
  return changed.found();
}

TEST(ChangedWords, WhatIsAsItWasLeftIsNotNamed) {
  EXPECT_FALSE(found(f, 0, 2));
  EXPECT_FALSE(found(r, 0, 1));
}

TEST(ChangedWords, ALoadedWordThatNoCallHasSetSinceIsNamed) {
  const auto changed = found(r, 7, std::nan(""));
  ASSERT_TRUE(changed);
  EXPECT_EQ(
      changed->text,
      "row 2, column 1 of r buffer 0, which step 0 has loaded, is another when step 1 begins, and no call has set "
      "it since; the last command before is that of block 0 of step 0");
  EXPECT_EQ(changed->expected, 0x3ff0000000000000U);
}

TEST(ChangedWords, AResultIsWhatTheStoreBrought) {
  const auto changed = found(f, 0, 1);
  ASSERT_TRUE(changed);
  EXPECT_NE(changed->text.find("which step 0 has stored"), std::string::npos);
}

TEST(ChangedWords, AZeroOfTheOtherSignIsAnother) {
  Capsule first;
  first.calls = {move(Kind::load, r, 0.0), sweep()};
  Capsule second;
  second.contents = {{r, std::vector<double>(kept_words, -0.0)}};
  ChangedWords changed;
  changed.add(first);
  changed.add(second);
  EXPECT_TRUE(changed.found());
}

TEST(ChangedWords, ResultsThatNoStoreBroughtAreNotKnown) {
  Capsule first;
  first.calls = {move(Kind::load, f, 1), sweep()};
  Capsule second;
  second.contents = {{f, std::vector<double>(kept_words, 5)}};
  ChangedWords changed;
  changed.add(first);
  changed.add(second);
  EXPECT_FALSE(changed.found());
}

// The contract: a link of a chain leaves r undefined.
TEST(ChangedWords, WhatALinkOfAChainLeavesUndefinedIsNotKnown) {
  EXPECT_FALSE(found(r, 7, std::nan(""), true));
}

}  // namespace
}  // namespace stencil
