// Ranks of a client program that wait for a rank in MPI_Finalize: a hang is proved, named and reported, and nothing
// else is taken for one.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "sim/app/json/json.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/package/package.hpp"

namespace stencil {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class HungClient : public Package {
 protected:
  void SetUp() override {
    Package::SetUp();
    client_ = compile("mpicc", {"tests/system/package/hung_client.c"});
    report_ = scratch_ / "report.json";
  }

  // Ended after five minutes, by which a hang that is not proved fails the test.
  ProgramResult run(const std::string& name, int ranks, const std::string& check = "STENCIL_CHECK=block",
                    const std::string& transport = "OMPI_MCA_btl=self,vader") {
    return under_mpirun(
        ranks, Words{"timeout", "-k", "5", "300", client_, name},
        {"STENCIL_ACCEL=software", check, "STENCIL_REPORT=" + report_, transport, testing_support::second_of_grace});
  }

  // stuck: "rank 0"; lines: of each rank.
  void expect_hang(const std::string& name, const std::string& stuck, const Words& lines) {
    SCOPED_TRACE(name);
    std::filesystem::remove(report_);
    const ProgramResult result = run(name, static_cast<int>(lines.size()));
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_EQ(result.out, "");
    const std::string line = "hang: " + stuck + " can never go on\n";
    EXPECT_TRUE(has(result.err, "stencil: " + line)) << result.err;
    const auto json = Json::parse(read_text(report_));
    const std::string error = json["error"]["text"].text();
    EXPECT_EQ(error.rfind(line, 0), 0u) << error;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string wanted = "  rank " + std::to_string(i) + ": " + lines[i] + "\n";
      EXPECT_TRUE(has(test::unwrapped(result.err), wanted)) << wanted << "expected in\n" << result.err;
      EXPECT_TRUE(has(test::unwrapped(error), wanted)) << error;
    }
    EXPECT_EQ(json["error"]["status"], 3);
    EXPECT_EQ(json["ok"], false);
    EXPECT_EQ(json["blocks"].size(), lines.size()) << "one of each rank";
  }

  void expect_end(const std::string& name, const std::string& check = "STENCIL_CHECK=block",
                  const std::string& transport = "OMPI_MCA_btl=self,vader") {
    SCOPED_TRACE(name + ", " + transport);
    const ProgramResult result = run(name, 2, check, transport);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "done\n");
    EXPECT_TRUE(test::only_summary(result.err, check == "STENCIL_CHECK=block" ? "PASS" : "NOT CHECKED"));
    EXPECT_TRUE(Json::parse(read_text(report_))["error"].is_null());
  }

  std::string client_;
  std::string report_;
};

TEST_F(HungClient, AReceiveFromARankInMpiFinalizeIsAHang) {
  const std::string message = "a message from rank 1 with tag 7";
  expect_hang("receive", "rank 0", {"waits in MPI_Recv for " + message, "is in MPI_Finalize"});
  expect_hang("wait", "rank 0", {"waits in MPI_Wait for " + message, "is in MPI_Finalize"});
  expect_hang("both-ways", "rank 0", {"waits in MPI_Sendrecv for " + message, "is in MPI_Finalize"});
  expect_hang(
      "any", "ranks 0, 1",
      {"waits in MPI_Recv for a message from rank 0 with tag 7 or " + message + " or a message from rank 2 with tag 7",
       "waits in MPI_Recv for a message from rank 0 with tag 8", "is in MPI_Finalize"});
}

TEST_F(HungClient, ASendThatARankInMpiFinalizeWillNotReceiveIsAHang) {
  expect_hang("large", "rank 0",
              {"waits in MPI_Send for rank 1 to receive its message with tag 9", "is in MPI_Finalize"});
}

TEST_F(HungClient, EveryKindOfCallIsWatched) {
  const std::string message = "a message from rank 1 with tag 7";
  expect_hang("synchronous", "rank 0",
              {"waits in MPI_Ssend for rank 1 to receive its message with tag 9", "is in MPI_Finalize"});
  expect_hang("some", "rank 0",
              {"waits in MPI_Waitsome for " + message + " or a message from rank 1 with tag 8", "is in MPI_Finalize"});
  expect_hang("matched", "rank 0", {"waits in MPI_Mprobe for " + message, "is in MPI_Finalize"});
  expect_hang("scatter", "rank 0", {"waits in MPI_Scatter for rank 1 to enter it", "is in MPI_Finalize"});
  expect_hang("all-to-all", "ranks 0, 1",
              {"waits in MPI_Alltoall for rank 1, which called MPI_Scan in its place",
               "waits in MPI_Scan for rank 0, which called MPI_Alltoall in its place"});
}

// Nothing is proved of it: here the other rank dies.
TEST_F(HungClient, OtherCallsAreNamedAsNotWatched) {
  const ProgramResult result = run("by-name", 2);
  EXPECT_TRUE(result.status == 3 || result.status == 137) << result.status;
  EXPECT_TRUE(has(result.err, "stencil: rank 1 died before the end\n")) << result.err;
  EXPECT_TRUE(has(result.err, "  rank 0: waits in MPI_Comm_create, a call that is not watched\n")) << result.err;
  EXPECT_EQ(Json::parse(read_text(report_))["error"]["rank"], 1);
}

TEST_F(HungClient, CollectiveCallsAndOtherCommunicatorsAreWatched) {
  expect_hang(
      "barrier", "ranks 0, 1",
      {"waits in MPI_Barrier for rank 1 to enter it", "waits in MPI_Recv for a message from rank 0 with tag 7"});
  expect_hang("own-communicator", "rank 0",
              {"waits in MPI_Recv for a message from rank 1 with tag 7", "is in MPI_Finalize"});
}

TEST_F(HungClient, WhatIsOnItsWayOrTakesLongIsLeftAlone) {
  for (const char* name : {"slow", "small", "freed", "kinds", "own-handler"}) expect_end(name);
  // Over TCP a large message comes only while its sender calls MPI, here in MPI_Finalize.
  expect_end("freed", "STENCIL_CHECK=block", "OMPI_MCA_btl=self,tcp");
}

TEST_F(HungClient, NothingIsProvedWhereMessagesAreNotCounted) {
  const ProgramResult result = run("uncounted", 2);
  EXPECT_EQ(result.status, 5) << result.err;
  EXPECT_FALSE(has(result.err, "hang")) << result.err;
}

TEST_F(HungClient, WithoutAnyCheckItsRanksAreNotWatched) {
  for (const char* name : {"slow", "freed"}) expect_end(name, "STENCIL_WATCH=0");
}

}  // namespace
}  // namespace stencil
