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

// They write r too, which no load has to have brought to the other buffer.
TEST_F(SentElsewhere, LinksOfAChainMayHaveWrittenTheWordsOfR) {
  capsule.calls[1].place.bank = Bank::r;
  capsule.calls[1].place.buffer = 1;
  CapsuleCall command;
  command.kind = CapsuleCall::Kind::command;
  SweepCommand sweep{2, 5, 1, JacobiWeights{}};
  sweep.below = true;
  command.command = sweep;
  capsule.calls.push_back(command);
  for (std::size_t word = 2; word < 6; ++word) seen[word] = r[word];
  EXPECT_EQ(as_if(),
            "burst address or write-back: words 2 to 5 of the load of r buffer 0 (call 0) had gone here, or what the "
            "command of call 2, a link of a chain, writes of r buffer 0 for its next pass, 4 of 4");
  sweep.below = false;
  capsule.calls.back().command = sweep;
  EXPECT_EQ(as_if(), "burst address: words 2 to 5 of the load of r buffer 0 (call 0) had gone here, 4 of 4");
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

// A store of words 4 to 9 of f buffer 0, which has 1 to 20; r buffer 1 has 100 to 119.
class ReadElsewhere : public ::testing::Test {
 protected:
  ReadElsewhere() {
    places = {{{Bank::f, 0, 0, 20}, std::vector<double>(20)}, {{Bank::r, 1, 5, 20}, std::vector<double>(20)}};
    std::iota(places[0].words.begin(), places[0].words.end(), 1.0);
    std::iota(places[1].words.begin(), places[1].words.end(), 100.0);
    expected.assign(places[0].words.begin() + 4, places[0].words.begin() + 10);
    got = expected;
  }
  std::string as_if() const {
    const auto found = read_elsewhere({Bank::f, 0, 4, 6}, expected, got, places);
    return found ? found->component + ": " + found->as_if : "";
  }

  std::vector<PlaceWords> places;
  std::vector<double> expected, got;
};

TEST_F(ReadElsewhere, AnAddressThatIsTooHighIsNamedByItsDistance) {
  for (std::size_t word = 2; word < 5; ++word) got[word] = places[0].words[4 + word + 8];
  EXPECT_EQ(as_if(), "store: words 14 to 16 of the same buffer, 8 words behind, had been read here");
}

TEST_F(ReadElsewhere, AnotherBufferIsNamed) {
  got[5] = places[1].words[9];
  EXPECT_EQ(as_if(), "store: word 14 of r buffer 1 had been read here");
}

TEST_F(ReadElsewhere, NothingIsSaidOfWordsThatLieNowhereOrTwice) {
  EXPECT_EQ(as_if(), "") << "no word is wrong";
  got[1] = -1.0;
  EXPECT_EQ(as_if(), "");
  got[1] = 7.0;
  places[1].words[3] = 7.0;
  EXPECT_EQ(as_if(), "") << "one word, in two places";
  got[1] = places[0].words[12];
  got[2] = places[0].words[11];
  EXPECT_EQ(as_if(), "") << "at two distances";
}

}  // namespace
}  // namespace stencil
