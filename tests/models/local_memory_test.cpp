// SPDX-License-Identifier: Apache-2.0
#include "models/local_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace stencil::local_memory_test {
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
  memory.load(Array::f, 0, 3, f.data(), 4);
  memory.load(Array::r, 0, 6, r.data(), 4);
  std::vector<double> back(10, -1);
  memory.store(Array::f, 0, 0, back.data(), 10);
  EXPECT_EQ(back, (std::vector<double>{0, 0, 0, 1, 2, 3, 4, 0, 0, 0}));
  memory.store(Array::r, 0, 0, back.data(), 10);
  EXPECT_EQ(back, (std::vector<double>{0, 0, 0, 0, 0, 0, 100, 101, 102, 103}));
}

TEST(LocalMemory, SweepsThePackedBlockAtWordZeroOnly) {
  LocalMemory memory(20);
  const auto f = counted(20, 1);
  memory.load(Array::f, 0, 0, f.data(), 20);
  auto expected = f;
  const std::vector<double> r(20, 0.0);
  const JacobiWeights w{1.0, 2.0, 0.125};
  golden_sweeps(4, 4, expected.data(), r.data(), w, 3);
  memory.sweep({4, 4, 3, w, false, false});
  std::vector<double> back(20);
  memory.store(Array::f, 0, 0, back.data(), 20);
  EXPECT_EQ(back, expected);
  EXPECT_NE(back, f);
}

TEST(LocalMemory, KeepsTheBuffersApartAndChainsBlocksAcrossThem) {
  const auto f = counted(30, 1);
  const auto r = counted(30, 7);
  const JacobiWeights w{1.0, 2.0, 0.125};
  auto expected = f;
  golden_sweeps(10, 3, expected.data(), r.data(), w, 2);
  LocalMemory memory(18, 3, 2);
  memory.load(Array::f, 1, 0, f.data(), 18);
  memory.load(Array::r, 1, 0, r.data(), 18);
  memory.load(Array::f, 2, 0, f.data() + 18, 12);
  memory.load(Array::r, 0, 0, r.data() + 18, 12);
  memory.sweep({6, 3, 2, w, false, true}, 1, 1);
  memory.sweep({4, 3, 2, w, true, false}, 2, 0);
  std::vector<double> back(30, -1);
  memory.store(Array::f, 1, 0, back.data(), 12);
  memory.store(Array::f, 2, 0, back.data() + 12, 18);
  EXPECT_EQ(back, expected);
  memory.store(Array::f, 0, 0, back.data(), 18);
  EXPECT_EQ(back[17], 0.0) << "nothing wrote buffer 0";
}

TEST(LocalMemory, SetsATileOfOneBufferAndEndsTheChain) {
  auto f = counted(20, 1);
  f[2] = 100;
  Tile tile{4, 5, 2, true, {1, 0}, {3, 0}, {2, -1}, {4, -1}};
  auto expected = f;
  golden_tile(tile, expected.data());
  LocalMemory memory(20, 2, 1);
  memory.load(Array::f, 1, 0, f.data(), 20);
  memory.sweep({3, 3, 1, {}, false, true}, 0, 0);
  memory.tile(tile, 1);
  std::vector<double> back(20, -1);
  memory.store(Array::f, 1, 0, back.data(), 20);
  EXPECT_EQ(back, expected);
  EXPECT_NE(back, f);
  EXPECT_THROW(memory.sweep({3, 3, 1, {}, true, false}), std::invalid_argument) << "the tile ended the chain";
  EXPECT_THROW(memory.tile(tile, 2), std::out_of_range);
  tile.rows = 5;
  EXPECT_THROW(memory.tile(tile, 1), std::out_of_range);
}

TEST(LocalMemory, RefusesBuffersItDoesNotHaveAndLastBlocksThatDoNotFit) {
  LocalMemory memory(18, 3, 2);
  std::vector<double> words(18);
  EXPECT_THROW(memory.load(Array::f, 3, 0, words.data(), 1), std::out_of_range);
  EXPECT_THROW(memory.load(Array::r, 2, 0, words.data(), 1), std::out_of_range);
  EXPECT_THROW(memory.store(Array::f, -1, 0, words.data(), 1), std::out_of_range);
  EXPECT_THROW(memory.sweep({2, 3, 1, {}, false, false}, 3, 0), std::out_of_range);
  EXPECT_THROW(memory.sweep({2, 3, 1, {}, false, false}, 0, 2), std::out_of_range);
  memory.sweep({6, 3, 3, {}, false, true});
  EXPECT_THROW(memory.sweep({4, 3, 3, {}, true, false}), std::out_of_range) << "4 rows loaded, 7 finished, room for 6";
  EXPECT_THROW(memory.sweep({3, 3, 2, {}, true, false}), std::invalid_argument);
  EXPECT_NO_THROW(memory.sweep({3, 3, 3, {}, true, false}));
  EXPECT_THROW(LocalMemory(1, 0, 1), std::invalid_argument);
  EXPECT_THROW(LocalMemory(1, 1, 0), std::invalid_argument);
}

TEST(LocalMemory, RefusesWhatDoesNotFitAndTouchesNothing) {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  LocalMemory memory(10);
  const auto f = counted(11, 1);
  std::vector<double> back(11, -1);
  for (const auto& [offset, length] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {0, 11}, {10, 1}, {-1, 1}, {0, -1}, {11, 0}, {huge, huge}, {1, huge}}) {
    EXPECT_THROW(memory.load(Array::f, 0, offset, f.data(), length), std::out_of_range) << offset << " " << length;
    EXPECT_THROW(memory.store(Array::f, 0, offset, back.data(), length), std::out_of_range) << offset << " " << length;
  }
  EXPECT_NO_THROW(memory.load(Array::f, 0, 10, f.data(), 0));
  EXPECT_THROW(memory.sweep({11, 1, 1, {}, false, false}), std::out_of_range);
  EXPECT_THROW(memory.sweep({huge, huge, 1, {}, false, false}), std::out_of_range);
  EXPECT_THROW(memory.sweep({-1, 3, 1, {}, false, false}), std::out_of_range);
  EXPECT_EQ(back, std::vector<double>(11, -1));
  memory.store(Array::f, 0, 0, back.data(), 10);
  EXPECT_EQ(back[0], 0.0);
  EXPECT_THROW(LocalMemory(0), std::invalid_argument);
  EXPECT_THROW(LocalMemory(-5), std::invalid_argument);
}

}  // namespace
}  // namespace stencil::local_memory_test
