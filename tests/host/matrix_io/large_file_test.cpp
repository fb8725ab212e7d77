// A file beyond 2^31 bytes: every offset of the second half needs more than 32 bits.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <filesystem>
#include <fstream>

#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/text/fortran_real.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"

namespace stencil::test {
namespace {

// The peak memory of this process.
std::int64_t peak_mib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss >> 10;
}

// No rank needs more memory than documented, which is little compared with its half of the matrix, 266 MiB.
TEST(LargeFile, TextBeyond2GiBComesBack) {
  const std::int64_t m = 8'400;
  const std::int64_t n = 8'300;
  const SharedScratch scratch;
  const std::string path = scratch / "large";
  {
    TestMatrix matrix({CyclicAxis(m, 64, 0, comm_size()), CyclicAxis(n, 64, 0, 1)}, 0);
    matrix.fill();
    const std::int64_t before = peak_mib();
    write_text_matrix(path, matrix.view(), {0, 0, m, n});
    EXPECT_LT(peak_mib() - before, 64);
  }
  const std::int64_t head_bytes = 25;
  ASSERT_EQ(std::filesystem::file_size(path), static_cast<std::uintmax_t>(head_bytes + 31 * m * n));
  ASSERT_GT(std::filesystem::file_size(path), std::uintmax_t{1} << 31);
  if (comm_rank() == 0) {
    std::ifstream file(path);
    for (const std::int64_t k : {std::int64_t{0}, (std::int64_t{1} << 31) / 31, m * n - 1}) {
      file.seekg(head_bytes + 31 * k);
      std::string line;
      std::getline(file, line);
      EXPECT_EQ(to_bits(read_fortran_real(line.substr(line.find_first_not_of(' '))).value),
                to_bits(element(k % m, k / m)))
          << k << ": " << line;
    }
  }
  TestMatrix back({CyclicAxis(m, 100, 0, 1), CyclicAxis(n, 33, comm_size() - 1, comm_size())}, 1);
  const std::int64_t before = peak_mib();
  read_text_matrix(path, back.view());
  EXPECT_LT(peak_mib() - before, 64);
  EXPECT_EQ(back.wrong(), 0);
  EXPECT_EQ(back.poisoned(), back.gaps());

  // The same where one rank alone sees the file, by a relative name, and reads it for all.
  write_npy_matrix(scratch / "whole.npy", back.view(), {0, 0, m, n});
  const std::filesystem::path started_in = std::filesystem::current_path();
  if (comm_rank() == comm_size() - 1) std::filesystem::current_path(scratch.path());
  back.each([](std::int64_t, std::int64_t, double& value) { value = 0; });
  FileOptions options;
  options.rank = comm_size() - 1;
  const std::int64_t before_one = peak_mib();
  read_npy_matrix("whole.npy", back.view(), options);
  EXPECT_LT(peak_mib() - before_one, 64);
  EXPECT_EQ(back.wrong(), 0);
  std::filesystem::current_path(started_in);
}

}  // namespace
}  // namespace stencil::test
