// SPDX-License-Identifier: Apache-2.0
#include "models/local_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace stencil {
namespace {

using Array = LocalMemory::Array;

std::vector<double> counted(std::size_t n, double first) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST(LocalMemory, StartsAsZerosAndKeepsTheArraysApart) {
  LocalMemory memory(10);
  const auto f = counted(4, 1);
  const auto r = counted(4, 100);
  memory.load(Array::f, 3, f.data(), 4);
  memory.load(Array::r, 6, r.data(), 4);
  std::vector<double> back(10, -1);
  memory.store(Array::f, 0, back.data(), 10);
  EXPECT_EQ(back, (std::vector<double>{0, 0, 0, 1, 2, 3, 4, 0, 0, 0}));
  memory.store(Array::r, 0, back.data(), 10);
  EXPECT_EQ(back, (std::vector<double>{0, 0, 0, 0, 0, 0, 100, 101, 102, 103}));
}

TEST(LocalMemory, SweepsThePackedBlockAtWordZeroOnly) {
  LocalMemory memory(20);
  const auto f = counted(20, 1);
  memory.load(Array::f, 0, f.data(), 20);
  auto expected = f;
  const std::vector<double> r(20, 0.0);
  const JacobiWeights w{1.0, 2.0, 0.125};
  jacobi_sweeps(4, 4, expected.data(), r.data(), w, 3);
  memory.sweep(4, 4, w, 3);
  std::vector<double> back(20);
  memory.store(Array::f, 0, back.data(), 20);
  EXPECT_EQ(back, expected);
  EXPECT_NE(back, f);
}

TEST(LocalMemory, RefusesWhatDoesNotFitAndTouchesNothing) {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  LocalMemory memory(10);
  const auto f = counted(11, 1);
  std::vector<double> back(11, -1);
  for (const auto& [offset, length] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {0, 11}, {10, 1}, {-1, 1}, {0, -1}, {11, 0}, {huge, huge}, {1, huge}}) {
    EXPECT_THROW(memory.load(Array::f, offset, f.data(), length), std::out_of_range) << offset << " " << length;
    EXPECT_THROW(memory.store(Array::f, offset, back.data(), length), std::out_of_range) << offset << " " << length;
  }
  EXPECT_NO_THROW(memory.load(Array::f, 10, f.data(), 0));
  EXPECT_THROW(memory.sweep(11, 1, {}, 1), std::out_of_range);
  EXPECT_THROW(memory.sweep(huge, huge, {}, 1), std::out_of_range);
  EXPECT_THROW(memory.sweep(-1, 3, {}, 1), std::out_of_range);
  EXPECT_EQ(back, std::vector<double>(11, -1));
  memory.store(Array::f, 0, back.data(), 10);
  EXPECT_EQ(back[0], 0.0);
  EXPECT_THROW(LocalMemory(0), std::invalid_argument);
  EXPECT_THROW(LocalMemory(-5), std::invalid_argument);
}

}  // namespace
}  // namespace stencil
