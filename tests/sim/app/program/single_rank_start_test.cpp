// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/single_rank_start.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace stencil {
namespace {

std::string value_of(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "unset" : value;
}

class SingleRankStartTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"OMPI_MCA_pml", "OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
      unsetenv(name);
  }
  static std::string layer() { return value_of("OMPI_MCA_pml"); }
};

TEST_F(SingleRankStartTest, ChoosesALayerAsLongAsItLives) {
  {
    const SingleRankStart start;
    EXPECT_EQ(layer(), "ob1");
  }
  EXPECT_EQ(layer(), "unset");
}

TEST_F(SingleRankStartTest, KeepsWhatTheUserHasSet) {
  setenv("OMPI_MCA_pml", "cm", 1);
  {
    const SingleRankStart start;
    EXPECT_EQ(layer(), "cm");
  }
  EXPECT_EQ(layer(), "cm");
}

// A message layer chosen for one rank would be that of all.
TEST_F(SingleRankStartTest, LeavesRanksOfALauncherAlone) {
  for (const char* launched : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    setenv(launched, "0", 1);
    const SingleRankStart start;
    EXPECT_EQ(layer(), "unset") << launched;
    unsetenv(launched);
  }
}

}  // namespace
}  // namespace stencil
