// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/environment.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

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

TEST(MisspeltVariables, AreThoseNearToOneOfOurs) {
  const auto lines = [](const std::string& name) { return misspelt_variables({{name, "1"}}); };
  const auto meant = [](const std::string& name, const std::string& known) {
    return std::vector<std::string>{name + " is not known and has no effect; did you mean " + known + "?"};
  };
  EXPECT_EQ(lines("STENCIL_REPROT"), meant("STENCIL_REPROT", "STENCIL_REPORT"));
  EXPECT_EQ(lines("STENCIL_ACEL"), meant("STENCIL_ACEL", "STENCIL_ACCEL"));
  EXPECT_EQ(lines("STENCIL_CONFIGS"), meant("STENCIL_CONFIGS", "STENCIL_CONFIG"));
  EXPECT_EQ(lines("STENCIL_LINKBYTS"), meant("STENCIL_LINKBYTS", "STENCIL_LINK_BYTES")) << "two letters";
  for (const char* other : {"STENCIL_LINKBYT", "STENCIL_PLUS", "STENCIL_TEST_ACCEL", "STENCIL_X", "STENCIL_"})
    EXPECT_TRUE(lines(other).empty()) << other;
  for (const std::string& known : known_variables()) EXPECT_TRUE(lines(known).empty()) << known;
}

// The table is that of all variables that the sources read.
TEST(KnownVariables, AreThoseThatAreRead) {
  const std::regex reads("(?:getenv|from_environment)\\(\"(STENCIL_[A-Z_]+)\"");
  std::set<std::string> read;
  for (const char* folder : {"host", "models", "sim"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(SOURCES) + "/" + folder)) {
      if (entry.path().extension() != ".cpp") continue;
      std::ifstream in(entry.path());
      const std::string text((std::istreambuf_iterator<char>(in)), {});
      for (std::sregex_iterator at(text.begin(), text.end(), reads), end; at != end; ++at) read.insert((*at)[1]);
    }
  }
  const std::vector<std::string>& known = known_variables();
  EXPECT_EQ(read, std::set<std::string>(known.begin(), known.end()));
}

TEST(MisspeltVariables, AreWarnedOfOnceByOneRank) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  ::setenv("STENCIL_REPROT", "r.json", 1);
  ::testing::internal::CaptureStderr();
  warn_of_misspelt_variables();
  warn_of_misspelt_variables();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            rank == 0 ? "stencil: STENCIL_REPROT is not known and has no effect; did you mean STENCIL_REPORT?\n" : "");
  ::unsetenv("STENCIL_REPROT");
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
