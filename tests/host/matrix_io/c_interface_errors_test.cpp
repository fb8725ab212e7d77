// Every wrong argument of pdlaread, pdlawrite, pd_npy_read and pd_npy_write of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "block_cyclic.h"
#include "tests/host/matrix_io/c_matrix.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

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
