// stencil-cosim scale takes, to the cycle, the virtual time of real runs.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/system/cluster/scale_runs.hpp"

namespace stencil {
namespace {

const Words problem{"--config",
                    "small",
                    "--rows",
                    "97",
                    "--cols",
                    "30",
                    "--iterations",
                    "17",
                    "--stw",
                    "4",
                    "--portion",
                    "12",
                    "--network-latency",
                    "700",
                    "--network-bandwidth",
                    "2.5"};

class ScaleWays : public ::testing::TestWithParam<Words> {};

TEST_P(ScaleWays, AModelRunTakesWhatIsPredicted) {
  const Words job = and_more(problem, GetParam());
  const Json points = predicted("1,2,3,4", job);
  for (int ranks = 1; ranks <= 4; ++ranks) {
    SCOPED_TRACE(ranks);
    expect_equal(points[ranks - 1], cluster_of(ranks, job, "model"));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ScaleWays,
    ::testing::Values(Words{}, Words{"--blocking", "skewed"}, Words{"--schedule", "sequential"},
                      Words{"--blocking", "skewed", "--schedule", "sequential"}, Words{"--distribution", "cyclic"},
                      Words{"--distribution", "cyclic", "--strip-rows", "7", "--blocking", "skewed"},
                      Words{"--distribution", "cyclic", "--schedule", "sequential"}, Words{"--schedule", "resident"},
                      Words{"--schedule", "joined", "--blocking", "skewed"},
                      Words{"--schedule", "joined", "--distribution", "cyclic", "--strip-rows", "7"}));

// On one rank, where no message stands between joined steps, and on several; in the last jobs the device is drained
// three times, or more often, by each rank.
TEST(ScaleCommand, JoinedStepsAreEqualToo) {
  const Words many{"--config",          "small", "--rows", "34", "--cols",    "4",
                   "--iterations",      "1101",  "--stw",  "1",  "--portion", "3",
                   "--network-latency", "5"};
  const Words strips = and_more(many, {"--distribution", "cyclic", "--strip-rows", "5"});
  for (const Words& job : {and_more(problem, {"--blocking", "skewed"}), many, strips}) {
    const Words all = and_more(job, {"--schedule", "joined"});
    for (const int ranks : {1, 2})
      expect_equal(predicted(std::to_string(ranks), all)[0], cluster_of(ranks, all, "model"));
  }
}

TEST(ScaleCommand, ResidentStripsAreEqualToo) {
  const Words job = and_more(problem, {"--schedule", "resident"});
  expect_equal(predicted("3", job)[0], cluster_of(3, job, "model"));
}

class ScaleStages : public ::testing::TestWithParam<Words> {};

TEST_P(ScaleStages, AModelRunTakesWhatIsPredicted) {
  const Words job = and_more(problem, GetParam());
  expect_equal(predicted("3", job)[0], cluster_of(3, job, "model"));
}

INSTANTIATE_TEST_SUITE_P(All, ScaleStages,
                         ::testing::Values(Words{"--place", "sweep=accel,norm=cpu", "--distribution", "cyclic"},
                                           Words{"--place", "sweep=split,norm=accel", "--share", "dynamic",
                                                 "--host-rate", "2"}));

TEST(ScaleCommand, AnExchangeOnTheDeviceIsEqualToo) {
  const Words job{"--config",
                  "small",
                  "--rows",
                  "90",
                  "--cols",
                  "20",
                  "--stw",
                  "4",
                  "--portion",
                  "40",
                  "--network-latency",
                  "900",
                  "--place",
                  "exchange=accel,sweep=accel,norm=accel",
                  "--iterations",
                  "21"};
  expect_equal(predicted("3", job)[0], cluster_of(3, job, "model"));
}

TEST(ScaleCommand, FivePointAndNodesAreEqualToo) {
  const ScratchDirectory scratch;
  write_text(scratch / "n.json",
             "{\"ranks_per_node\": 2, \"within_node\": {\"latency_cycles\": 60, \"bytes_per_cycle\": 0},\n"
             "\"between_nodes\": {\"latency_cycles\": 2800, \"bytes_per_cycle\": 1}}");
  const Words job{"--kernel",  "five-point", "--config",     "five-point", "--rows",    "64",
                  "--cols",    "20",         "--iterations", "9",          "--stw",     "3",
                  "--portion", "9",          "--link-bytes", "4",          "--network", scratch / "n.json"};
  expect_equal(predicted("4", job)[0], cluster_of(4, job, "model"));
}

class ScaleTiles : public ::testing::TestWithParam<Words> {};

TEST_P(ScaleTiles, AModelRunTakesWhatIsPredicted) {
  const Words job = and_more({"--kernel", "gauss-seidel", "--config", "small", "--rows", "90", "--cols", "70",
                              "--rounds", "5", "--network-latency", "300", "--network-bandwidth", "4"},
                             GetParam());
  const Json points = predicted("1,2,3,4", job);
  for (int ranks = 1; ranks <= 4; ++ranks) {
    SCOPED_TRACE(ranks);
    expect_equal(points[ranks - 1], cluster_of(ranks, job, "model"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScaleTiles,
                         ::testing::Values(Words{}, Words{"--fuse", "off"}, Words{"--history"},
                                           Words{"--tiles", "1x1", "--sweeps", "2"},
                                           Words{"--tiles", "3x2", "--history", "--fuse", "off"}));

TEST(ScaleCommand, WithMoreRowsForMoreRanksTheyAreThoseOfTheWholeDomain) {
  Words weak = problem, strong = problem;
  weak.insert(weak.end(), {"--weak"});
  strong[3] = std::to_string(3 * 97);
  const Json grown = predicted("1,3", weak)[1];
  const Json whole = predicted("1,3", strong)[1];
  EXPECT_EQ(grown["rows"], 291);
  EXPECT_EQ(grown["makespan_cycles"], whole["makespan_cycles"]);
  EXPECT_EQ(grown["bytes"], whole["bytes"]);
}

TEST(ScaleCommand, WhatCannotWorkIsOneLineOnAnyNumberOfRanks) {
  const ScratchDirectory scratch;
  write_text(scratch / "n.json", "{\"between_nodes\":\n{\"latency_cycles\": -7, \"bytes_per_cycle\": 2}}");
  write_text(scratch / "nodes.json",
             "{\"ranks_per_node\": 2, \"within_node\": {\"latency_cycles\": 1, \"bytes_per_cycle\": 2},\n"
             "\"between_nodes\": {\"latency_cycles\": 7, \"bytes_per_cycle\": 2}}");
  const std::vector<BadCase> cases{
      {{"--ranks", "0"}, "--ranks is 0, must be 1 .. 1048576"},
      {{"--weak", "--strong"}, "--strong must not be given with --weak"},
      {{"--rows", "100", "--ranks", "1..64"},
       "--rows is 100 over 16 ranks, fewer than --stw 8 on the last; must be at least 128 rows"},
      {{"--stw", "30"}, "--stw is 30, must be 1 .. 21 (a third of --portion 64)"},
      {{"--strip-rows", "30"},
       "--strip-rows is 30, must not be given with --distribution blocked, where every rank has one strip"},
      {{"--cols", "20000"}, "cols = 20000, must be 1 .. 10000 (the device's longest row)"},
      {{"--network", scratch / "n.json"},
       "--network " + (scratch / "n.json") + ":2: between_nodes.latency_cycles is -7, must be 0 .. 1000000000"},
      {{"--kernel", "gauss-seidel", "--ranks", "64", "--rows", "100"}, "; must be at least "},
      {{"--kernel", "gauss-seidel", "--stw", "3"}, "--stw is 3, must not be given with --kernel gauss-seidel"},
      {{"--ranks", "1..4", "--smpi", scratch / "smpi"}, "--ranks names 3 numbers of ranks, must be one with --smpi"},
      {{"--ranks", "1,2", "--goal", scratch / "s.goal"}, "--ranks names 2 numbers of ranks, must be one with --goal"},
      {{"--ranks", "2", "--smpi", "/no/such/smpi"},
       "--smpi /no/such/smpi: cannot make a folder: No such file or directory"},
      {{"--ranks", "4", "--smpi", scratch / "smpi", "--network", scratch / "nodes.json"},
       "ranks_per_node is 2, must be 1 with --smpi, whose platform has no nodes"},
      {{"--kernel", "gauss-seidel", "--ranks", "2", "--history", "--goal", scratch / "s.goal"},
       "--history must not be given with --smpi or --goal: ranks meet for it, which costs nothing here and messages "
       "there"},
      {{"--schedule", "resident", "--rows", "9000", "--ranks", "1"},
       "the local part, which stays in the device, = 9000 rows of 200 columns, must be <= 5000 rows (the device holds "
       "1000000 words per buffer)"},
      {{"--schedule", "resident", "--distribution", "cyclic"},
       "--schedule is resident, must be overlapped, sequential or joined with --distribution cyclic: one strip stays "
       "in the "
       "device"},
      {{"--place", "sweep=cpu"},
       "--place is exchange=cpu,sweep=cpu,norm=off: the devices do nothing, there are no cycles to predict"},
      {{"--place", "sweep=split", "--host-rate", "measured"},
       "--host-rate is measured, must be a number: what a host takes cannot be predicted"},
      {{"--place", "sweep=accel", "--schedule", "joined"},
       "--schedule is joined, must be sequential with --place: stages come one after another"},
      {{"--share", "0.5"}, "--share and --host-rate must come with --place sweep=split: only there rows are divided"},
      {{"--output", "/no/such/s.json"}, "/no/such/s.json: cannot create a file there: No such file or directory"},
  };
  for (const BadCase& bad : cases) {
    const ProgramResult result =
        under_mpirun(&bad == &cases.front() ? 1 : 2, STENCIL_COSIM, and_more({"scale"}, bad.options));
    EXPECT_EQ(result.status, 2) << bad.line;
    EXPECT_EQ(count(result.err, bad.line), 1) << result.err;
    EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
    EXPECT_EQ(result.out, "");
  }
}

TEST(ScaleCommand, WritesTraces) {
  const ScratchDirectory scratch;
  const ProgramResult result =
      alone(and_more({"scale", "--ranks", "3", "--smpi", scratch / "smpi", "--goal", scratch / "s.goal"}, problem));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(count(read_text(scratch / "s.goal"), "\nrank "), 3);
  EXPECT_EQ(count(read_text(scratch / "s.goal"), ": send 960b to 1 tag 0\n"), 2 * 4) << "of two neighbours, four times";
  EXPECT_EQ(read_text(scratch / "smpi/traces"), "rank-0.txt\nrank-1.txt\nrank-2.txt\n");
  EXPECT_EQ(count(read_text(scratch / "smpi/rank-1.txt"), "\n1 recv "), 2 * 4);
  EXPECT_EQ(count(read_text(scratch / "smpi/replay.sh"), "smpirun -np 3 "), 1);
  EXPECT_EQ(count(read_text(scratch / "smpi/platform.xml"), "bb_bw=\"2.5Bps\" bb_lat=\"700s\""), 1);
}

TEST(ScaleCommand, DrawsWhatItPredicts) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone({"scale", "--ranks", "1..8", "--rows", "500", "--plot", scratch / "s.svg"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(count(read_text(scratch / "s.svg"), "<circle "), 4);
}

}  // namespace
}  // namespace stencil
