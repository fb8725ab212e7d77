// A distributed array for VSDA tests: poisoned and fenced memory, with values computed from global numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tests/host/support/seed.hpp"
#include "tests/support/world.hpp"
#include "vsda.h"

namespace stencil::test {

inline long sum_over_ranks(long value) {
  long sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

// The arguments of VSDA_Create, and the places of the elements, computed without the library.
struct Shape {
  int globalshadows = 0;
  long elemsize = 1;
  long width = 0;
  std::vector<long> distribution;

  long globsize() const { return std::accumulate(distribution.begin(), distribution.end(), 0L); }
  long owned(int rank) const { return distribution[static_cast<std::size_t>(rank)]; }
  long start(int rank) const { return std::accumulate(distribution.begin(), distribution.begin() + rank, 0L); }
  long before(int rank) const { return rank == 0 && globalshadows == 0 ? 0 : width; }
  long after(int rank) const {
    return rank + 1 == static_cast<int>(distribution.size()) && globalshadows == 0 ? 0 : width;
  }
  int owner(long element) const {
    int rank = 0;
    while (element >= start(rank) + owned(rank)) ++rank;
    return rank;
  }
};

inline Shape random_shape(Random& random, int ranks, long elemsize, long width) {
  Shape shape;
  shape.globalshadows = static_cast<int>(random(0, 1));
  shape.elemsize = elemsize;
  shape.width = width;
  for (int rank = 0; rank < ranks; ++rank) shape.distribution.push_back(width + random(0, 5) * random(0, 1));
  return shape;
}

inline VSDA create(const Shape& shape, MPI_Comm comm = MPI_COMM_WORLD) {
  VSDA vsda;
  std::vector<long> in = shape.distribution;
  std::vector<long> out(in.size(), -1);
  VSDA_Create(comm, VSDA_BLOCKED, shape.globalshadows, shape.globsize(), shape.elemsize, shape.width, in.data(),
              out.data(), &vsda);
  EXPECT_EQ(out, shape.distribution);
  EXPECT_EQ(in, shape.distribution);
  return vsda;
}

// One rank's local part between two fences. All bytes are poison, except the owned elements, whose bytes follow from
// the array's salt and their global number.
class TestArray {
 public:
  static constexpr unsigned char poison = 0xD7;
  static constexpr long fence_bytes = 64;

  TestArray(const Shape& shape, unsigned salt) : shape_(shape), rank_(comm_rank()), salt_(salt) {
    memory_.assign(static_cast<std::size_t>(2 * fence_bytes + local_elements() * shape.elemsize), poison);
    for (long i = 0; i < shape.owned(rank_); ++i) set(shape.before(rank_) + i, salt, shape.start(rank_) + i);
    expected_ = memory_;
  }

  void* data() { return memory_.data() + fence_bytes; }
  long local_elements() const { return shape_.before(rank_) + shape_.owned(rank_) + shape_.after(rank_); }

  // Expects the local element to equal element `global` of the array with this salt.
  void expect(long local, unsigned salt, long global) { write(expected_, local, salt, global); }

  // Puts other values into the elements that this rank owns, as a computation would.
  void overwrite_owned() {
    for (long i = 0; i < shape_.owned(rank_); ++i) {
      const long local = shape_.before(rank_) + i;
      set(local, ~salt_, shape_.start(rank_) + i);
      expect(local, ~salt_, shape_.start(rank_) + i);
    }
  }

  // Expects the result of an update in the shadows between ranks.
  void expect_update() {
    const long before = shape_.before(rank_);
    const long owned = shape_.owned(rank_);
    for (long i = 0; i < shape_.width; ++i) {
      if (rank_ > 0) expect(i, salt_, shape_.start(rank_) - shape_.width + i);
      if (rank_ + 1 < static_cast<int>(shape_.distribution.size())) {
        expect(before + owned + i, salt_, shape_.start(rank_) + owned + i);
      }
    }
  }

  // Expects the result of a copy in the elements that this rank owns.
  void expect_copy(long target_offset, unsigned source_salt, long source_offset, long count) {
    for (long i = 0; i < count; ++i) {
      const long local = target_offset + i - shape_.start(rank_);
      if (local >= 0 && local < shape_.owned(rank_)) {
        expect(shape_.before(rank_) + local, source_salt, source_offset + i);
      }
    }
  }

  // Compares all bytes: elements, shadows and fences.
  ::testing::AssertionResult as_expected() const {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      if (memory_[i] == expected_[i]) continue;
      const long byte = static_cast<long>(i) - fence_bytes;
      return ::testing::AssertionFailure() << "rank " << rank_ << " local element " << byte / shape_.elemsize
                                           << " (byte " << byte << " of " << local_elements() * shape_.elemsize
                                           << "): got " << int{memory_[i]} << ", expected " << int{expected_[i]};
    }
    return ::testing::AssertionSuccess();
  }

 private:
  void set(long local, unsigned salt, long global) { write(memory_, local, salt, global); }

  void write(std::vector<unsigned char>& bytes, long local, unsigned salt, long global) const {
    for (long k = 0; k < shape_.elemsize; ++k) {
      const auto mixed =
          (static_cast<std::uint64_t>(global * shape_.elemsize + k) + salt * 1000003u) * 0x9E3779B97F4A7C15u;
      // Never the poison, so that a missing element shows.
      const auto value = static_cast<unsigned char>((mixed >> 40) % 0xD0);
      bytes[static_cast<std::size_t>(fence_bytes + local * shape_.elemsize + k)] = value;
    }
  }

  Shape shape_;
  int rank_;
  unsigned salt_;
  std::vector<unsigned char> memory_;
  std::vector<unsigned char> expected_;
};

}  // namespace stencil::test
