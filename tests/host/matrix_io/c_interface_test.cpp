// pdlaread, pdlawrite, pd_npy_read and pd_npy_write of block_cyclic.h: use, and every wrong argument.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "block_cyclic.h"
#include "tests/host/matrix_io/test_matrix.hpp"
#include "tests/host/support/fatal_catcher.hpp"
#include "vsda.h"

namespace stencil::test {
namespace {

using testing_support::read_text;

// A matrix of a C program, over all ranks or over fewer.
class CMatrix {
 public:
  CMatrix(std::int64_t m, std::int64_t n, std::int64_t mb, std::int64_t nb, std::int64_t nprow, std::int64_t npcol)
      : CMatrix(m, n, mb, nb, block_cyclic_context(MPI_COMM_WORLD, nprow, npcol)) {}
  // Takes over the context.
  CMatrix(std::int64_t m, std::int64_t n, std::int64_t mb, std::int64_t nb, std::int64_t context) : context_(context) {
    std::int64_t nprow = 0;
    std::int64_t npcol = 0;
    block_cyclic_gridinfo(context_, &nprow, &npcol, &myrow_, &mycol_);
    const std::int64_t rsrc = nprow - 1;
    const std::int64_t csrc = npcol / 2;
    const std::int64_t rows = myrow_ < 0 ? 0 : numroc(m, mb, myrow_, rsrc, nprow);
    const std::int64_t cols = mycol_ < 0 ? 0 : numroc(n, nb, mycol_, csrc, npcol);
    const std::int64_t lld = std::max<std::int64_t>(1, rows + comm_rank() % 2);
    descinit(desc, m, n, mb, nb, rsrc, csrc, context_, lld, nullptr);
    memory_.assign(static_cast<std::size_t>(lld * cols), from_bits(poison));
  }
  ~CMatrix() { block_cyclic_context_free(context_); }
  CMatrix(const CMatrix&) = delete;
  CMatrix& operator=(const CMatrix&) = delete;

  double* a() { return memory_.empty() ? nullptr : memory_.data(); }

  void fill() {
    for (std::int64_t j = 1; j <= desc[N_]; ++j) {
      for (std::int64_t i = 1; i <= desc[M_]; ++i) pdelset(a(), i, j, desc, element(i, j));
    }
  }

  // The number of elements, on all ranks, that differ from element(i + row, j + col).
  std::int64_t wrong(std::int64_t row = 0, std::int64_t col = 0) {
    std::int64_t count = 0;
    for (std::int64_t j = 1; j <= desc[N_]; ++j) {
      for (std::int64_t i = 1; i <= desc[M_]; ++i) {
        double value = element(i + row, j + col);
        pdelget("A", " ", &value, a(), i, j, desc);
        count += to_bits(value) == to_bits(element(i + row, j + col)) ? 0 : 1;
      }
    }
    return count;
  }

  std::int64_t desc[DLEN_] = {};

 private:
  std::int64_t context_;
  std::int64_t myrow_ = -1;
  std::int64_t mycol_ = -1;
  std::vector<double> memory_;
};

// Copies on the same communicator have the same tag: the order in which all ranks begin keeps messages apart.
TEST(BlockCyclicFiles, CopiesMayBeInFlightMeanwhile) {
  const SharedScratch scratch;
  const std::string path = scratch / "matrix.txt";
  const int ranks = comm_size();
  const long n = 30;
  VSDA by_rows;
  VSDA by_cols;
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, n, n, 8, 2, 2, 0, 0, ranks, 1, n, &by_rows);
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, n, n, 8, 3, 3, 0, 0, 1, ranks, n, &by_cols);
  std::vector<double> source(n * n, comm_rank());
  std::vector<double> target(n * n, -1.0);
  CMatrix from(n, n, 2, 2, ranks, 1);
  CMatrix to(n, n, 3, 1, 1, ranks);
  from.fill();
  MPI_Request before[16];
  MPI_Request between[16];
  std::vector<double> back(n * n, -1.0);
  VSDA_Copy(&by_cols, 0, target.data(), &by_rows, 0, source.data(), n * n, before);
  pdlawrite(path.c_str(), n, n, from.a(), 1, 1, from.desc, 0, 0, nullptr);
  VSDA_Copy(&by_cols, 0, back.data(), &by_rows, 0, source.data(), n * n, between);
  pdlaread(path.c_str(), to.a(), to.desc, 0, 0, nullptr);
  VSDA_Update_end(between);
  VSDA_Update_end(before);
  EXPECT_EQ(to.wrong(), 0);
  for (std::int64_t y = 0; y < numroc(n, 3, comm_rank(), 0, ranks); ++y) {
    for (std::int64_t i = 0; i < n; ++i) {
      const auto place = static_cast<std::size_t>(i + y * n);
      ASSERT_EQ(target[place], static_cast<double>(i / 2 % ranks));
      ASSERT_EQ(back[place], static_cast<double>(i / 2 % ranks));
    }
  }
  VSDA_Destroy(&by_rows);
  VSDA_Destroy(&by_cols);
}

TEST(BlockCyclicFiles, TextGoesOutOfOneDistributionIntoAnother) {
  const SharedScratch scratch;
  const std::string path = scratch / "matrix.txt";
  const int ranks = comm_size();
  CMatrix from(9, 9, 2, 2, std::max(1, ranks / 2), std::min(2, ranks));
  from.fill();
  pdlawrite(path.c_str(), 9, 9, from.a(), 1, 1, from.desc, 0, 0, nullptr);
  CMatrix to(9, 9, 3, 1, 1, std::max(1, ranks - 1));  // the last rank is outside the process grid
  pdlaread(path.c_str(), to.a(), to.desc, 0, 0, nullptr);
  EXPECT_EQ(to.wrong(), 0);
}

TEST(BlockCyclicFiles, PartsAreNamedFromOneOn) {
  const SharedScratch scratch;
  CMatrix from(9, 9, 2, 2, 1, comm_size());
  from.fill();
  CMatrix to(4, 5, 1, 2, comm_size(), 1);
  const std::string text = scratch / "part.txt";
  pdlawrite(text.c_str(), 4, 5, from.a(), 3, 2, from.desc, 0, comm_size() - 1, nullptr);
  pdlaread(text.c_str(), to.a(), to.desc, comm_size() - 1, 0, nullptr);
  EXPECT_EQ(to.wrong(2, 1), 0);
  CMatrix again(4, 5, 2, 1, 1, comm_size());
  const std::string npy = scratch / "part.npy";
  pd_npy_write(npy.c_str(), 4, 5, from.a(), 3, 2, from.desc);
  pd_npy_read(npy.c_str(), again.a(), again.desc);
  EXPECT_EQ(again.wrong(2, 1), 0);
}

// Ranks backwards: process (0, q) is rank ranks - 1 - q.
std::int64_t backwards() {
  std::vector<std::int64_t> map;
  for (int rank = comm_size() - 1; rank >= 0; --rank) map.push_back(rank);
  return block_cyclic_gridmap(MPI_COMM_WORLD, map.data(), 1, 1, comm_size());
}

// The place in the process grid names the process that sees the file, for any map of ranks.
TEST(BlockCyclicFiles, GridsMayHaveAnyOrderOrMap) {
  const SharedScratch scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  if (comm_rank() == 0) std::filesystem::create_directory(scratch / "empty");
  MPI_Barrier(MPI_COMM_WORLD);
  const int rows = std::max(1, comm_size() / 2);
  const int cols = std::min(2, comm_size());
  CMatrix from(9, 9, 2, 2, block_cyclic_gridinit(MPI_COMM_WORLD, "C", rows, cols));
  from.fill();
  for (int process = 0; process < comm_size(); ++process) {
    for (const bool npy : {false, true}) {
      if (npy && process != 0) continue;  // for .npy files it is process (0, 0)
      CMatrix to(9, 9, 3, 1, backwards());
      CMatrix written(9, 9, 2, 3, backwards());
      // Only this process sees the folder.
      const bool sees = comm_rank() == comm_size() - 1 - process;
      std::filesystem::current_path(sees ? scratch.path() : scratch / "empty");
      const std::string path = scratch / "matrix";
      if (npy) {
        pd_npy_write(path.c_str(), 9, 9, from.a(), 1, 1, from.desc);
        pd_npy_read("matrix", to.a(), to.desc);
        pd_npy_write("again", 9, 9, to.a(), 1, 1, to.desc);
        pd_npy_read("again", written.a(), written.desc);
      } else {
        pdlawrite(path.c_str(), 9, 9, from.a(), 1, 1, from.desc, rows - 1, 0, nullptr);
        pdlaread("matrix", to.a(), to.desc, 0, process, nullptr);
        pdlawrite("again", 9, 9, to.a(), 1, 1, to.desc, 0, process, nullptr);
        pdlaread("again", written.a(), written.desc, 0, process, nullptr);
      }
      std::filesystem::current_path(before);
      EXPECT_EQ(to.wrong(), 0) << "process " << process;
      EXPECT_EQ(written.wrong(), 0) << "process " << process;
    }
  }
}

TEST(BlockCyclicFiles, NothingIsAPartToo) {
  const SharedScratch scratch;
  CMatrix matrix(3, 2, 1, 1, 1, 1);
  const std::string path = scratch / "nothing";
  pdlawrite(path.c_str(), 0, 2, matrix.a(), 4, 1, matrix.desc, 0, 0, nullptr);
  EXPECT_EQ(read_text(path), "           0           2\n");
  CMatrix empty(0, 2, 1, 1, 1, 1);
  pdlaread(path.c_str(), nullptr, empty.desc, 0, 0, nullptr);
}

class BlockCyclicFileErrors : public ::testing::Test {
 protected:
  BlockCyclicFileErrors() : matrix_(3, 2, 1, 1, 1, comm_size()) { matrix_.fill(); }

  void expect_refused(const std::string& text, const std::function<void()>& call) {
    expect_fatal(2, "stencil: rank " + std::to_string(comm_rank()) + ": " + text, call);
  }
  void write(const char* filnam, std::int64_t m, std::int64_t n, std::int64_t ia, std::int64_t ja) {
    pdlawrite(filnam, m, n, matrix_.a(), ia, ja, matrix_.desc, 0, 0, nullptr);
  }
  void write_npy(const char* filnam, std::int64_t m, std::int64_t n, std::int64_t ia, std::int64_t ja) {
    pd_npy_write(filnam, m, n, matrix_.a(), ia, ja, matrix_.desc);
  }

  const SharedScratch scratch_;
  const std::string path_ = scratch_ / "x";
  CMatrix matrix_;
};

TEST_F(BlockCyclicFileErrors, PartsOutsideTheMatrix) {
  const auto both = [&](const std::string& text, std::int64_t m, std::int64_t n, std::int64_t ia, std::int64_t ja) {
    expect_refused("pdlawrite: " + text, [&] { write(path_.c_str(), m, n, ia, ja); });
    expect_refused("pd_npy_write: " + text, [&] { write_npy(path_.c_str(), m, n, ia, ja); });
  };
  both("m = -1, must be 0 .. 3 (M_ of desca)", -1, 2, 1, 1);
  both("m = 4, must be 0 .. 3 (M_ of desca)", 4, 2, 1, 1);
  both("n = -1, must be 0 .. 2 (N_ of desca)", 3, -1, 1, 1);
  both("n = 3, must be 0 .. 2 (N_ of desca)", 3, 3, 1, 1);
  both("ia = 0, must be 1 .. 2 (M_ of desca - m + 1)", 2, 2, 0, 1);
  both("ia = 3, must be 1 .. 2 (M_ of desca - m + 1)", 2, 2, 3, 1);
  both("ja = 0, must be 1 .. 2 (N_ of desca - n + 1)", 2, 1, 1, 0);
  both("ja = 9223372036854775807, must be 1 .. 2 (N_ of desca - n + 1)", 2, 1, 1, INT64_MAX);
  if (comm_rank() == 0) {
    EXPECT_TRUE(scratch_.entries().empty());
  }
}

TEST_F(BlockCyclicFileErrors, PointersThatAreNull) {
  expect_refused("pdlawrite: filnam = NULL, must be the name of a file", [&] { write(nullptr, 3, 2, 1, 1); });
  expect_refused("pd_npy_write: filnam = NULL, must be", [&] { write_npy(nullptr, 3, 2, 1, 1); });
  expect_refused("pdlaread: filnam = NULL, must be",
                 [&] { pdlaread(nullptr, matrix_.a(), matrix_.desc, 0, 0, nullptr); });
  expect_refused("pd_npy_read: filnam = NULL, must be", [&] { pd_npy_read(nullptr, matrix_.a(), matrix_.desc); });
  const std::string array = "a = NULL, must be the local matrix of 3 x ";
  expect_refused("pdlawrite: " + array,
                 [&] { pdlawrite(path_.c_str(), 3, 2, nullptr, 1, 1, matrix_.desc, 0, 0, nullptr); });
  expect_refused("pdlaread: " + array, [&] { pdlaread(path_.c_str(), nullptr, matrix_.desc, 0, 0, nullptr); });
  expect_refused("pd_npy_write: " + array, [&] { pd_npy_write(path_.c_str(), 3, 2, nullptr, 1, 1, matrix_.desc); });
  expect_refused("pd_npy_read: " + array, [&] { pd_npy_read(path_.c_str(), nullptr, matrix_.desc); });
  expect_refused("pdlawrite: desca = NULL, must be a descriptor made by descinit",
                 [&] { pdlawrite(path_.c_str(), 3, 2, matrix_.a(), 1, 1, nullptr, 0, 0, nullptr); });
  expect_refused("pdlaread: desca = NULL", [&] { pdlaread(path_.c_str(), matrix_.a(), nullptr, 0, 0, nullptr); });
  expect_refused("pd_npy_write: desca = NULL", [&] { pd_npy_write(path_.c_str(), 3, 2, matrix_.a(), 1, 1, nullptr); });
  expect_refused("pd_npy_read: desca = NULL", [&] { pd_npy_read(path_.c_str(), matrix_.a(), nullptr); });
}

TEST_F(BlockCyclicFileErrors, ProcessesOutsideTheGrid) {
  const std::string last = std::to_string(comm_size() - 1);
  for (const std::int64_t col : {std::int64_t{-1}, std::int64_t{comm_size()}}) {
    const std::string text =
        " = " + std::to_string(col) + ", must be 0 .. " + last + " (columns of the process grid - 1)";
    expect_refused("pdlawrite: icwrit" + text,
                   [&] { pdlawrite(path_.c_str(), 3, 2, matrix_.a(), 1, 1, matrix_.desc, 0, col, nullptr); });
    expect_refused("pdlaread: icread" + text,
                   [&] { pdlaread(path_.c_str(), matrix_.a(), matrix_.desc, 0, col, nullptr); });
  }
  for (const std::int64_t row : {-1, 1}) {
    expect_refused("pdlawrite: irwrit = " + std::to_string(row) + ", must be 0 .. 0 (rows of the process grid - 1)",
                   [&] { pdlawrite(path_.c_str(), 3, 2, matrix_.a(), 1, 1, matrix_.desc, row, 0, nullptr); });
    expect_refused("pdlaread: irread = " + std::to_string(row) + ", must be 0 .. 0 (rows of the process grid - 1)",
                   [&] { pdlaread(path_.c_str(), matrix_.a(), matrix_.desc, row, 0, nullptr); });
  }
}

TEST_F(BlockCyclicFileErrors, DescriptorsThatWereTamperedWith) {
  std::int64_t desc[DLEN_];
  std::copy_n(matrix_.desc, static_cast<int>(DLEN_), desc);
  desc[DTYPE_] = 2;
  expect_refused("pdlaread: desca: DTYPE_ = 2", [&] { pdlaread(path_.c_str(), matrix_.a(), desc, 0, 0, nullptr); });
  desc[DTYPE_] = 1;
  desc[CTXT_] = 0;
  expect_refused("pdlawrite: desca: CTXT_",
                 [&] { pdlawrite(path_.c_str(), 3, 2, matrix_.a(), 1, 1, desc, 0, 0, nullptr); });
}

// A wrong argument on one rank ends all of them, with the text of that rank.
TEST_F(BlockCyclicFileErrors, OneRankIsEnough) {
  const bool wrong = comm_rank() == comm_size() - 1;
  expect_refused("pdlawrite: m = 5, must be 0 .. 3", [&] { write(path_.c_str(), wrong ? 5 : 3, 2, 1, 1); });
}

// Function, file, part and process must be the same on all ranks.
TEST_F(BlockCyclicFileErrors, DifferentFunctionsOrProcesses) {
  if (comm_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  const bool other = comm_rank() == comm_size() - 1;
  const std::string differ =
      ": function, file name, part, process or distribution differ between the ranks; rank 0 has ";
  expect_refused((other ? "pd_npy_write" : "pdlawrite") + differ,
                 [&] { other ? write_npy(path_.c_str(), 3, 2, 1, 1) : write(path_.c_str(), 3, 2, 1, 1); });
  expect_refused((other ? "pd_npy_read" : "pdlaread") + differ, [&] {
    if (other) return pd_npy_read(path_.c_str(), matrix_.a(), matrix_.desc);
    pdlaread(path_.c_str(), matrix_.a(), matrix_.desc, 0, 0, nullptr);
  });
  expect_refused((other ? "pdlaread" : "pdlawrite") + differ, [&] {
    if (other) return pdlaread(path_.c_str(), matrix_.a(), matrix_.desc, 0, 0, nullptr);
    write(path_.c_str(), 3, 2, 1, 1);
  });
  expect_refused("pdlawrite" + differ,
                 [&] { pdlawrite(path_.c_str(), 3, 2, matrix_.a(), 1, 1, matrix_.desc, 0, other ? 1 : 0, nullptr); });
  expect_refused("pdlaread" + differ,
                 [&] { pdlaread(path_.c_str(), matrix_.a(), matrix_.desc, 0, other ? 1 : 0, nullptr); });
  // Another process grid of the same shape: the named process is another rank, unless it lies in the middle.
  const std::int64_t turned = backwards();
  std::int64_t desc[DLEN_];
  std::copy_n(matrix_.desc, static_cast<int>(DLEN_), desc);
  if (other) desc[CTXT_] = turned;
  const std::int64_t middle = (comm_size() - 1) / 2;
  expect_refused("pdlawrite" + differ,
                 [&] { pdlawrite(path_.c_str(), 3, 2, matrix_.a(), 1, 1, desc, 0, middle, nullptr); });
  block_cyclic_context_free(turned);
  if (comm_rank() == 0) {
    EXPECT_TRUE(scratch_.entries().empty());
  }
}

TEST_F(BlockCyclicFileErrors, BadFilesNameTheFunction) {
  const std::string missing = scratch_ / "missing";
  const std::string text = ": " + missing + ": cannot be opened: No such file or directory";
  expect_refused("pdlaread" + text, [&] { pdlaread(missing.c_str(), matrix_.a(), matrix_.desc, 0, 0, nullptr); });
  expect_refused("pd_npy_read" + text, [&] { pd_npy_read(missing.c_str(), matrix_.a(), matrix_.desc); });
}

}  // namespace
}  // namespace stencil::test
