// Ranks that wait in vain are found and explained, and those that only take long are left alone.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <unistd.h>

#include <string>
#include <vector>

#include "tests/support/run_program.hpp"
#include "tests/support/texts.hpp"

namespace stencil {
namespace {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::run_program;
using testing_support::ScratchDirectory;

ProgramResult probe(int ranks, const std::string& scenario, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{STENCIL_MPIEXEC,   "-n",          std::to_string(ranks),
                                 "--oversubscribe", STENCIL_PROBE, scenario};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words, {testing_support::second_of_grace});
}

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The run ends with status 3, says this line, and of each rank the line with its number.
void expect_hang(const ProgramResult& result, const std::string& line, const std::vector<std::string>& ranks) {
  EXPECT_EQ(result.status, 3) << result.err;
  EXPECT_TRUE(has(result.err, "stencil-cosim: " + line + "\n")) << result.err;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const std::string wanted = "  rank " + std::to_string(i) + ": " + ranks[i] + "\n";
    EXPECT_TRUE(has(test::unwrapped(result.err), wanted)) << wanted << "expected in\n" << result.err;
  }
  EXPECT_EQ(result.out, "");
}

void expect_end(const ProgramResult& result) {
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "done\n");
  EXPECT_FALSE(has(result.err, "stencil-cosim")) << result.err;
}

TEST(HangDetector, TwoRanksThatReceiveFromEachOther) {
  expect_hang(probe(2, "crossed"), "hang: ranks 0, 1 can never go on",
              {"waits in MPI_Recv for a message from rank 1 with tag 7",
               "waits in MPI_Recv for a message from rank 0 with tag 7"});
}

// Rank 1 leaves out one of five steps: the others take its messages of the next step for those of this one.
TEST(HangDetector, ARankThatSkipsAnExchange) {
  expect_hang(probe(3, "skip"), "hang: ranks 0, 2 can never go on",
              {"exchange of step 4: waits in MPI_Waitany for a message from rank 1 with tag 5", "has finished",
               "exchange of step 4: waits in MPI_Waitany for a message from rank 1 with tag 5"});
}

TEST(HangDetector, ARankThatLeavesEarly) {
  expect_hang(probe(3, "leaves"), "hang: ranks 0, 1 can never go on",
              {"exchange of step 3: waits in MPI_Waitany for a message from rank 1 with tag 5",
               "exchange of step 2: waits in MPI_Waitany for a message from rank 2 with tag 5", "has finished"});
}

TEST(HangDetector, AReceiveFromAnyRankWhereAllOthersHaveLeftOrAreStuck) {
  expect_hang(
      probe(3, "any-leaves"), "hang: ranks 0, 1 can never go on",
      {"waits in MPI_Recv for a message from rank 0 with tag 3 or a message from rank 1 with tag 3 or a message "
       "from rank 2 with tag 3",
       "waits in MPI_Sendrecv for a message from rank 0 with tag 5", "has finished"});
}

TEST(HangDetector, TwoRanksThatSendMoreThanMpiTakes) {
  expect_hang(probe(2, "large-sends"), "hang: ranks 0, 1 can never go on",
              {"waits in MPI_Send for rank 1 to receive its message with tag 9",
               "waits in MPI_Send for rank 0 to receive its message with tag 9"});
}

TEST(HangDetector, AnotherCollectiveCall) {
  expect_hang(probe(2, "other-call"), "hang: ranks 0, 1 can never go on",
              {"waits in MPI_Barrier for rank 1, which called MPI_Allreduce in its place",
               "waits in MPI_Allreduce for rank 0, which called MPI_Barrier in its place"});
}

TEST(HangDetector, ABarrierThatARankDoesNotEnter) {
  expect_hang(
      probe(2, "no-barrier"), "hang: ranks 0, 1 can never go on",
      {"waits in MPI_Barrier for rank 1 to enter it", "waits in MPI_Recv for a message from rank 0 with tag 3"});
}

TEST(HangDetector, AMessageOfAnotherTag) {
  expect_hang(probe(2, "wrong-tag"), "hang: ranks 0, 1 can never go on",
              {"waits in MPI_Recv for a message from rank 1 with tag 3",
               "waits in MPI_Recv for a message from rank 0 with tag 4; it has posted no receive for the message that "
               "rank 0 sent in MPI_Send with tag 3"});
}

// The message that has come is not one that nobody receives, though the call that takes it has not ended.
TEST(HangDetector, OneOfTwoMessagesDoesNotCome) {
  expect_hang(probe(2, "half"), "hang: ranks 0, 1 can never go on",
              {"waits in MPI_Waitall for a message from rank 1 with tag 6",
               "waits in MPI_Recv for a message from rank 0 with tag 7"});
}

// mpirun has the status of the rank whose end it sees first: the killed one, or another that told of it.
TEST(HangDetector, ARankThatIsKilled) {
  const ScratchDirectory scratch;
  const ProgramResult result = probe(3, "killed", {"1", scratch / "hang.dot"});
  EXPECT_TRUE(result.status == 137 || result.status == 3) << result.status << result.err;
  EXPECT_TRUE(has(result.err, "stencil-cosim: rank 1 died before the end\n")) << result.err;
  EXPECT_TRUE(has(result.err, " on host " + host_name() + " has died\n")) << result.err;
  EXPECT_TRUE(has(result.err, "graph: " + (scratch / "hang.dot") + "\n")) << result.err;
  const std::string graph = read_text(scratch / "hang.dot");
  EXPECT_EQ(graph.rfind("digraph waits {\n", 0), 0u) << graph;
}

TEST(HangDetector, ASlowRankIsLeftAlone) {
  expect_end(probe(3, "slow"));
}

TEST(HangDetector, ARankThatTheSystemStopsForTwoSecondsIsLeftAlone) {
  expect_end(probe(3, "stopped"));
}

// Reading MPI's eager limit takes 0.2 s.
TEST(HangDetector, ASingleRankAsksMpiForNothingBeforeItsFirstMessage) {
  EXPECT_EQ(probe(1, "to-itself").out, "asked 0, with messages 1\ndone\n");
  EXPECT_EQ(probe(2, "to-itself").out, "asked 1, with messages 1\ndone\n");
}

// Sixteen ranks with random messages, pauses and collective calls.
TEST(HangDetector, LegalTrafficIsLeftAlone) {
  for (int seed = 1; seed <= 5; ++seed) expect_end(probe(16, "traffic", {std::to_string(seed)}));
}

}  // namespace
}  // namespace stencil
