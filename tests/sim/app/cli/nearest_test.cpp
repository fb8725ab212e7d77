// Names that misspelt words are taken for, and words that are taken for none.
// SPDX-License-Identifier: Apache-2.0
#include "host/base/nearest.hpp"

#include <gtest/gtest.h>

#include "host/base/text.hpp"

namespace stencil {
namespace {

const std::vector<std::string> options{"--rows", "--cols", "--portion", "--iterations", "--row-cuts", "--col-cuts"};

TEST(EditDistance, CountsLettersAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("rtl", ""), 3u);
  EXPECT_EQ(edit_distance("portion", "portoin"), 1u) << "two letters swapped";
  EXPECT_EQ(edit_distance("rows", "row"), 1u);
  EXPECT_EQ(edit_distance("row", "rows"), 1u);
  EXPECT_EQ(edit_distance("rtl", "rtx"), 1u);
  EXPECT_EQ(edit_distance("skewed", "shewd"), 2u);
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance("model", "rtl"), 4u);
}

TEST(Nearest, IsAtMostTwoLettersAway) {
  EXPECT_EQ(nearest("--portoin", options), "--portion");
  EXPECT_EQ(nearest("--prtin", options), "--portion");
  EXPECT_EQ(nearest("--prti", options), "") << "three";
  EXPECT_EQ(nearest("portion", options), "--portion") << "without dashes";
  EXPECT_EQ(nearest("-rows", options), "--rows");
  EXPECT_EQ(nearest("--rws", options), "--rows");
}

TEST(Nearest, IsLessThanHalfTheLettersAway) {
  EXPECT_EQ(nearest("ru", {"run"}), "") << "one of two letters";
  EXPECT_EQ(nearest("rnu", {"run"}), "run");
  EXPECT_EQ(nearest("abcd", {"abxy"}), "") << "two of four";
  EXPECT_EQ(nearest("abcde", {"abcxy"}), "abcxy");
  EXPECT_EQ(nearest("walk", {"run", "cycles", "tune"}), "");
}

TEST(Nearest, OfSeveralIsTheNearest) {
  EXPECT_EQ(nearest("--cos", options), "--cols");
  EXPECT_EQ(nearest("--col-cut", options), "--col-cuts");
  EXPECT_EQ(nearest("wdie", {"wide-bus", "wide"}), "wide");
}

TEST(Nearest, IsTheOnlyOneThatBeginsSo) {
  EXPECT_EQ(nearest("--iter", options), "--iterations");
  EXPECT_EQ(nearest("overlap", {"sequential", "overlapped"}), "overlapped");
  EXPECT_EQ(nearest("--it", options), "") << "two letters";
  EXPECT_EQ(nearest("overlap", {"overlapped-rows", "overlapped-tiles"}), "") << "two begin so";
}

TEST(Nearest, OfNothingIsNothing) {
  EXPECT_EQ(nearest("", options), "");
  EXPECT_EQ(nearest("--", options), "");
  EXPECT_EQ(nearest("--rows", {}), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), {std::string(100001, 'x')}), "") << "in no time";
}

TEST(DidYouMean, EndsAnError) {
  EXPECT_EQ(did_you_mean("--portoin", options), "; did you mean --portion?");
  EXPECT_EQ(did_you_mean("--speed", options), "");
}

TEST(WithCommas, SeparatesThousands) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(-1234567), "-1,234,567");
  EXPECT_EQ(signed_with_commas(0), "+0");
  EXPECT_EQ(signed_with_commas(1000), "+1,000");
  EXPECT_EQ(signed_with_commas(-1000), "-1,000");
}

TEST(Wrapped, BreaksBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 2, 0, 7), "one two\n  three");
  EXPECT_EQ(wrapped("one two three", 2, 1, 7), "one\n  two\n  three") << "the first begins in column 1";
  EXPECT_EQ(wrapped("a much-longer-word b", 0, 0, 5), "a\nmuch-longer-word\nb");
  EXPECT_EQ(wrapped("", 2, 0), "");
}

}  // namespace
}  // namespace stencil
