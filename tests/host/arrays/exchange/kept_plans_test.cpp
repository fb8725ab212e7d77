// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/kept_plans.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace stencil {
namespace {

using Plans = KeptPlans<int, int>;

std::shared_ptr<const int> plan(int value) {
  return std::make_shared<const int>(value);
}

TEST(KeptPlans, GivesBackWhatWasKept) {
  Plans plans(3, 100);
  EXPECT_EQ(plans.find(1), nullptr);
  const auto one = plan(11);
  plans.keep(1, one, 10);
  EXPECT_EQ(plans.find(1), one);
  EXPECT_EQ(plans.find(2), nullptr);
  plans.keep(1, plan(12), 10);
  ASSERT_NE(plans.find(1), nullptr);
  EXPECT_EQ(*plans.find(1), 12) << "the later one";
  EXPECT_EQ(*one, 11) << "an owner of the earlier one keeps it";
}

TEST(KeptPlans, TheOneNotUsedForLongestMakesRoom) {
  Plans plans(3, 100);
  for (int key = 1; key <= 3; ++key) plans.keep(key, plan(key), 1);
  EXPECT_NE(plans.find(1), nullptr);
  plans.keep(4, plan(4), 1);
  EXPECT_EQ(plans.find(2), nullptr);
  for (const int key : {1, 3, 4}) EXPECT_NE(plans.find(key), nullptr) << key;
}

TEST(KeptPlans, AreNoMoreThanTheirBytes) {
  Plans plans(10, 100);
  plans.keep(1, plan(1), 40);
  plans.keep(2, plan(2), 40);
  plans.keep(3, plan(3), 20);
  for (const int key : {1, 2, 3}) EXPECT_NE(plans.find(key), nullptr) << key;
  plans.keep(4, plan(4), 50);  // 1 and 2 must go
  for (const int key : {1, 2}) EXPECT_EQ(plans.find(key), nullptr) << key;
  for (const int key : {3, 4}) EXPECT_NE(plans.find(key), nullptr) << key;
  plans.keep(5, plan(5), 101);
  EXPECT_EQ(plans.find(5), nullptr) << "too large ever to be kept";
  EXPECT_NE(plans.find(3), nullptr);
  plans.keep(3, plan(33), 101);
  EXPECT_EQ(plans.find(3), nullptr) << "not the earlier one either";
  plans.keep(6, plan(6), 50);
  EXPECT_NE(plans.find(4), nullptr) << "bytes of dropped plans do not count";
  EXPECT_NE(plans.find(6), nullptr);
}

}  // namespace
}  // namespace stencil
