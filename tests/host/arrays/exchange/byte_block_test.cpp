// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/byte_block.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

TEST(ByteBlock, IsPlainBytesUpToTheLimit) {
  const ByteBlock none(0);
  EXPECT_EQ(none.count(), 0);
  const ByteBlock most(ByteBlock::default_limit_bytes);
  EXPECT_EQ(most.type(), MPI_BYTE);
  EXPECT_EQ(most.count(), ByteBlock::default_limit_bytes);
}

TEST(ByteBlock, IsOneDerivedTypeOfTheExactSizeBeyond) {
  const std::int64_t limit = ByteBlock::default_limit_bytes;
  for (const std::int64_t bytes : {limit + 1, limit + 2, 3 * limit + 12345, std::int64_t{1} << 45}) {
    const ByteBlock block(bytes);
    EXPECT_EQ(block.count(), 1);
    MPI_Count size = 0;
    MPI_Count low = -1;
    MPI_Count extent = 0;
    MPI_Type_size_x(block.type(), &size);
    MPI_Type_get_extent_x(block.type(), &low, &extent);
    EXPECT_EQ(size, bytes);
    EXPECT_EQ(extent, bytes);
    EXPECT_EQ(low, 0);
  }
}

TEST(ByteBlock, RefusesMoreThanAnIntOfChunks) {
  EXPECT_THROW(ByteBlock(std::int64_t{1} << 52), ArgumentError);
}

// With lowered limits and every remainder; plain bytes on one side, the derived type on the other.
TEST(ByteBlock, MovesEveryByteWhicheverFormEitherSideUses) {
  for (std::int64_t bytes = 1; bytes <= 70; ++bytes) {
    for (const bool derived_sends : {false, true}) {
      const ByteBlock derived(bytes, 0, 16);
      const ByteBlock plain(bytes);
      const ByteBlock& out = derived_sends ? derived : plain;
      const ByteBlock& in = derived_sends ? plain : derived;
      std::vector<unsigned char> from(static_cast<std::size_t>(bytes));
      std::vector<unsigned char> to(from.size() + 8, 0xD7);
      for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<unsigned char>(i * 7 + 1);
      MPI_Status status;
      MPI_Sendrecv(from.data(), out.count(), out.type(), 0, 5, to.data(), in.count(), in.type(), 0, 5, MPI_COMM_SELF,
                   &status);
      EXPECT_EQ(in.received_bytes(status), bytes);
      from.resize(to.size(), 0xD7);
      ASSERT_EQ(to, from) << bytes;
    }
  }
}

}  // namespace
}  // namespace stencil
