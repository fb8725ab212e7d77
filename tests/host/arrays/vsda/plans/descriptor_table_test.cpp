// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "host/base/errors.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

Descriptor descriptor_of(std::int64_t elemsize) {
  UpdatePlan plan;
  plan.bytes = elemsize;
  return {CallersComm(), 0, elemsize, BlockedLayout(0, 0, Edges::none, {0}, 1), plan, nullptr, ""};
}

TEST(DescriptorTable, FindsEachAndGivesNoHandleTwice) {
  test::Random random(test::test_seed());
  DescriptorTable table;
  std::set<std::uint64_t> given;
  std::vector<std::uint64_t> alive;
  std::vector<std::uint64_t> destroyed;
  UpdateOrder copy;
  for (std::int64_t step = 1; step <= 3000; ++step) {
    if (alive.empty() || random(0, 99) < 60) {
      alive.push_back(table.add(descriptor_of(step)));
      ASSERT_TRUE(given.insert(alive.back()).second) << "a handle given out twice";
      ASSERT_EQ(table.find("vsda", alive.back())->elemsize, step);
      ASSERT_EQ(table.find_update("vsda", alive.back(), copy).plan.bytes, step);
    } else {
      const auto which = static_cast<std::size_t>(random(0, static_cast<std::int64_t>(alive.size()) - 1));
      table.remove("vsda", alive[which]);
      destroyed.push_back(alive[which]);
      alive[which] = alive.back();
      alive.pop_back();
    }
  }
  for (const std::uint64_t id : destroyed) {
    EXPECT_THROW(table.find("vsda", id), ArgumentError);
    EXPECT_THROW(table.find_update("vsda", id, copy), ArgumentError);
    EXPECT_THROW(table.remove("vsda", id), ArgumentError);
  }
  for (const std::uint64_t id : alive)
    EXPECT_EQ(table.find_update("vsda", id, copy).plan.bytes, table.find("vsda", id)->elemsize);
}

TEST(DescriptorTable, RefusesWhatMemoryHoldsByChance) {
  DescriptorTable table;
  UpdateOrder copy;
  const std::uint64_t id = table.add(descriptor_of(8));
  constexpr std::uint64_t one = 1;
  for (const std::uint64_t other :
       {0 * one, one, ~(0 * one), id + 1, id ^ one << 24, id ^ one << 60, one * 0x5A5A5A5A5A5A5A5A}) {
    EXPECT_THROW(table.find("vsda", other), ArgumentError) << std::hex << other;
    EXPECT_THROW(table.find_update("vsda", other, copy), ArgumentError) << std::hex << other;
  }
  table.remove("vsda", id);
  EXPECT_THROW(table.find("vsda", 0), ArgumentError) << "an empty place is no descriptor";
}

TEST(DescriptorTable, KeepsADescriptorForThoseWhoHoldIt) {
  DescriptorTable table;
  const std::uint64_t id = table.add(descriptor_of(40));
  const auto held = table.find("vsda", id);
  table.remove("vsda", id);
  table.add(descriptor_of(7));
  EXPECT_EQ(held->elemsize, 40);
}

TEST(DescriptorTable, LeavesAPlaceEmptyWhoseHandlesAreUsedUp) {
  DescriptorTable table(3);
  std::set<std::uint64_t> given;
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t id = table.add(descriptor_of(8));
    ASSERT_TRUE(given.insert(id).second) << "handle " << i << " was given before";
    table.remove("vsda", id);
  }
}

}  // namespace
}  // namespace stencil
