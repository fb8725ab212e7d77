// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/buffer_pool.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace stencil {
namespace {

TEST(BufferPool, GivesTheSameMemoryAgain) {
  BufferPool pool(1000);
  std::byte* first = nullptr;
  {
    const BufferPool::Buffer buffer = pool.take(300);
    first = buffer.get();
    EXPECT_EQ(pool.kept_bytes(), 0);
  }
  EXPECT_EQ(pool.kept_bytes(), 300);
  const BufferPool::Buffer shorter = pool.take(150);
  EXPECT_EQ(shorter.get(), first) << "up to half of it may stay unused";
  const BufferPool::Buffer other = pool.take(150);
  EXPECT_NE(other.get(), first) << "it is on loan";
}

TEST(BufferPool, DoesNotWasteALongOneOnAShortMessage) {
  BufferPool pool(1000);
  { const BufferPool::Buffer buffer = pool.take(300); }
  const BufferPool::Buffer small = pool.take(100);
  EXPECT_EQ(pool.kept_bytes(), 300);
  EXPECT_NE(small.get(), nullptr);
}

TEST(BufferPool, KeepsTheLatestUpToItsLimit) {
  BufferPool pool(1000);
  std::byte* last = nullptr;
  {
    BufferPool::Buffer a = pool.take(400);
    BufferPool::Buffer b = pool.take(500);
    BufferPool::Buffer c = pool.take(300);
    BufferPool::Buffer huge = pool.take(5000);
    last = a.get();
    // Destroyed in reverse order: huge is not kept; c and b are; then c makes room for a.
  }
  EXPECT_EQ(pool.kept_bytes(), 900);
  EXPECT_EQ(pool.take(400).get(), last);
}

TEST(BufferPool, MovedBuffersAreGivenBackOnce) {
  BufferPool pool(1000);
  {
    BufferPool::Buffer a = pool.take(10);
    BufferPool::Buffer b(std::move(a));
    BufferPool::Buffer c;
    c = std::move(b);
    EXPECT_TRUE(c);
    EXPECT_FALSE(a);
    EXPECT_FALSE(b);
  }
  EXPECT_EQ(pool.kept_bytes(), 10);
}

}  // namespace
}  // namespace stencil
