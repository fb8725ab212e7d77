// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/environment.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace stencil {
namespace {

TEST(StencilVariables, AreThoseWithThePrefix) {
  ::setenv("STENCIL_TEST_A", "x=y", 1);
  ::setenv("NOT_STENCIL_B", "1", 1);
  const auto variables = stencil_variables();
  ASSERT_EQ(variables.count("STENCIL_TEST_A"), 1u);
  EXPECT_EQ(variables.at("STENCIL_TEST_A"), "x=y");
  EXPECT_EQ(variables.count("NOT_STENCIL_B"), 0u);
  ::unsetenv("STENCIL_TEST_A");
  EXPECT_EQ(stencil_variables().count("STENCIL_TEST_A"), 0u);
}

TEST(EnvironmentDifferences, NameVariableAndRanksOnRankZeroOnly) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::map<std::string, std::string> mine{{"STENCIL_SAME", "1"}, {"STENCIL_EMPTY", ""}};
  EXPECT_TRUE(environment_differences(MPI_COMM_WORLD, mine).empty());
  if (rank == 0) mine["STENCIL_CONFIG"] = "wide";
  if (rank == 2) mine["STENCIL_ACCEL"] = "rtl";
  const auto lines = environment_differences(MPI_COMM_WORLD, mine);
  if (rank != 0 || ranks < 4) {
    EXPECT_TRUE(lines.empty());
    return;
  }
  EXPECT_EQ(lines,
            (std::vector<std::string>{"STENCIL_ACCEL is not set on rank 0 and something else on rank 2; mpirun -x "
                                      "STENCIL_ACCEL sends it to all",
                                      "STENCIL_CONFIG is 'wide' on rank 0 and something else on ranks 1-3; mpirun -x "
                                      "STENCIL_CONFIG sends it to all"}));
}

TEST(RankList, FoldsRuns) {
  EXPECT_EQ(rank_list({}), "");
  EXPECT_EQ(rank_list({4}), "4");
  EXPECT_EQ(rank_list({1, 2}), "1, 2");
  EXPECT_EQ(rank_list({1, 2, 3, 5, 7, 8, 9, 10}), "1-3, 5, 7-10");
}

}  // namespace
}  // namespace stencil
