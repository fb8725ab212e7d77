// Files against the definition, for random distributions, parts, limits and rank counts.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "host/io/npy_header.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/text/fortran_real.hpp"
#include "host/matrix_io/text/text_records.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"

namespace stencil::test {
namespace {

using testing_support::read_text;

std::string expected_text(std::int64_t m, std::int64_t n) {
  std::string text = text_header(m, n);
  for (std::int64_t j = 0; j < n; ++j) {
    for (std::int64_t i = 0; i < m; ++i) {
      char number[d30_18_chars];
      write_d30_18(element(i, j), number);
      text.append(number, d30_18_chars) += '\n';
    }
  }
  return text;
}

std::string expected_npy(std::int64_t m, std::int64_t n, bool fortran_order) {
  std::string bytes = npy_file_head(m, n, fortran_order);
  for (std::int64_t k = 0; k < m * n; ++k) {
    const double value = fortran_order ? element(k % m, k / m) : element(k / n, k % n);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return bytes;
}

// Small limits, so that small matrices take many slabs, ranges and pieces.
FileOptions random_options(Random& random) {
  FileOptions options;
  options.values = random(1, 40);
  options.text_bytes = random(1, 300);
  options.written_values = random(1, 10);
  return options;
}

struct Case {
  std::int64_t m, n;
  BlockCyclicLayout layout;
  std::int64_t gap;
  FileOptions options;
};

Case random_case(Random& random) {
  const std::int64_t m = random(0, 17);
  const std::int64_t n = random(0, 17);
  const BlockCyclicLayout layout = random_layout(random, m, n, comm_size());
  return {m, n, layout, random(0, 3), random_options(random)};
}

template <typename Write>
void expect_writes(const SharedScratch& scratch, Random& random, Write&& write,
                   std::string (*expected)(std::int64_t, std::int64_t)) {
  const Case one = random_case(random);
  TestMatrix matrix(one.layout, one.gap);
  Submatrix part;
  part.rows = random(0, one.m);
  part.cols = random(0, one.n);
  part.row = random(0, one.m - part.rows);
  part.col = random(0, one.n - part.cols);
  matrix.fill(part.row, part.col);
  write(scratch / "w", matrix.view(), part, one.options);
  // When the call returns, every rank sees the whole file.
  EXPECT_EQ(read_text(scratch / "w"), expected(part.rows, part.cols));
  EXPECT_EQ(matrix.poisoned(), matrix.gaps());
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(MatrixFile, TextIsWhatTheDefinitionSays) {
  const SharedScratch scratch;
  Random random(test_seed());
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    expect_writes(scratch, random, write_text_matrix, expected_text);
  }
  if (comm_rank() == 0) {
    EXPECT_EQ(scratch.entries(), std::vector<std::string>{"w"});
  }
}

TEST(MatrixFile, NpyIsWhatTheDefinitionSays) {
  const SharedScratch scratch;
  Random random(test_seed());
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    expect_writes(scratch, random, write_npy_matrix,
                  [](std::int64_t m, std::int64_t n) { return expected_npy(m, n, true); });
  }
}

// read(case, round, matrix) must fill the matrix from a file that it makes.
template <typename Read>
void expect_reads(Read&& read) {
  Random random(test_seed());
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const Case one = random_case(random);
    TestMatrix matrix(one.layout, one.gap);
    read(one, round, matrix.view());
    EXPECT_EQ(matrix.wrong(), 0);
    EXPECT_EQ(matrix.poisoned(), matrix.gaps());
  }
}

TEST(MatrixFile, ReadsTextIntoAnyDistribution) {
  const SharedScratch scratch;
  expect_reads([&](const Case& one, int, const DistributedMatrix& matrix) {
    read_text_matrix(scratch.put("r", expected_text(one.m, one.n)), matrix, one.options);
  });
}

TEST(MatrixFile, ReadsNpyOfBothOrdersIntoAnyDistribution) {
  const SharedScratch scratch;
  expect_reads([&](const Case& one, int round, const DistributedMatrix& matrix) {
    read_npy_matrix(scratch.put("r", expected_npy(one.m, one.n, round % 2 == 0)), matrix, one.options);
  });
}

// Lines of any length and form: no line is lost or read twice where a range ends inside a line or holds none.
TEST(MatrixFile, ReadsTextOfUnevenLines) {
  const SharedScratch scratch;
  Random random(test_seed());
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const Case one = random_case(random);
    std::string text = random(0, 1) == 0 ? "" : "\r\n\n";
    text += std::to_string(one.m) + " " + std::to_string(one.n) + "\r\n";
    for (std::int64_t k = 0; k < one.m * one.n; ++k) {
      text.append(static_cast<std::size_t>(random(0, 3) * random(0, 40)), ' ');
      text += std::to_string(k) + (random(0, 3) == 0 ? "D+00" : random(0, 3) == 0 ? "+0" : "");
      text.append(static_cast<std::size_t>(random(0, 2)), '\t');
      text += random(0, 1) == 0 ? "\r\n" : "\n";
      for (std::int64_t empty = random(-3, 2); empty > 0; --empty) text += random(0, 1) == 0 ? "\n" : "  \r\n";
    }
    if (round % 3 == 0) text += " \t ";
    TestMatrix matrix(one.layout, one.gap);
    read_text_matrix(scratch.put("r", text), matrix.view(), one.options);
    matrix.each(
        [&](std::int64_t i, std::int64_t j, double& value) { EXPECT_EQ(value, static_cast<double>(j * one.m + i)); });
  }
}

// As with PDLAREAD, the matrix may be larger than that of the file; the rest of it does not change.
TEST(MatrixFile, ASmallerTextGoesIntoTheFirstRowsAndColumns) {
  const SharedScratch scratch;
  Random random(test_seed());
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    const Case one = random_case(random);
    const std::int64_t m = random(0, one.m);
    const std::int64_t n = random(0, one.n);
    TestMatrix matrix(one.layout, one.gap);
    read_text_matrix(scratch.put("r", expected_text(m, n)), matrix.view(), one.options);
    matrix.each([&](std::int64_t i, std::int64_t j, double& value) {
      EXPECT_EQ(to_bits(value), i < m && j < n ? to_bits(element(i, j)) : poison) << i << ", " << j;
    });
  }
}

// Some ranks see the file, at least the named one; the others are in a folder that does not have it.
TEST(MatrixFile, ReadsThroughTheRanksThatSeeTheFile) {
  const SharedScratch scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  if (comm_rank() == 0) std::filesystem::create_directory(scratch / "empty");
  MPI_Barrier(MPI_COMM_WORLD);
  Random random(test_seed());
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    Case one = random_case(random);
    one.options.rank = static_cast<int>(random(0, comm_size() - 1));
    bool sees = comm_rank() == one.options.rank;
    for (int rank = 0; rank < comm_size(); ++rank) {
      const bool other_sees = random(0, 2) == 0;
      sees = sees || (rank == comm_rank() && other_sees);
    }
    const bool text = round % 2 == 0;
    scratch.put("r", text ? expected_text(one.m, one.n) : expected_npy(one.m, one.n, round % 4 == 1));
    std::filesystem::current_path(sees ? scratch.path() : scratch / "empty");
    TestMatrix matrix(one.layout, one.gap);
    (text ? read_text_matrix : read_npy_matrix)("r", matrix.view(), one.options);
    EXPECT_EQ(matrix.wrong(), 0);
    EXPECT_EQ(matrix.poisoned(), matrix.gaps());
    std::filesystem::current_path(before);
  }
}

TEST(MatrixFile, ReadsNpyVersion2AndKeepsNanPayloads) {
  const SharedScratch scratch;
  const std::string dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n";
  std::string bytes = "\x93NUMPY\x02" + std::string(1, '\0');
  bytes += static_cast<char>(dictionary.size()) + std::string(3, '\0') + dictionary;
  for (std::uint64_t k = 0; k < 6; ++k) {
    const std::uint64_t pattern = 0xfff4000000000100 + k;
    bytes.append(reinterpret_cast<const char*>(&pattern), sizeof pattern);
  }
  TestMatrix matrix({CyclicAxis(2, 1, 0, 1), CyclicAxis(3, 1, 0, comm_size())}, 1);
  read_npy_matrix(scratch.put("v2.npy", bytes), matrix.view());
  matrix.each([](std::int64_t i, std::int64_t j, double& value) {
    EXPECT_EQ(to_bits(value), 0xfff4000000000100 + static_cast<std::uint64_t>(i * 3 + j));
  });
}

// The caller's own messages with the same tag on another communicator, and a communicator of some of the ranks.
TEST(MatrixFile, WorksOnAnyCommunicator) {
  const SharedScratch scratch;
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, comm_rank() % 2, -comm_rank(), &half);
  const std::string path = scratch / (comm_rank() % 2 == 0 ? "even" : "odd");
  const BlockCyclicLayout layout{CyclicAxis(11, 2, 0, 1), CyclicAxis(7, 2, 0, comm_size(half))};
  TestMatrix matrix(layout, 0, half);
  matrix.fill();
  write_text_matrix(path, matrix.view(), {0, 0, 11, 7});
  TestMatrix back(layout, 2, half);
  read_text_matrix(path, back.view());
  EXPECT_EQ(back.wrong(), 0);
  MPI_Comm_free(&half);
}

}  // namespace
}  // namespace stencil::test
