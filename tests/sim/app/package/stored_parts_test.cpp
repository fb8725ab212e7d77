// Two ranks, of which one has stored all that it has swept, or both, or none.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stores/stored_parts.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <string>

namespace stencil {
namespace {

constexpr RowAges::Part whole{30, 0, 0, 0};
constexpr RowAges::Part edges{10, 20, 200, 4};

// Words of coverage and the warning, on rank 0.
std::pair<std::int64_t, std::string> found(const RowAges::Part& first, const RowAges::Part& second) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Coverage coverage;
  ::testing::internal::CaptureStderr();
  compare_stored_parts(MPI_COMM_WORLD, rank == 0 ? first : second, coverage);
  return {coverage.never_stored, ::testing::internal::GetCapturedStderr()};
}

bool on_root() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

TEST(StoredParts, ARankThatStoresLessThanAnotherIsNamed) {
  const auto [words, text] = found(whole, edges);
  EXPECT_EQ(words, on_root() ? 200 : 0);
  EXPECT_EQ(text, on_root() ? "stencil: rank 1: f_from_accel: warning: 20 rows of its own never got the results of "
                              "itstep_accel (the first of them of block 4); rank 0 has stored those of all that it has "
                              "swept\n"
                            : "");
  EXPECT_EQ(found(edges, whole).first, on_root() ? 200 : 0);
}

TEST(StoredParts, WhereRanksDoAlikeNothingIsNamed) {
  for (const auto& [first, second] :
       {std::pair(whole, whole), std::pair(edges, edges), std::pair(edges, RowAges::Part())})
    EXPECT_EQ(found(first, second), std::pair(std::int64_t{0}, std::string()));
}

}  // namespace
}  // namespace stencil
