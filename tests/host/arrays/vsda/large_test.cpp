// Messages longer than an int can count, at real size on two ranks (about 9 GiB of address space, half of it touched).
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <climits>
#include <cstdlib>
#include <memory>

#include "host/arrays/exchange/traffic.hpp"
#include "tests/host/arrays/vsda/test_array.hpp"

namespace stencil::test {
namespace {

struct Free {
  void operator()(unsigned char* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<unsigned char, Free>;

// From calloc, so that pages that are only read take no memory.
Memory allocate(long bytes) {
  return Memory(static_cast<unsigned char*>(std::calloc(static_cast<std::size_t>(bytes), 1)));
}

// Places where a wrong count, chunk or offset would show: both ends, around every power of two and INT_MAX, and places
// at regular distances.
std::vector<long> sample_places(long bytes) {
  std::vector<long> places{0, 1, bytes - 2, bytes - 1};
  for (long edge = 4096; edge < bytes; edge *= 2) {
    for (const long place : {edge - 1, edge, edge + 1}) {
      if (place < bytes) places.push_back(place);
    }
  }
  for (const long place : {static_cast<long>(INT_MAX) - 1, static_cast<long>(INT_MAX), INT_MAX + 1L}) {
    if (place < bytes) places.push_back(place);
  }
  for (long place = 77; place < bytes; place += 1048583) places.push_back(place);
  return places;
}

unsigned char stamp(long place, unsigned salt) {
  return static_cast<unsigned char>(1 + ((static_cast<std::uint64_t>(place) + salt) * 0x9E3779B97F4A7C15u >> 33) % 255);
}

long count_wrong(const unsigned char* memory, long bytes, unsigned salt) {
  long wrong = 0;
  for (const long place : sample_places(bytes)) wrong += memory[place] != stamp(place, salt) ? 1 : 0;
  return wrong;
}

TEST(VsdaLarge, UpdatesShadowsBeyondTwoGibibytes) {
  ASSERT_EQ(comm_size(), 2);
  const long elemsize = 800000;  // an element of the published example; an int overflows at width 2685
  const long width = 2690;
  const long bytes = width * elemsize;
  ASSERT_GT(bytes, INT_MAX);
  VSDA vsda;
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, 2 * width, elemsize, width, nullptr, nullptr, &vsda);
  const Memory array = allocate(2 * bytes);
  ASSERT_NE(array, nullptr);
  unsigned char* owned = array.get() + (comm_rank() == 0 ? 0 : bytes);
  unsigned char* shadow = array.get() + (comm_rank() == 0 ? bytes : 0);
  for (const long place : sample_places(bytes)) {
    owned[place] = stamp(place, static_cast<unsigned>(comm_rank()));
    shadow[place] = 0;
  }
  MPI_Request token[4];
  const VsdaTraffic before = vsda_traffic();
  VSDA_Update_begin(&vsda, token, array.get());
  VSDA_Update_end(token);
  EXPECT_EQ(vsda_traffic().bytes_sent - before.bytes_sent, bytes);
  EXPECT_EQ(vsda_traffic().messages_sent - before.messages_sent, 1);
  EXPECT_EQ(count_wrong(shadow, bytes, static_cast<unsigned>(1 - comm_rank())), 0);
  EXPECT_EQ(count_wrong(owned, bytes, static_cast<unsigned>(comm_rank())), 0);
  VSDA_Destroy(&vsda);
}

// More elements than an int can count, one byte each, all of them from rank 0 to rank 1.
TEST(VsdaLarge, CopiesMoreThanAnIntOfElements) {
  ASSERT_EQ(comm_size(), 2);
  const long count = INT_MAX + 1000003L;
  const long skip = 17;
  long at_first[] = {count + skip, 0};
  long at_second[] = {0, count + skip};
  VSDA source;
  VSDA target;
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, count + skip, 1, 0, at_first, nullptr, &source);
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, count + skip, 1, 0, at_second, nullptr, &target);
  const Memory array = allocate(count + skip);
  ASSERT_NE(array, nullptr);
  if (comm_rank() == 0) {
    for (const long place : sample_places(count)) array.get()[skip + place] = stamp(place, 5);
  }
  MPI_Request token[4];
  const VsdaTraffic before = vsda_traffic();
  VSDA_Copy(&target, 0, array.get(), &source, skip, array.get(), count, token);
  VSDA_Update_end(token);
  EXPECT_EQ(vsda_traffic().bytes_sent - before.bytes_sent, comm_rank() == 0 ? count : 0);
  if (comm_rank() == 1) {
    EXPECT_EQ(count_wrong(array.get(), count, 5), 0);
    for (long place = count; place < count + skip; ++place) EXPECT_EQ(array.get()[place], 0);
  }
  VSDA_Destroy(&source);
  VSDA_Destroy(&target);
}

}  // namespace
}  // namespace stencil::test
