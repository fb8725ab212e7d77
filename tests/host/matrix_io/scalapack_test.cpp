// The text files against ScaLAPACK's own PDLAWRITE and PDLAREAD, both ways.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "host/matrix_io/matrix_file.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"
#include "tests/host/oracle/scalapack.hpp"

namespace stencil::test {
namespace {

using testing_support::read_text;

struct Shape {
  int m, n, mb, nb, prow, pcol, rsrc, csrc;

  BlockCyclicLayout layout() const { return {CyclicAxis(m, mb, rsrc, prow), CyclicAxis(n, nb, csrc, pcol)}; }
};

Shape random_shape(Random& random) {
  const auto draw = [&](std::int64_t low, std::int64_t high) { return static_cast<int>(random(low, high)); };
  Shape shape{};
  shape.m = draw(1, 25);
  shape.n = draw(1, 25);
  shape.mb = draw(1, 9);
  shape.nb = draw(1, 9);
  shape.prow = draw(1, comm_size());
  shape.pcol = draw(1, comm_size() / shape.prow);
  shape.rsrc = draw(0, shape.prow - 1);
  shape.csrc = draw(0, shape.pcol - 1);
  return shape;
}

std::array<int, 9> descriptor(const BlacsGrid& grid, const Shape& shape, const DistributedMatrix& matrix) {
  return blacs_descriptor(grid, shape.m, shape.n, shape.mb, shape.nb, shape.rsrc, shape.csrc,
                          static_cast<int>(matrix.lld));
}

// Room for a block of either kind, as PDLAREAD and PDLAWRITE need.
std::vector<double> work_space(const Shape& shape) {
  return std::vector<double>(static_cast<std::size_t>(std::max(shape.m, shape.mb) + shape.n + shape.nb));
}

// PDLAWRITE of the part of the matrix that begins at (row, col); ranks outside the process grid must not call it.
void pdlawrite_by_oracle(const std::string& path, const Shape& shape, const DistributedMatrix& matrix, int m, int n,
                         int row, int col, int irwrit, int icwrit) {
  const BlacsGrid grid(shape.prow, shape.pcol);
  if (!grid.inside()) return;
  std::vector<double> work = work_space(shape);
  const auto desc = descriptor(grid, shape, matrix);
  const int ia = row + 1;
  const int ja = col + 1;
  scalapack()->pdlawrite(path.data(), &m, &n, matrix.array, &ia, &ja, desc.data(), &irwrit, &icwrit, work.data(),
                         path.size());
}

TEST(ScalapackFile, PdlawriteWritesTheSameBytes) {
  STENCIL_NEEDS_SCALAPACK();
  const SharedScratch scratch;
  Random random(test_seed());
  for (int round = 0; round < 25; ++round) {
    const Shape shape = random_shape(random);
    const int m = static_cast<int>(random(0, shape.m));
    const int n = static_cast<int>(random(0, shape.n));
    const int row = static_cast<int>(random(0, shape.m - m));
    const int col = static_cast<int>(random(0, shape.n - n));
    TestMatrix matrix(shape.layout(), random(0, 2));
    matrix.fill(row, col);
    const int irwrit = static_cast<int>(random(0, shape.prow - 1));
    const int icwrit = static_cast<int>(random(0, shape.pcol - 1));
    const std::string theirs = scratch / "theirs";
    write_text_matrix(scratch / "ours", matrix.view(), {row, col, m, n});
    pdlawrite_by_oracle(theirs, shape, matrix.view(), m, n, row, col, irwrit, icwrit);
    MPI_Barrier(MPI_COMM_WORLD);
    if (comm_rank() == 0) {
      ASSERT_EQ(read_text(theirs), read_text(scratch / "ours"));
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

TEST(ScalapackFile, PdlareadReadsOurFiles) {
  STENCIL_NEEDS_SCALAPACK();
  const SharedScratch scratch;
  Random random(test_seed());
  for (int round = 0; round < 12; ++round) {
    const Shape shape = random_shape(random);
    TestMatrix written(shape.layout(), random(0, 2));
    written.fill();
    const std::string path = scratch / "ours";
    write_text_matrix(path, written.view(), {0, 0, shape.m, shape.n});
    const BlacsGrid grid(shape.prow, shape.pcol);
    TestMatrix read(shape.layout(), 1);
    if (grid.inside()) {
      std::vector<double> work = work_space(shape);
      const auto desc = descriptor(grid, shape, read.view());
      const int zero = 0;
      scalapack()->pdlaread(path.data(), read.view().array, desc.data(), &zero, &zero, work.data(), path.size());
    }
    EXPECT_EQ(read.wrong(), 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// Headers as people write them, and matrices smaller than the one they are read into.
TEST(ScalapackFile, WeReadWhatPdlareadReads) {
  STENCIL_NEEDS_SCALAPACK();
  const SharedScratch scratch;
  Random random(test_seed());
  for (int round = 0; round < 24; ++round) {
    const Shape shape = random_shape(random);
    // Not empty: after an empty matrix PDLAREAD leaves the file open, and its next call continues there.
    const int m = static_cast<int>(random(1, shape.m));
    const int n = static_cast<int>(random(1, shape.n));
    const char* const between[] = {" ", ", ", ",", " , ", "\n", ",\n", "\n\n  ", "\r\n", " +"};
    std::string text = std::to_string(m) + between[round % 9] + std::to_string(n) + "\n";
    for (int k = 0; k < m * n; ++k)
      text += std::to_string(k) + (k % 3 == 0 ? ".5D+01\n" : k % 3 == 1 ? "\r\n" : "+1\n\n");
    const std::string path = scratch.put("r", text);
    TestMatrix ours(shape.layout(), 1);
    TestMatrix theirs(shape.layout(), 1);
    const BlacsGrid grid(shape.prow, shape.pcol);
    if (grid.inside()) {
      std::vector<double> work = work_space(shape);
      const auto desc = descriptor(grid, shape, theirs.view());
      const int row = static_cast<int>(random(0, shape.prow - 1));
      const int col = shape.pcol - 1;
      scalapack()->pdlaread(path.data(), theirs.view().array, desc.data(), &row, &col, work.data(), path.size());
    } else {
      random(0, shape.prow - 1);  // the same draws on all ranks
    }
    read_text_matrix(path, ours.view());
    std::vector<double> expected;
    theirs.each([&](std::int64_t, std::int64_t, double& value) { expected.push_back(value); });
    std::size_t at = 0;
    ours.each([&](std::int64_t i, std::int64_t j, double& value) {
      EXPECT_EQ(to_bits(value), to_bits(expected[at++])) << i << ", " << j << " of " << text.substr(0, 12);
    });
    EXPECT_EQ(ours.poisoned(), theirs.poisoned());
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

TEST(ScalapackFile, WeReadPdlawritesFilesIntoAnotherDistribution) {
  STENCIL_NEEDS_SCALAPACK();
  const SharedScratch scratch;
  Random random(test_seed());
  for (int round = 0; round < 12; ++round) {
    const Shape shape = random_shape(random);
    TestMatrix written(shape.layout(), random(0, 2));
    written.fill();
    const std::string path = scratch / "theirs";
    pdlawrite_by_oracle(path, shape, written.view(), shape.m, shape.n, 0, 0, 0, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    TestMatrix read(random_layout(random, shape.m, shape.n, comm_size()), 1);
    read_text_matrix(path, read.view());
    EXPECT_EQ(read.wrong(), 0);
    EXPECT_EQ(read.poisoned(), read.gaps());
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

}  // namespace
}  // namespace stencil::test
