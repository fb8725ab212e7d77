// pdlaread, pdlawrite, pd_npy_read and pd_npy_write of block_cyclic.h: parts, grids and copies in flight.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "block_cyclic.h"
#include "tests/host/matrix_io/c_matrix.hpp"
#include "vsda.h"

namespace stencil::test {
namespace {

using testing_support::read_text;

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

}  // namespace
}  // namespace stencil::test
