// SimGrid's SMPI replays the traces of jobs and takes the cycles that the recurrence says, where it is installed.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/app/cluster/time/virtual_time.hpp"
#include "sim/app/scale/traces/cluster_traces.hpp"
#include "sim/app/scale/traces/job_logs.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

bool has_smpi() {
  return std::system("command -v smpirun >/dev/null 2>&1") == 0;
}

// The simulated time that a replay prints; all that it printed where it printed none.
std::string replayed(const std::string& folder) {
  std::string said;
  FILE* const pipe = popen(("timeout 300 sh " + folder + "/replay.sh 2>&1").c_str(), "r");
  if (pipe == nullptr) return "popen failed";
  char piece[4096];
  while (const std::size_t bytes = std::fread(piece, 1, sizeof piece, pipe)) said.append(piece, bytes);
  const int status = pclose(pipe);
  const std::string key = "Simulation time ";
  const std::size_t begin = said.find(key), end = said.find('\n', begin);
  if (status != 0 || begin == std::string::npos || end == std::string::npos) return said;
  return said.substr(begin + key.size(), end - begin - key.size());
}

// SMPI adds 16 bytes to a message.
void expect_replay(const ScaleJob& job, std::int64_t ranks) {
  const testing_support::ScratchDirectory scratch;
  std::vector<RankLog> logs = job_logs(job, ranks);
  write_smpi(scratch / "smpi", logs, job.network);
  for (RankLog& log : logs)
    for (RankEvent& event : log.events) event.bytes += 16;
  EXPECT_EQ(replayed(scratch / "smpi"), std::to_string(virtual_time(logs, job.network).makespan()) + ".000000")
      << ranks << " ranks";
}

// Eight bytes a cycle: no message ends within one.
ScaleJob job_on(std::int64_t rows) {
  ScaleJob job;
  job.rows = rows;
  job.cols = 20;
  job.sweep.iterations = 14;
  job.sweep.scheme.interval = 4;
  job.sweep.scheme.portion = 12;
  job.device.config = "small";
  job.network = {{501, Bandwidth{8000}}, {}, 1};
  return job;
}

TEST(Smpi, AgreesOnStripsUpTo256Ranks) {
  if (!has_smpi()) GTEST_SKIP() << "smpirun is not installed (Debian: libsimgrid-dev)";
  for (const std::int64_t ranks : {1, 3, 16, 256}) expect_replay(job_on(7 * ranks + 5), ranks);
}

TEST(Smpi, AgreesOnStripsInTurnAndLongMessages) {
  if (!has_smpi()) GTEST_SKIP() << "smpirun is not installed (Debian: libsimgrid-dev)";
  ScaleJob job = job_on(400);
  job.sweep.distribution = Distribution::cyclic;
  job.sweep.scheme.how.blocking = Blocking::skewed;
  expect_replay(job, 5);
  job = job_on(100);
  job.device.config = "default";
  job.cols = 4000;  // longer than what SMPI sends at once unless told otherwise
  expect_replay(job, 4);
}

TEST(Smpi, AgreesOnTiles) {
  if (!has_smpi()) GTEST_SKIP() << "smpirun is not installed (Debian: libsimgrid-dev)";
  ScaleJob job = job_on(90);
  job.cols = 70;
  job.tiles = TileOptions{};
  for (const std::int64_t ranks : {2, 4}) expect_replay(job, ranks);
}

}  // namespace
}  // namespace stencil
