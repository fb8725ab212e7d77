// Two loads of ten words each, r and f; f is found with words of either in places that are not theirs.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/sent_elsewhere.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace stencil {
namespace {

class SentElsewhere : public ::testing::Test {
 protected:
  SentElsewhere() {
    std::iota(r.begin(), r.end(), 100.0);
    std::iota(f.begin(), f.end(), 1.0);
    for (const Bank bank : {Bank::r, Bank::f}) {
      CapsuleCall load;
      load.kind = CapsuleCall::Kind::load;
      load.place = {bank, 0, 0, 10};
      load.data = bank == Bank::r ? r : f;
      capsule.calls.push_back(load);
    }
    seen = f;
  }
  // Of f, which is call 1; empty: nothing is explained.
  std::string as_if() const {
    const auto found = sent_elsewhere(capsule, 1, f, seen);
    return found ? found->component + ": " + found->as_if + ", " + std::to_string(found->fits) + " of " +
                       std::to_string(found->of)
                 : "";
  }

  Capsule capsule;
  std::vector<double> r = std::vector<double>(10), f = std::vector<double>(10), seen;
};

TEST_F(SentElsewhere, WordsOfAnotherLoadAreNamedByThatLoad) {
  for (std::size_t word = 2; word < 6; ++word) seen[word] = r[word + 4];
  EXPECT_EQ(as_if(), "burst address: words 6 to 9 of the load of r buffer 0 (call 0) had gone here, 4 of 4");
}

TEST_F(SentElsewhere, WordsOfTheSameLoadToo) {
  for (std::size_t word = 0; word < 3; ++word) seen[word] = f[word + 5];
  seen[9] = -1.0;
  EXPECT_EQ(as_if(), "burst address: words 5 to 7 of this load had gone here, 3 of 4");
}

TEST_F(SentElsewhere, FewerThanHalfOfTheWrongWordsExplainNothing) {
  EXPECT_EQ(as_if(), "") << "no word is wrong";
  for (std::size_t word = 0; word < 5; ++word) seen[word] = -1.0;
  seen[0] = r[3];
  seen[1] = r[4];
  EXPECT_EQ(as_if(), "");
}

TEST_F(SentElsewhere, OneWordMayHaveComeFromAnywhere) {
  seen[4] = r[0];
  EXPECT_EQ(as_if(), "");
}

}  // namespace
}  // namespace stencil
