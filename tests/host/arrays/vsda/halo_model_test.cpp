// Updates of periodic arrays and of arrays in boxes, on any number of ranks: every element of every local part against
// a plain model of the global array.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <numeric>
#include <optional>
#include <vector>

#include "host/arrays/exchange/traffic.hpp"
#include "tests/host/arrays/vsda/test_array.hpp"

namespace stencil::test {
namespace {

constexpr unsigned char poison = 0xD7;

// One axis, computed without the library: who owns which elements.
struct ModelAxis {
  int edges = VSDA_EDGE_NONE;
  long width = 0;
  std::vector<long> distribution;

  long size() const { return std::accumulate(distribution.begin(), distribution.end(), 0L); }
  long start(int at) const { return std::accumulate(distribution.begin(), distribution.begin() + at, 0L); }
  long owned(int at) const { return distribution[static_cast<std::size_t>(at)]; }
  long before(int at) const { return at > 0 || edges != VSDA_EDGE_NONE ? width : 0; }
  long after(int at) const {
    return at + 1 < static_cast<int>(distribution.size()) || edges != VSDA_EDGE_NONE ? width : 0;
  }
  long local(int at) const { return before(at) + owned(at) + after(at); }
  // The global number of what an update leaves in a place of the local part; none: what was there.
  std::optional<long> holds(int at, long place) const {
    const long number = start(at) - before(at) + place;
    if (number >= 0 && number < size()) return number;
    if (edges != VSDA_EDGE_PERIODIC) return std::nullopt;
    return (number + size()) % size();
  }
};

ModelAxis random_axis(Random& random, int processes) {
  ModelAxis axis;
  axis.edges = static_cast<int>(random(VSDA_EDGE_NONE, VSDA_EDGE_PERIODIC));
  axis.width = random(0, 3);
  for (int at = 0; at < processes; ++at) axis.distribution.push_back(axis.width + random(0, 4) * random(0, 1));
  return axis;
}

// A local part of rows x cols elements; a periodic array in one dimension has one column.
class Boxes {
 public:
  Boxes(const ModelAxis& rows, const ModelAxis& cols, int rank, long elemsize, unsigned salt)
      : rows_(rows), cols_(cols), elemsize_(elemsize), salt_(salt) {
    const int across = static_cast<int>(cols.distribution.size());
    row_ = rank / across;
    col_ = rank % across;
    memory_.assign(static_cast<std::size_t>(rows.local(row_) * cols.local(col_) * elemsize), poison);
    for (long i = 0; i < rows.owned(row_); ++i) {
      for (long j = 0; j < cols.owned(col_); ++j)
        set(memory_, rows.before(row_) + i, cols.before(col_) + j, rows.start(row_) + i, cols.start(col_) + j);
    }
  }

  void* data() { return memory_.data(); }

  ::testing::AssertionResult is_updated() const {
    std::vector<unsigned char> expected(memory_.size(), poison);
    for (long i = 0; i < rows_.local(row_); ++i) {
      for (long j = 0; j < cols_.local(col_); ++j) {
        const auto row = rows_.holds(row_, i), col = cols_.holds(col_, j);
        if (row && col) set(expected, i, j, *row, *col);
      }
    }
    for (std::size_t byte = 0; byte < memory_.size(); ++byte) {
      if (memory_[byte] == expected[byte]) continue;
      const long element = static_cast<long>(byte) / elemsize_;
      return ::testing::AssertionFailure()
             << "process (" << row_ << ", " << col_ << ") local element (" << element / cols_.local(col_) << ", "
             << element % cols_.local(col_) << "): got " << int{memory_[byte]} << ", expected " << int{expected[byte]};
    }
    return ::testing::AssertionSuccess();
  }

 private:
  void set(std::vector<unsigned char>& memory, long i, long j, long row, long col) const {
    const long first = (i * cols_.local(col_) + j) * elemsize_;
    for (long byte = 0; byte < elemsize_; ++byte) {
      const auto mixed = static_cast<std::uint64_t>((row * 1009 + col) * 31 + byte + salt_) * 0x9E3779B97F4A7C15u;
      memory[static_cast<std::size_t>(first + byte)] = static_cast<unsigned char>((mixed >> 56) | 1u);
    }
  }

  const ModelAxis& rows_;
  const ModelAxis& cols_;
  long elemsize_;
  unsigned salt_;
  int row_ = 0;
  int col_ = 0;
  std::vector<unsigned char> memory_;
};

VSDA create(const ModelAxis& rows, const ModelAxis& cols, long elemsize, MPI_Comm comm = MPI_COMM_WORLD) {
  std::vector<long> row_list = rows.distribution, col_list = cols.distribution;
  VSDA vsda;
  VSDA_Create_2d(comm, rows.size(), cols.size(), elemsize, static_cast<long>(row_list.size()),
                 static_cast<long>(col_list.size()), rows.width, cols.width, rows.edges, cols.edges, row_list.data(),
                 col_list.data(), &vsda);
  return vsda;
}

TEST(VsdaPeriodic, FillsEveryShadow) {
  Random random(test_seed());
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(round);
    ModelAxis rows = random_axis(random, comm_size());
    rows.edges = VSDA_EDGE_PERIODIC;
    const ModelAxis one{VSDA_EDGE_NONE, 0, {1}};
    const long elemsize = random(0, 1) == 0 ? 3 : 808;
    VSDA vsda;
    std::vector<long> in = rows.distribution, out(in.size(), -1);
    VSDA_Create_periodic(MPI_COMM_WORLD, rows.size(), elemsize, rows.width, in.data(), out.data(), &vsda);
    EXPECT_EQ(out, rows.distribution);
    long start = -1, finish = -1;
    VSDA_Get_extent(&vsda, &start, &finish);
    EXPECT_EQ(start, rows.start(comm_rank()));
    EXPECT_EQ(finish - start, rows.owned(comm_rank()));
    // Two at once: their messages go between the same ranks.
    Boxes f(rows, one, comm_rank(), elemsize, 1), g(rows, one, comm_rank(), elemsize, 2);
    MPI_Request tokens[2][4];
    const VsdaTraffic before = vsda_traffic();
    VSDA_Update_begin(&vsda, tokens[0], f.data());
    VSDA_Update_begin(&vsda, tokens[1], g.data());
    VSDA_Update_end(tokens[1]);
    VSDA_Update_end(tokens[0]);
    EXPECT_TRUE(f.is_updated());
    EXPECT_TRUE(g.is_updated());
    EXPECT_EQ(vsda_traffic().messages_sent - before.messages_sent, rows.width > 0 ? 4 : 0);
    VSDA_Destroy(&vsda);
  }
}

TEST(VsdaBoxes, FillsEveryShadowCornersIncluded) {
  Random random(test_seed());
  const int ranks = comm_size();
  MPI_Comm reversed;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -comm_rank(), &reversed);
  const int rank = ranks - 1 - comm_rank();
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    int down = static_cast<int>(random(1, ranks));
    while (ranks % down != 0) --down;
    const ModelAxis rows = random_axis(random, down), cols = random_axis(random, ranks / down);
    const long elemsize = random(0, 1) == 0 ? 1 : 24;
    VSDA vsda = create(rows, cols, elemsize, reversed);
    std::deque<Boxes> arrays;
    std::vector<std::vector<MPI_Request>> tokens(3, std::vector<MPI_Request>(4));
    const VsdaTraffic before = vsda_traffic();
    for (unsigned i = 0; i < tokens.size(); ++i) {
      arrays.emplace_back(rows, cols, rank, elemsize, i);
      VSDA_Update_begin(&vsda, tokens[i].data(), arrays[i].data());
    }
    for (std::size_t i = tokens.size(); i-- > 0;) {
      VSDA_Update_end(tokens[i].data());
      EXPECT_TRUE(arrays[i].is_updated()) << "array " << i;
    }
    const VsdaTraffic after = vsda_traffic();
    EXPECT_EQ(after.updates - before.updates, 3);
    EXPECT_EQ(after.copies, before.copies);
    EXPECT_EQ(after.bytes_staged, before.bytes_staged);
    EXPECT_LE(after.messages_sent - before.messages_sent, 3 * std::min(8, ranks - 1));
    VSDA_Destroy(&vsda);
  }
  MPI_Comm_free(&reversed);
}

TEST(VsdaBoxes, SayWhereTheyLie) {
  Random random(test_seed());
  for (int round = 0; round < 20; ++round) {
    const ModelAxis rows = random_axis(random, comm_size());
    const ModelAxis cols = random_axis(random, 1);
    VSDA vsda = create(rows, cols, 8);
    long row = -99, col = -99, row_count = -99, col_count = -99;
    VSDA_Get_corners(&vsda, 0, &row, &col, &row_count, &col_count);
    EXPECT_EQ((std::vector<long>{row, col, row_count, col_count}),
              (std::vector<long>{rows.start(comm_rank()), 0, rows.owned(comm_rank()), cols.size()}));
    const long owned_rows = row_count;
    VSDA_Get_corners(&vsda, 1, &row, &col, &row_count, &col_count);
    EXPECT_EQ((std::vector<long>{row, col, row_count, col_count}),
              (std::vector<long>{rows.start(comm_rank()) - rows.before(comm_rank()), -cols.before(0),
                                 rows.local(comm_rank()), cols.local(0)}));
    // One run for each row that the rank owns.
    long count = -1;
    VSDA_Get_runs(&vsda, 0, 0, nullptr, nullptr, nullptr, &count);
    EXPECT_EQ(count, cols.size() > 0 ? owned_rows : 0);
    if (count > 0) {
      long start, finish, local, all;
      VSDA_Get_runs(&vsda, count - 1, 1, &start, &finish, &local, &all);
      EXPECT_EQ(start, (rows.start(comm_rank()) + owned_rows - 1) * cols.size());
      EXPECT_EQ(finish - start, cols.size());
      EXPECT_EQ(local, (rows.before(comm_rank()) + owned_rows - 1) * cols.local(0) + cols.before(0));
    }
    VSDA_Destroy(&vsda);
  }
}

TEST(VsdaBoxes, ChooseTheProcessGrid) {
  int sides[2] = {0, 0};
  MPI_Dims_create(comm_size(), 2, sides);
  for (const long prow : {0L, static_cast<long>(sides[0])}) {
    VSDA vsda;
    VSDA_Create_2d(MPI_COMM_WORLD, 5L * sides[0] + 1, 3L * sides[1], 8, prow, 0, 1, 1, VSDA_EDGE_PERIODIC,
                   VSDA_EDGE_NONE, nullptr, nullptr, &vsda);
    long row, col, rows, cols;
    VSDA_Get_corners(&vsda, 0, &row, &col, &rows, &cols);
    const long at = comm_rank() / sides[1];
    EXPECT_EQ(row, 5 * at + (at > 0 ? 1 : 0));
    EXPECT_EQ(rows, at == 0 ? 6 : 5);
    EXPECT_EQ(col, 3L * (comm_rank() % sides[1]));
    EXPECT_EQ(cols, 3);
    VSDA_Destroy(&vsda);
  }
}

}  // namespace
}  // namespace stencil::test
