// Contexts and descriptors: their contents, those of ScaLAPACK's DESCINIT for the same arguments, every wrong argument.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "host/c/matrices/matrix_descriptor.hpp"
#include "tests/host/c/matrix.hpp"
#include "tests/host/oracle/scalapack.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

constexpr std::int64_t most = 9223372036854775807;

class BlockCyclicContext : public ::testing::Test {
 protected:
  BlockCyclicContext() {
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    context_ = block_cyclic_context(MPI_COMM_WORLD, 1, ranks_);
  }
  ~BlockCyclicContext() override { block_cyclic_context_free(context_); }

  void expect_refused(const std::string& text, const std::function<void()>& call) {
    expect_fatal(2, fmt::format("stencil: rank {}: {}", rank_, text), call);
  }

  int ranks_ = 0;
  int rank_ = 0;
  std::int64_t context_ = 0;
};

TEST_F(BlockCyclicContext, IsTheFirstRanksInRowMajorOrder) {
  for (std::int64_t rows = 1; rows <= ranks_; ++rows) {
    for (std::int64_t cols = 1; rows * cols <= ranks_; ++cols) {
      const std::int64_t context = block_cyclic_context(MPI_COMM_WORLD, rows, cols);
      std::int64_t grid[4] = {-7, -7, -7, -7};
      block_cyclic_gridinfo(context, &grid[0], &grid[1], &grid[2], &grid[3]);
      EXPECT_EQ(grid[0], rows);
      EXPECT_EQ(grid[1], cols);
      EXPECT_EQ(grid[2], rank_ < rows * cols ? rank_ / cols : -1);
      EXPECT_EQ(grid[3], rank_ < rows * cols ? rank_ % cols : -1);
      block_cyclic_context_free(context);
    }
  }
}

TEST_F(BlockCyclicContext, KnowsThePlaceInItsOwnCommunicator) {
  MPI_Comm reversed;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_, &reversed);
  const std::int64_t context = block_cyclic_context(reversed, ranks_, 1);
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t row = -7;
  std::int64_t col = -7;
  block_cyclic_gridinfo(context, &rows, &cols, &row, &col);
  EXPECT_EQ(row, ranks_ - 1 - rank_);
  EXPECT_EQ(col, 0);
  // pdelget sends over that communicator.
  std::int64_t desc[DLEN_];
  descinit(desc, ranks_, 1, 1, 1, 0, 0, context, 1, nullptr);
  double mine = 100.0 + static_cast<double>(row);
  for (int i = 1; i <= ranks_; ++i) {
    double alpha = 0.0;
    pdelget("C", " ", &alpha, &mine, i, 1, desc);
    EXPECT_EQ(alpha, 99.0 + i);
  }
  block_cyclic_context_free(context);
  MPI_Comm_free(&reversed);
}

// The places of all ranks in the process grid of a context, by rank; {-1, -1} for ranks outside it.
std::vector<std::pair<std::int64_t, std::int64_t>> places_on(std::int64_t context, int ranks) {
  std::int64_t nprow = 0;
  std::int64_t npcol = 0;
  std::int64_t mine[2] = {-7, -7};
  block_cyclic_gridinfo(context, &nprow, &npcol, &mine[0], &mine[1]);
  std::vector<std::pair<std::int64_t, std::int64_t>> all(static_cast<std::size_t>(ranks));
  static_assert(sizeof all[0] == sizeof mine);
  MPI_Allgather(mine, 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T, MPI_COMM_WORLD);
  return all;
}

TEST_F(BlockCyclicContext, GridsMayHaveAnyOrderOrMap) {
  for (std::int64_t rows = 1; rows <= ranks_; ++rows) {
    for (std::int64_t cols = 1; rows * cols <= ranks_; ++cols) {
      const std::int64_t by_rows = block_cyclic_gridinit(MPI_COMM_WORLD, "Row-major", rows, cols);
      const std::int64_t by_cols = block_cyclic_gridinit(MPI_COMM_WORLD, "C", rows, cols);
      // The last ranks, backwards, row by row; the numbers between the columns are not read.
      std::vector<std::int64_t> map(static_cast<std::size_t>((rows + 2) * cols), most);
      for (std::int64_t p = 0; p < rows; ++p) {
        for (std::int64_t q = 0; q < cols; ++q) {
          map[static_cast<std::size_t>(p + q * (rows + 2))] = ranks_ - 1 - (p * cols + q);
        }
      }
      const std::int64_t mapped = block_cyclic_gridmap(MPI_COMM_WORLD, map.data(), rows + 2, rows, cols);
      map.assign(map.size(), -1);  // no longer needed
      const auto on_rows = places_on(by_rows, ranks_);
      const auto on_cols = places_on(by_cols, ranks_);
      const auto on_map = places_on(mapped, ranks_);
      for (std::int64_t rank = 0; rank < ranks_; ++rank) {
        const std::pair<std::int64_t, std::int64_t> none{-1, -1};
        const auto at = static_cast<std::size_t>(rank);
        const std::int64_t back = ranks_ - 1 - rank;
        EXPECT_EQ(on_rows[at], rank < rows * cols ? std::pair(rank / cols, rank % cols) : none);
        EXPECT_EQ(on_cols[at], rank < rows * cols ? std::pair(rank % rows, rank / rows) : none);
        EXPECT_EQ(on_map[at], back < rows * cols ? std::pair(back / cols, back % cols) : none);
      }
      for (const std::int64_t context : {by_rows, by_cols, mapped}) block_cyclic_context_free(context);
    }
  }
}

TEST_F(BlockCyclicContext, RefusesWrongOrdersAndMaps) {
  const auto init = [](const char* order, std::int64_t rows, std::int64_t cols) {
    return [=] { block_cyclic_gridinit(MPI_COMM_WORLD, order, rows, cols); };
  };
  expect_refused("block_cyclic_gridinit: order = NULL, must be \"R\" or \"C\"", init(nullptr, 1, 1));
  expect_refused("block_cyclic_gridinit: order = \"\", must be \"R\" or \"C\"", init("", 1, 1));
  expect_refused("block_cyclic_gridinit: order = \"D\", must be \"R\" or \"C\"", init("D", 1, 1));
  expect_refused(fmt::format("block_cyclic_gridinit: nprow = {}, must be 1 .. {} (ranks of comm)", ranks_ + 1, ranks_),
                 init("R", ranks_ + 1, 1));
  expect_refused("block_cyclic_gridinit: npcol = 0, must be 1 .. ", init("C", 1, 0));
  expect_refused("block_cyclic_gridinit: comm = MPI_COMM_NULL, must be an intracommunicator",
                 [] { block_cyclic_gridinit(MPI_COMM_NULL, "R", 1, 1); });

  const auto map = [](std::vector<std::int64_t> ranks, std::int64_t ldumap, std::int64_t rows, std::int64_t cols) {
    return [=] { block_cyclic_gridmap(MPI_COMM_WORLD, ranks.data(), ldumap, rows, cols); };
  };
  const std::string name = "block_cyclic_gridmap: ";
  expect_refused(name + "usermap = NULL, must be the ranks of the grid's processes",
                 [] { block_cyclic_gridmap(MPI_COMM_WORLD, nullptr, 1, 1, 1); });
  expect_refused(name + "comm = MPI_COMM_NULL", [] { block_cyclic_gridmap(MPI_COMM_NULL, nullptr, 1, 1, 1); });
  expect_refused(name + fmt::format("nprow = {}, must be 1 .. {}", ranks_ + 1, ranks_),
                 map(std::vector<std::int64_t>(9), 9, ranks_ + 1, 1));
  expect_refused(name + "npcol = -1, must be 1 .. ", map({0}, 1, 1, -1));
  expect_refused(name + fmt::format("ldumap = 0, must be 1 .. {} (byte offsets have 64 bits)", most / 8),
                 map({0}, 0, 1, 1));
  expect_refused(name + fmt::format("ldumap = {}, must be 1 .. {}", most, most / 8), map({0}, most, 1, 1));
  for (const std::int64_t bad : {std::int64_t{-1}, std::int64_t{ranks_}, most}) {
    expect_refused(
        name + fmt::format("the rank of process (0, 0) = {}, must be 0 .. {} (ranks of comm - 1)", bad, ranks_ - 1),
        map({bad}, 1, 1, 1));
  }
  if (ranks_ < 2) return;
  expect_refused(name + fmt::format("the rank of process (1, 0) = {}, must be 0 .. {}", ranks_, ranks_ - 1),
                 map({0, ranks_}, 2, 2, 1));
  expect_refused(name + "processes (0, 0) and (0, 1) = rank 1, must be different ranks", map({1, 7, 1, 7}, 2, 1, 2));
  expect_refused(name + "processes (0, 0) and (1, 0) = rank 0, must be different ranks", map({0, 0}, 2, 2, 1));
  if (ranks_ < 4) return;
  expect_refused(name + "processes (1, 0) and (1, 1) = rank 3, must be different ranks", map({0, 3, 1, 3}, 2, 2, 2));
}

TEST_F(BlockCyclicContext, RefusesWrongGrids) {
  const auto make = [](MPI_Comm comm, std::int64_t rows, std::int64_t cols) {
    return [=] { block_cyclic_context(comm, rows, cols); };
  };
  expect_refused(fmt::format("block_cyclic_context: nprow = 0, must be 1 .. {} (ranks of comm)", ranks_),
                 make(MPI_COMM_WORLD, 0, 1));
  expect_refused(fmt::format("block_cyclic_context: nprow = {}, must be 1 .. {}", ranks_ + 1, ranks_),
                 make(MPI_COMM_WORLD, ranks_ + 1, 1));
  expect_refused(
      fmt::format("block_cyclic_context: npcol = 2, must be 1 .. 1 ({} ranks of comm, nprow = {})", ranks_, ranks_),
      make(MPI_COMM_WORLD, ranks_, 2));
  expect_refused("block_cyclic_context: npcol = -1, must be 1 .. ", make(MPI_COMM_WORLD, 1, -1));
  expect_refused(fmt::format("block_cyclic_context: npcol = {}, must be 1 .. ", most), make(MPI_COMM_WORLD, 1, most));
  expect_refused("block_cyclic_context: comm = MPI_COMM_NULL, must be an intracommunicator", make(MPI_COMM_NULL, 1, 1));
  if (ranks_ == 1) return;
  MPI_Comm half;
  MPI_Comm inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank_ == 0 ? 1 : 0, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank_ == 0 ? 1 : 0, 3, &inter);
  expect_refused("block_cyclic_context: comm is an intercommunicator", make(inter, 1, 1));
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

TEST_F(BlockCyclicContext, UnknownContextsAndNullsAreRefused) {
  const std::int64_t freed = block_cyclic_context(MPI_COMM_WORLD, 1, 1);
  block_cyclic_context_free(freed);
  std::int64_t out = 0;
  std::int64_t desc[DLEN_];
  for (const std::int64_t bad : {std::int64_t{0}, std::int64_t{-1}, most, freed}) {
    const std::string text = fmt::format(
        "ictxt holds {:#x}, must be a context made by block_cyclic_context, _gridinit or _gridmap and not freed",
        static_cast<std::uint64_t>(bad));
    expect_refused("block_cyclic_context_free: " + text, [&] { block_cyclic_context_free(bad); });
    expect_refused("block_cyclic_gridinfo: " + text, [&] { block_cyclic_gridinfo(bad, &out, &out, &out, &out); });
    expect_refused("descinit: " + text, [&] { descinit(desc, 9, 9, 2, 2, 0, 0, bad, 9, nullptr); });
  }
  const char* names[] = {"nprow", "npcol", "myrow", "mycol"};
  for (int missing = 0; missing < 4; ++missing) {
    std::int64_t* to[4] = {&out, &out, &out, &out};
    to[missing] = nullptr;
    expect_refused(
        fmt::format("block_cyclic_gridinfo: {} = NULL, must be a variable to hold the number", names[missing]),
        [&] { block_cyclic_gridinfo(context_, to[0], to[1], to[2], to[3]); });
  }
}

TEST_F(BlockCyclicContext, ADescriptorWhoseContextIsFreedIsRefused) {
  const std::int64_t context = block_cyclic_context(MPI_COMM_WORLD, 1, 1);
  std::int64_t desc[DLEN_];
  descinit(desc, 3, 3, 2, 2, 0, 0, context, 3, nullptr);
  std::vector<double> a(9, 0.0);
  pdelset(a.data(), 1, 1, desc, 1.0);
  block_cyclic_context_free(context);
  expect_refused("pdelset: desca: CTXT_ holds 0x42434358", [&] { pdelset(a.data(), 1, 1, desc, 1.0); });
}

TEST_F(BlockCyclicContext, DescinitRefusesWrongArgumentsAndWritesNothing) {
  std::array<std::int64_t, DLEN_> desc;
  desc.fill(-99);
  std::int64_t info = -99;
  const auto init = [&](std::int64_t m, std::int64_t n, std::int64_t mb, std::int64_t nb, std::int64_t rsrc,
                        std::int64_t csrc, std::int64_t lld) {
    return [=, &desc, &info] { descinit(desc.data(), m, n, mb, nb, rsrc, csrc, context_, lld, &info); };
  };
  const std::int64_t n = 2 * ranks_;  // every rank has 9 rows and 2 columns
  expect_refused("descinit: m = -1, must be >= 0", init(-1, n, 2, 2, 0, 0, 9));
  expect_refused("descinit: n = -1, must be >= 0", init(9, -1, 2, 2, 0, 0, 9));
  expect_refused("descinit: n = 9223372036854775807, must be 0 .. 1024819115206086200 (9 rows; elements have 64-bit",
                 init(9, most, 2, 2, 0, 0, 9));
  expect_refused("descinit: mb = 0, must be >= 1", init(9, n, 0, 2, 0, 0, 9));
  expect_refused("descinit: nb = 0, must be >= 1", init(9, n, 2, 0, 0, 0, 9));
  expect_refused("descinit: irsrc = 1, must be 0 .. 0", init(9, n, 2, 2, 1, 0, 9));
  expect_refused("descinit: irsrc = -1, must be 0 .. 0", init(9, n, 2, 2, -1, 0, 9));
  expect_refused(fmt::format("descinit: icsrc = {}, must be 0 .. {}", ranks_, ranks_ - 1),
                 init(9, n, 2, 2, 0, ranks_, 9));
  expect_refused(fmt::format("descinit: icsrc = -1, must be 0 .. {}", ranks_ - 1), init(9, n, 2, 2, 0, -1, 9));
  expect_refused(
      "descinit: lld = 8, must be 9 .. 576460752303423487 (9 local rows and 2 local columns, elements of 8 "
      "bytes; byte offsets have 64 bits)",
      init(9, n, 2, 2, 0, 0, 8));
  expect_refused("descinit: lld = 576460752303423488, must be 9 .. 576460752303423487 ",
                 init(9, n, 2, 2, 0, 0, 576460752303423488));
  expect_refused("descinit: lld = 0, must be 1 .. ", init(0, n, 2, 2, 0, 0, 0));
  expect_refused("descinit: desc = NULL, must be an array of 9 numbers to hold the descriptor",
                 [&] { descinit(nullptr, 9, n, 2, 2, 0, 0, context_, 9, &info); });
  for (const std::int64_t field : desc) EXPECT_EQ(field, -99);
  EXPECT_EQ(info, -99);
}

TEST_F(BlockCyclicContext, DescriptorsAreWhatDescinitMakes) {
  STENCIL_NEEDS_SCALAPACK();
  for (const MatrixShape& shape : shapes_for(ranks_)) {
    const Matrix matrix(shape);
    const BlacsGrid grid = shape.blacs_grid();
    ASSERT_EQ(grid.inside(), matrix.inside());
    ASSERT_EQ(grid.row(), matrix.row());
    ASSERT_EQ(grid.col(), matrix.col());
    if (!grid.inside()) continue;
    std::array<int, 9> given;
    for (std::size_t k = 0; k < given.size(); ++k) given[k] = static_cast<int>(matrix.desc()[k]);
    const int context = grid.context();
    std::array<int, 9> theirs{};
    int info = -99;
    scalapack()->descinit(theirs.data(), &given[M_], &given[N_], &given[MB_], &given[NB_], &given[RSRC_], &given[CSRC_],
                          &context, &given[LLD_], &info);
    EXPECT_EQ(info, 0);
    for (std::size_t k = 0; k < given.size(); ++k) {
      if (k == CTXT_) continue;
      EXPECT_EQ(matrix.desc()[k], theirs[k]) << "field " << k << " of " << shape.text();
    }
  }
}

TEST_F(BlockCyclicContext, DescriptorsAreReadAsLayouts) {
  for (const MatrixShape& shape : shapes_for(ranks_)) {
    const Matrix matrix(shape);
    EXPECT_EQ(matrix.info(), 0);
    const MatrixDescriptor read = matrix_descriptor("desca", matrix.desc());
    EXPECT_EQ(read.comm, MPI_COMM_WORLD);
    EXPECT_EQ(read.rank, rank_);
    EXPECT_EQ(read.in_grid(), matrix.inside());
    EXPECT_EQ(read.lld, matrix.lld());
    EXPECT_EQ(read.local_rows(), matrix.rows());
    EXPECT_EQ(read.local_cols(), matrix.cols());
    EXPECT_EQ(read.layout.rows.n(), shape.m);
    EXPECT_EQ(read.layout.cols.n(), shape.n);
    EXPECT_EQ(read.layout.rows.block(), shape.mb);
    EXPECT_EQ(read.layout.cols.block(), shape.nb);
    EXPECT_EQ(read.layout.rows.source(), shape.rsrc);
    EXPECT_EQ(read.layout.cols.source(), shape.csrc);
  }
}

}  // namespace
}  // namespace stencil::test
