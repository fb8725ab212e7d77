// Copies between distributions on any number of ranks: values, fences, exact bytes, overlap.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "host/arrays/exchange/traffic.hpp"
#include "tests/host/arrays/vsda/test_array.hpp"

namespace stencil::test {
namespace {

struct Ranges {
  long target = 0;
  long source = 0;
  long count = 0;
};

Ranges random_ranges(Random& random, const Shape& target, const Shape& source) {
  Ranges ranges;
  ranges.count = random(0, std::min(target.globsize(), source.globsize()));
  ranges.target = random(0, target.globsize() - ranges.count);
  ranges.source = random(0, source.globsize() - ranges.count);
  return ranges;
}

// The number of elements whose owners in source and target differ: only those may travel.
long travelling_elements(const Ranges& ranges, const Shape& target, const Shape& source) {
  long travelling = 0;
  for (long i = 0; i < ranges.count; ++i) {
    travelling += source.owner(ranges.source + i) != target.owner(ranges.target + i) ? 1 : 0;
  }
  return travelling;
}

struct Spent {
  explicit Spent(const VsdaTraffic& before) : before_(before) {}
  long bytes_sent() const { return sum_over_ranks(vsda_traffic().bytes_sent - before_.bytes_sent); }
  long bytes_kept() const { return sum_over_ranks(vsda_traffic().bytes_kept - before_.bytes_kept); }
  long bytes_staged() const { return sum_over_ranks(vsda_traffic().bytes_staged - before_.bytes_staged); }

 private:
  VsdaTraffic before_;
};

TEST(VsdaCopy, MovesAnyRangeBetweenAnyDistributionsToTheByte) {
  Random random(test_seed());
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    const long elemsizes[] = {1, 5, 8, 800};
    const long elemsize = elemsizes[random(0, 3)];
    const Shape source_shape = random_shape(random, comm_size(), elemsize, random(0, 3));
    const Shape target_shape = random_shape(random, comm_size(), elemsize, random(0, 3));
    const Ranges ranges = random_ranges(random, target_shape, source_shape);
    VSDA source = create(source_shape);
    VSDA target = create(target_shape);
    TestArray from(source_shape, 1);
    TestArray to(target_shape, 2);
    std::vector<MPI_Request> token(2 * static_cast<std::size_t>(comm_size()));
    const Spent spent(vsda_traffic());
    VSDA_Copy(&target, ranges.target, to.data(), &source, ranges.source, from.data(), ranges.count, token.data());
    VSDA_Update_end(token.data());
    to.expect_copy(ranges.target, 1, ranges.source, ranges.count);
    EXPECT_TRUE(to.as_expected());
    EXPECT_TRUE(from.as_expected());
    const long travelling = travelling_elements(ranges, target_shape, source_shape);
    EXPECT_EQ(spent.bytes_sent(), travelling * elemsize);
    EXPECT_EQ(spent.bytes_kept(), (ranges.count - travelling) * elemsize);
    EXPECT_EQ(spent.bytes_staged(), 0);
    VSDA_Destroy(&source);
    VSDA_Destroy(&target);
  }
}

TEST(VsdaCopy, OntoItselfWithOverlapLeavesWhatMemmoveWould) {
  Random random(test_seed());
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    const Shape shape = random_shape(random, comm_size(), 8, random(0, 3));
    const Ranges ranges = random_ranges(random, shape, shape);
    VSDA vsda = create(shape);
    TestArray array(shape, 3);
    std::vector<MPI_Request> token(2 * static_cast<std::size_t>(comm_size()));
    const Spent spent(vsda_traffic());
    VSDA_Copy(&vsda, ranges.target, array.data(), &vsda, ranges.source, array.data(), ranges.count, token.data());
    VSDA_Update_end(token.data());
    array.expect_copy(ranges.target, 3, ranges.source, ranges.count);
    EXPECT_TRUE(array.as_expected());
    EXPECT_EQ(spent.bytes_sent(), travelling_elements(ranges, shape, shape) * 8);
    VSDA_Destroy(&vsda);
  }
}

// Moves the whole array one element further, so that every rank overwrites elements that it sends to the next.
TEST(VsdaCopy, StagesWhatItOverwrites) {
  const int ranks = comm_size();
  Shape shape;
  shape.elemsize = 8;
  shape.distribution.assign(static_cast<std::size_t>(ranks), 4);
  VSDA vsda = create(shape);
  TestArray array(shape, 4);
  std::vector<MPI_Request> token(2 * static_cast<std::size_t>(ranks));
  const Spent spent(vsda_traffic());
  VSDA_Copy(&vsda, 1, array.data(), &vsda, 0, array.data(), 4 * ranks - 1, token.data());
  VSDA_Update_end(token.data());
  array.expect_copy(1, 4, 0, 4 * ranks - 1);
  EXPECT_TRUE(array.as_expected());
  EXPECT_EQ(spent.bytes_staged(), (ranks - 1) * 8);
  VSDA_Destroy(&vsda);
}

// Source and target with different distributions in the same memory: redistribution in place.
TEST(VsdaCopy, RedistributesInPlace) {
  Random random(test_seed());
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(round);
    Shape source_shape = random_shape(random, comm_size(), 16, 0);
    Shape target_shape = source_shape;
    for (int swaps = 0; swaps < 5; ++swaps) {
      std::swap(target_shape.distribution[static_cast<std::size_t>(random(0, comm_size() - 1))],
                target_shape.distribution[static_cast<std::size_t>(random(0, comm_size() - 1))]);
    }
    VSDA source = create(source_shape);
    VSDA target = create(target_shape);
    TestArray from(source_shape, 6);
    TestArray to(target_shape, 7);
    std::vector<unsigned char> memory(16 * 6 * 2, TestArray::poison);
    std::copy_n(static_cast<unsigned char*>(from.data()), from.local_elements() * 16, memory.begin());
    std::vector<MPI_Request> token(2 * static_cast<std::size_t>(comm_size()));
    VSDA_Copy(&target, 0, memory.data(), &source, 0, memory.data(), source_shape.globsize(), token.data());
    VSDA_Update_end(token.data());
    std::copy_n(memory.begin(), to.local_elements() * 16, static_cast<unsigned char*>(to.data()));
    to.expect_copy(0, 6, 0, source_shape.globsize());
    EXPECT_TRUE(to.as_expected());
    VSDA_Destroy(&source);
    VSDA_Destroy(&target);
  }
}

TEST(VsdaCopy, RunsBesideUpdatesWithoutMixingMessages) {
  Random random(test_seed());
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    const Shape shape = random_shape(random, comm_size(), 8, 2);
    VSDA vsda = create(shape);
    std::deque<TestArray> arrays;
    for (unsigned i = 0; i < 4; ++i) arrays.emplace_back(shape, 10 * i);
    std::vector<std::vector<MPI_Request>> tokens(
        4, std::vector<MPI_Request>(std::max<std::size_t>(4, 2 * static_cast<std::size_t>(comm_size()))));
    const Ranges one = random_ranges(random, shape, shape);
    const Ranges two = random_ranges(random, shape, shape);
    VSDA_Update_begin(&vsda, tokens[0].data(), arrays[0].data());
    VSDA_Copy(&vsda, one.target, arrays[1].data(), &vsda, one.source, arrays[0].data(), one.count, tokens[1].data());
    VSDA_Update_begin(&vsda, tokens[2].data(), arrays[2].data());
    VSDA_Copy(&vsda, two.target, arrays[3].data(), &vsda, two.source, arrays[2].data(), two.count, tokens[3].data());
    for (const std::size_t i : {3u, 0u, 2u, 1u}) VSDA_Update_end(tokens[i].data());
    arrays[0].expect_update();
    arrays[1].expect_copy(one.target, 0, one.source, one.count);
    arrays[2].expect_update();
    arrays[3].expect_copy(two.target, 20, two.source, two.count);
    for (const TestArray& array : arrays) EXPECT_TRUE(array.as_expected());
    VSDA_Destroy(&vsda);
  }
}

// One column of bytes dealt over all ranks in blocks of rows, each byte made of its number.
class TallColumn {
 public:
  TallColumn(long rows, long block) : block_(block) {
    for (long i = comm_rank() * block; i < rows; i += comm_size() * block) held_ += std::min(block, rows - i);
    VSDA_Create_block_cyclic(MPI_COMM_WORLD, rows, 1, 1, block, 1, 0, 0, comm_size(), 1, std::max(1L, held_), &vsda);
    bytes.resize(static_cast<std::size_t>(held_));
  }
  unsigned char value_of(long local) const {
    const long row = (local / block_ * comm_size() + comm_rank()) * block_ + local % block_;
    return static_cast<unsigned char>(row * 2654435761 >> 13);
  }
  long held() const { return held_; }

  VSDA vsda{};
  std::vector<unsigned char> bytes;

 private:
  long block_;
  long held_ = 0;
};

// Listed run by run, its plan would need more memory than all plans kept may have.
TEST(VsdaCopy, KeepsThePlanOfATallMatrixOfShortBlocks) {
  const long rows = 4000003;
  TallColumn source(rows, 3);
  TallColumn target(rows, 5);
  for (long k = 0; k < source.held(); ++k) source.bytes[static_cast<std::size_t>(k)] = source.value_of(k);
  const std::int64_t before = vsda_traffic().plans_made;
  for (int call = 0; call < 2; ++call) {
    std::fill(target.bytes.begin(), target.bytes.end(), std::uint8_t{0xD7});
    std::vector<MPI_Request> token(2 * static_cast<std::size_t>(comm_size()));
    VSDA_Copy(&target.vsda, 0, target.bytes.data(), &source.vsda, 0, source.bytes.data(), rows, token.data());
    VSDA_Update_end(token.data());
    long wrong = 0;
    for (long k = 0; k < target.held(); ++k) {
      wrong += target.bytes[static_cast<std::size_t>(k)] != target.value_of(k) ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0) << "call " << call;
  }
  EXPECT_EQ(vsda_traffic().plans_made - before, 1);
  VSDA_Destroy(&source.vsda);
  VSDA_Destroy(&target.vsda);
}

// Without an array: nothing of this size exists.
TEST(VsdaPlanMatrix, TakesMoreRowsThanAnyMemoryHolds) {
  const long rows = 1L << 50;
  VSDA source;
  VSDA target;
  VSDA_PLAN plan;
  const auto make = [&](long block, VSDA* vsda) {
    VSDA_Create_block_cyclic(MPI_COMM_WORLD, rows, 1, 8, block, 1, 0, 0, comm_size(), 1, rows, vsda);
  };
  make(3, &source);
  make(5, &target);
  VSDA_Plan_matrix(&target, 0, 0, &source, 0, 0, rows, 1, &plan);
  VSDA_Plan_destroy(&plan);
  VSDA_Plan_copy(&target, 7, &source, 0, rows - 7, &plan);
  VSDA_Plan_destroy(&plan);
  VSDA_Destroy(&source);
  VSDA_Destroy(&target);
}

}  // namespace
}  // namespace stencil::test
