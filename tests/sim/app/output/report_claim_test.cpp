// The first rank that fails writes the report; a rank that comes meanwhile waits, one that comes later leaves it alone.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/report_claim.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <utility>

#include "tests/support/scratch_directory.hpp"

namespace stencil::report_claim_test {
namespace {

timespec now(long later_s = 0) {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += later_s;
  return time;
}

// Another process, which sends its answer as a byte on the pipe and lives until a byte comes on `live`.
struct Other {
  std::array<int, 2> told{}, live{};
  pid_t process = -1;

  Other(const std::string& path, const timespec& began, const std::string& launch = "") {
    EXPECT_EQ(pipe(told.data()), 0);
    EXPECT_EQ(pipe(live.data()), 0);
    process = fork();
    if (process == 0) {
      const char answer = claim_report(path, began, launch) ? 'y' : 'n';
      char end = 0;
      if (write(told[1], &answer, 1) == 1 && read(live[0], &end, 1) == 1) _exit(0);
      _exit(1);
    }
  }
  // 0: no answer within the time.
  char answer(int patience_ms) const {
    pollfd event{told[0], POLLIN, 0};
    char answer = 0;
    return poll(&event, 1, patience_ms) == 1 && read(told[0], &answer, 1) == 1 ? answer : char{0};
  }
  void end() {
    EXPECT_EQ(write(live[1], "e", 1), 1);
    int status = -1;
    EXPECT_EQ(waitpid(process, &status, 0), process);
    EXPECT_EQ(status, 0);
  }
};

TEST(ReportClaim, IsTheFirstOnesUntilItEnds) {
  const testing_support::ScratchDirectory scratch;
  const std::string path = scratch / "r.json";
  Other first(path, now());
  EXPECT_EQ(first.answer(10000), 'y');
  Other second(path, now(-1));
  EXPECT_EQ(second.answer(200), 0) << "it waits";
  testing_support::write_text(path, "{}");
  first.end();
  EXPECT_EQ(second.answer(10000), 'n') << "it is written";
  second.end();
}

TEST(ReportClaim, AReportOfAnEarlierRunIsReplaced) {
  const testing_support::ScratchDirectory scratch;
  const std::string path = scratch / "r.json";
  testing_support::write_text(path, "{}");
  Other later(path, now(1));
  EXPECT_EQ(later.answer(10000), 'y');
  later.end();
}

// However short the time between them.
TEST(ReportClaim, AReportOfAnotherLaunchIsReplaced) {
  const testing_support::ScratchDirectory scratch;
  const std::string path = scratch / "r.json";
  const timespec before = now(-1);
  testing_support::write_text(path, R"({"error": {"launch": "job 12"}})");
  for (const auto& [launch, answer] : {std::pair{"job 12", 'n'}, {"job 1", 'y'}, {"job 123", 'y'}}) {
    Other rank(path, before, launch);
    EXPECT_EQ(rank.answer(10000), answer) << launch;
    rank.end();
  }
}

TEST(ReportClaim, AProcessAloneIsALaunch) {
  EXPECT_EQ(launch_name(), "process " + std::to_string(getpid()));
}

TEST(ReportClaim, WithoutAFolderTheErrorIsThatOfTheWriter) {
  EXPECT_TRUE(claim_report("/nowhere/r.json", now(), ""));
}

}  // namespace
}  // namespace stencil::report_claim_test
