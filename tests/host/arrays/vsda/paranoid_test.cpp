// STENCIL_PARANOID=1: wrong programs, which without it end with wrong values or hang, end with one line; right ones do
// not.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/run_program.hpp"

namespace stencil {
namespace {

using testing_support::ProgramResult;
using Words = std::vector<std::string>;

ProgramResult run(int ranks, const std::string& mode, Words environment = {"STENCIL_PARANOID=1"}) {
  environment.emplace_back(testing_support::second_of_grace);
  return testing_support::run_program({MPIEXEC, "-n", std::to_string(ranks), "--oversubscribe", MISUSE, mode},
                                      environment);
}

void expect_reported(const std::string& mode, const std::string& text, int ranks = 2,
                     Words environment = {"STENCIL_PARANOID=1"}) {
  const ProgramResult result = run(ranks, mode, environment);
  EXPECT_EQ(result.status, 2) << mode << "\n" << result.err;
  EXPECT_NE(result.err.find(text), std::string::npos) << mode << " lacks: " << text << "\n" << result.err;
}

constexpr const char* two_arrays = "globsize = 16, elemsize = 8, shadowwidth = 1, globalshadows = 0, distribution 8 8";

TEST(VsdaParanoid, ReportsOperationsInAnotherOrder) {
  const std::string made = std::string(" made with ") + two_arrays;
  const ProgramResult result = run(2, "order");
  EXPECT_EQ(result.status, 2) << result.err;
  const auto line = [&](const std::string& here, const std::string& there, const std::string& rank) {
    return "operation 1 on the communicator is update of array " + here + made + " here, and update of array " + there +
           made + " on its rank " + rank + "; all ranks must begin the same operations in the same order\n";
  };
  // Either rank may be the one that prints.
  const bool is_there = result.err.find(line("1", "2", "1")) != std::string::npos ||
                        result.err.find(line("2", "1", "0")) != std::string::npos;
  EXPECT_TRUE(is_there) << result.err;
  EXPECT_EQ(run(2, "order", {}).status, 0) << "nothing is compared without it";
}

TEST(VsdaParanoid, ReportsArgumentsThatDiffer) {
  expect_reported("distribution", "distribution 9 7 8", 3);
  expect_reported("width", "shadowwidth = 0, ");
  expect_reported("copy", "copy of 2 elements to 0 of array 1 made with globsize = 16");
  EXPECT_EQ(run(3, "distribution", {}).status, 0);
}

TEST(VsdaParanoid, ReportsOperationsThatOneRankBegins) {
  expect_reported("alone",
                  "MPI_Finalize: called after 0 operations on a communicator; its rank 1 has begun another one, "
                  "update of array 1 made with ");
  expect_reported("alone later", "MPI_Finalize: called after 0 operations", 2);
  expect_reported("alone at home", "MPI_Finalize: called after 0 operations on a communicator; its rank 2 has begun ",
                  3);
  expect_reported("alone before free",
                  "MPI_Comm_free: called after 0 operations on a communicator; its rank 1 has begun");
  // The other has long waited in MPI_Finalize.
  expect_reported("alone later", "operation 1 on the communicator, update of array 1 made with ", 2,
                  {"STENCIL_PARANOID=1", "STENCIL_PARANOID_SECONDS=1"});
}

TEST(VsdaParanoid, LetsRightProgramsRun) {
  for (const std::string mode : {"late", "right", "slow"}) {
    const ProgramResult result = run(3, mode);
    EXPECT_EQ(result.status, 0) << mode << "\n" << result.err;
    EXPECT_EQ(result.err, "") << mode;
  }
  const ProgramResult slow = run(2, "slow", {"STENCIL_PARANOID=1", "STENCIL_PARANOID_SECONDS=1"});
  EXPECT_EQ(slow.status, 0) << slow.err;
  EXPECT_EQ(slow.err, std::string("stencil: rank 0: VSDA: warning: has waited 1 s for the end of operation 1 on a "
                                  "communicator, update of array 1 made with ") +
                          two_arrays +
                          ": rank 1 of the communicator has begun 0 operations, this rank 1: it computes, waits in "
                          "another call, or has left one out\n");
}

TEST(VsdaParanoid, RefusesOtherValuesOfItsVariables) {
  expect_reported("right", "environment variable STENCIL_PARANOID = 'yes', must be one of: 0, 1", 1,
                  {"STENCIL_PARANOID=yes"});
  expect_reported("right", "environment variable STENCIL_PARANOID_SECONDS = '0', must be an integer 1 .. 86400", 1,
                  {"STENCIL_PARANOID=1", "STENCIL_PARANOID_SECONDS=0"});
}

}  // namespace
}  // namespace stencil
