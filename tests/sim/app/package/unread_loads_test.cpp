// Loads that are lost, and those that are made again, replaced in part, or read before.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/unread_loads.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace stencil {
namespace {

class UnreadLoadsCase : public ::testing::Test {
 protected:
  UnreadLoads loads_;
  std::vector<double> a_ = std::vector<double>(20, 1.0), b_ = std::vector<double>(20, 2.0);
};

TEST_F(UnreadLoadsCase, ALoadThatAnotherReplacesIsLost) {
  for (const Bank bank : {Bank::f, Bank::r}) {
    loads_.forget();
    EXPECT_EQ(loads_.loaded(bank, 4, 10, a_.data(), 0).words, 0);
    const UnreadLoads::Found found = loads_.loaded(bank, 0, 20, b_.data(), 3);
    EXPECT_EQ(found.words, 10);
    const std::string name = bank == Bank::f ? "f" : "r";
    EXPECT_EQ(found.text,
              "replaces words 4 .. 13 of " + name + ", all that " + name +
                  "_to_accel (call 0) loaded there from elsewhere, before any sweep has used them (call 3): "
                  "the accelerator has one " +
                  name);
  }
}

TEST_F(UnreadLoadsCase, TheOtherBankIsAnotherPlace) {
  loads_.loaded(Bank::f, 0, 10, a_.data(), 0);
  EXPECT_EQ(loads_.loaded(Bank::r, 0, 10, b_.data(), 1).words, 0);
}

TEST_F(UnreadLoadsCase, WordsOfTheSamePlaceOrOfTheSameValuesAreLoadedAgain) {
  loads_.loaded(Bank::r, 2, 8, a_.data() + 2, 0);
  a_[3] = 9.0;
  EXPECT_EQ(loads_.loaded(Bank::r, 0, 20, a_.data(), 1).words, 0) << "newer values of the same memory";
  std::vector<double> same = a_;
  EXPECT_EQ(loads_.loaded(Bank::r, 0, 20, same.data(), 2).words, 0);
}

// Halo rows from a buffer of their own over those of the array.
TEST_F(UnreadLoadsCase, ALoadThatIsReplacedInPartIsNotLost) {
  loads_.loaded(Bank::f, 0, 20, a_.data(), 0);
  EXPECT_EQ(loads_.loaded(Bank::f, 0, 4, b_.data(), 1).words, 0);
  EXPECT_EQ(loads_.loaded(Bank::f, 16, 4, b_.data(), 2).words, 0);
}

TEST_F(UnreadLoadsCase, WordsThatWereReadAreNotLost) {
  loads_.loaded(Bank::f, 0, 20, a_.data(), 0);
  loads_.stored(5, 1);
  EXPECT_EQ(loads_.loaded(Bank::f, 0, 20, b_.data(), 2).words, 0);
  loads_.forget();
  EXPECT_EQ(loads_.loaded(Bank::f, 0, 20, a_.data(), 3).words, 0);
}

}  // namespace
}  // namespace stencil
