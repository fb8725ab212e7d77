// Block-cyclic matrices of more elements than an int can count, and messages of more bytes, at real size on two ranks
// (up to 9 GiB in all). Checks every element, and the gaps between the columns.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <memory>

#include "host/arrays/exchange/traffic.hpp"
#include "tests/host/arrays/vsda/test_array.hpp"

namespace stencil::test {
namespace {

constexpr std::int64_t side = 46400;  // side*side > 2^31
constexpr unsigned char poison = 0xD7;

// One dimension dealt to processes, by the definition.
struct Dealt {
  std::int64_t block;
  std::int64_t source;
  std::int64_t procs;

  bool owns(std::int64_t process, std::int64_t k) const { return (source + k / block) % procs == process; }
  std::int64_t count(std::int64_t process) const {
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < side; k += block) sum += owns(process, k) ? std::min(block, side - k) : 0;
    return sum;
  }
};

unsigned char value_of(std::int64_t element) {
  return static_cast<unsigned char>((static_cast<std::uint64_t>(element) * 0x9E3779B97F4A7C15u >> 40) % 0xD0);
}

// A side x side matrix of bytes on two ranks.
class LargeMatrix {
 public:
  LargeMatrix(const Dealt& rows, const Dealt& cols, std::int64_t gap)
      : rows_(rows),
        cols_(cols),
        row_(comm_rank() / cols.procs),
        col_(comm_rank() % cols.procs),
        lld_(std::max<std::int64_t>(1, rows.count(row_)) + gap),
        bytes_(lld_ * cols.count(col_)),
        memory_(new unsigned char[static_cast<std::size_t>(bytes_)]) {
    VSDA_Create_block_cyclic(MPI_COMM_WORLD, side, side, 1, rows.block, cols.block, rows.source, cols.source,
                             rows.procs, cols.procs, lld_, &vsda_);
  }
  ~LargeMatrix() { VSDA_Destroy(&vsda_); }
  LargeMatrix(const LargeMatrix&) = delete;
  LargeMatrix& operator=(const LargeMatrix&) = delete;

  VSDA* vsda() { return &vsda_; }
  unsigned char* data() { return memory_.get(); }
  std::int64_t bytes() const { return bytes_; }

  void poison_all() { std::fill_n(memory_.get(), bytes_, poison); }
  void number() {
    poison_all();
    for_each_column([&](std::int64_t j, unsigned char* column) {
      for (std::int64_t i0 = 0; i0 < side; i0 += rows_.block) {
        if (!rows_.owns(row_, i0)) continue;
        for (std::int64_t i = i0; i < std::min(side, i0 + rows_.block); ++i) *column++ = value_of(i + j * side);
      }
    });
  }
  std::int64_t wrong_bytes() {
    std::int64_t wrong = 0;
    for_each_column([&](std::int64_t j, const unsigned char* column) {
      const unsigned char* const end = column + lld_;
      for (std::int64_t i0 = 0; i0 < side; i0 += rows_.block) {
        if (!rows_.owns(row_, i0)) continue;
        for (std::int64_t i = i0; i < std::min(side, i0 + rows_.block); ++i) {
          wrong += *column++ != value_of(i + j * side) ? 1 : 0;
        }
      }
      wrong += std::count_if(column, end, [](unsigned char byte) { return byte != poison; });
    });
    return wrong;
  }

 private:
  template <typename Visit>
  void for_each_column(Visit&& visit) {
    unsigned char* column = memory_.get();
    for (std::int64_t j = 0; j < side; ++j) {
      if (!cols_.owns(col_, j)) continue;
      visit(j, column);
      column += lld_;
    }
  }

  Dealt rows_;
  Dealt cols_;
  std::int64_t row_;
  std::int64_t col_;
  std::int64_t lld_;
  std::int64_t bytes_;
  std::unique_ptr<unsigned char[]> memory_;
  VSDA vsda_;
};

std::int64_t copy_all(LargeMatrix& target, LargeMatrix& source) {
  MPI_Request token[4];
  const VsdaTraffic before = vsda_traffic();
  VSDA_Copy(target.vsda(), 0, target.data(), source.vsda(), 0, source.data(), side * side, token);
  VSDA_Update_end(token);
  return vsda_traffic().bytes_sent - before.bytes_sent;
}

TEST(VsdaLargeMatrix, MovesMoreThanAnIntOfElementsBetweenLayouts) {
  ASSERT_EQ(comm_size(), 2);
  ASSERT_GT(side * side, INT_MAX);
  LargeMatrix source({1000, 1, 2}, {777, 0, 1}, 3);
  LargeMatrix target({123, 0, 1}, {64, 1, 2}, 1);
  source.number();
  target.poison_all();
  copy_all(target, source);
  EXPECT_EQ(target.wrong_bytes(), 0);
  EXPECT_EQ(source.wrong_bytes(), 0);
}

// The whole matrix from rank 0 to rank 1, through buffers on both sides, since its columns have gaps between them.
TEST(VsdaLargeMatrix, SendsAMessageBeyondTwoGibibytes) {
  ASSERT_EQ(comm_size(), 2);
  LargeMatrix source({side, 0, 2}, {64, 0, 1}, 1);
  LargeMatrix target({side, 1, 2}, {50, 0, 1}, 2);
  if (comm_rank() == 0) source.number();
  if (comm_rank() == 1) target.poison_all();
  EXPECT_EQ(copy_all(target, source), comm_rank() == 0 ? side * side : 0);
  if (comm_rank() == 1) {
    EXPECT_GT(target.bytes(), INT_MAX);
    EXPECT_EQ(target.wrong_bytes(), 0);
  }
}

TEST(VsdaLargeMatrix, TellsRunsBeyondAnIntOfElements) {
  VSDA vsda;
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, side, side, 1, 1000, side, 0, 0, 2, 1, side, &vsda);
  long runs = 0;
  VSDA_Get_runs(&vsda, 0, 0, nullptr, nullptr, nullptr, &runs);
  // Rank 0 has blocks 0, 2, .., 46 of rows, the last one 400 rows long.
  ASSERT_EQ(runs, (comm_rank() == 0 ? 24 : 23) * side);
  long start = 0;
  long finish = 0;
  long local = 0;
  VSDA_Get_runs(&vsda, runs - 1, 1, &start, &finish, &local, &runs);
  const long column = (side - 1) * side;
  EXPECT_EQ(start, column + (comm_rank() == 0 ? 46000 : 45000));
  EXPECT_EQ(finish, column + (comm_rank() == 0 ? 46400 : 46000));
  EXPECT_EQ(local, column + (comm_rank() == 0 ? 23000 : 22000));
  VSDA_Destroy(&vsda);
}

}  // namespace
}  // namespace stencil::test
