// Divided stages: the same values for every share, the fewest copies, both sides at work at once.
// SPDX-License-Identifier: Apache-2.0
#include "host/stages/stage_lb.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/stages/run_stage.hpp"
#include "tests/host/stages/divided_program.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

using test::Random;

TEST(StageLB, GivesTheSameForEveryShare) {
  constexpr std::int64_t rows = 40;
  constexpr std::int64_t reach = 3;
  std::vector<std::int64_t> expected = Program::start(rows);
  for (int step = 0; step < 4; ++step) smooth(expected, 0, rows, reach);
  for (std::int64_t device_rows = 0; device_rows <= rows; ++device_rows) {
    Program program(rows, reach, static_cast<double>(device_rows) / rows);
    EXPECT_EQ(program.stage().device_rows(), device_rows);
    for (int step = 0; step < 4; ++step) program.run();
    EXPECT_EQ(program.result(), expected) << device_rows;
    EXPECT_EQ(program.ledger().total().bytes(), program.ledger().optimum_bytes()) << device_rows;
  }
}

TEST(StageLB, GivesTheSameForSharesThatChangeOnTheWay) {
  Random random(test::test_seed());
  for (int round = 0; round < 300; ++round) {
    const std::int64_t rows = random(1, 60);
    const std::int64_t reach = random(0, 5);
    std::vector<std::int64_t> expected = Program::start(rows);
    Program program(rows, reach, 0.5);
    for (std::int64_t step = random(1, 8); step > 0; --step) {
      program.stage().set_device_rows(random(0, rows));
      program.run();
      smooth(expected, 0, rows, reach);
    }
    ASSERT_EQ(program.result(), expected) << rows << " rows, reach " << reach;
    ASSERT_EQ(program.ledger().total().bytes(), program.ledger().optimum_bytes());
  }
}

TEST(StageLB, CopiesTheHaloAloneWhileTheShareStays) {
  Program program(100, 2, 0.6);
  program.run();
  EXPECT_EQ(program.ledger().total().to_device, 8 * 62);
  EXPECT_EQ(program.ledger().total().from_device, 0);
  program.run();
  EXPECT_EQ(program.ledger().total().to_device, 8 * (62 + 2));
  EXPECT_EQ(program.ledger().total().from_device, 8 * 2);
}

TEST(StageLB, GivesASideWithoutRowsNoCopies) {
  Program host(50, 2, 0.0);
  host.run();
  EXPECT_EQ(host.ledger().total().bytes(), 0);
  Program device(50, 2, 1.0);
  device.run();
  device.run();
  EXPECT_EQ(device.ledger().total().to_device, 8 * 50);
  EXPECT_EQ(device.ledger().total().from_device, 0);
}

// The device works while the host's function runs.
TEST(StageLB, HasBothSidesAtWorkAtTheSameTime) {
  Numbers x("x", Program::start(10));
  std::string log;
  std::string throws_in;
  const auto say = [&](const char* what) {
    return [&log, &throws_in, what](const RowRange& rows) {
      log += std::string(what) + " [" + std::to_string(rows.first) + ", " + std::to_string(rows.last) + ") ";
      if (throws_in.find(what) != std::string::npos) throw std::runtime_error(what);
    };
  };
  StageLB stage("s", 0.3, say("host"), say("start"), say("wait"), 10, {{&x, Access::Kind::update, 0, 1, 1, false}});
  const auto run = [&](const char* where) {
    log.clear();
    throws_in = where;
    try {
      runStage(stage);
    } catch (const std::runtime_error& error) {
      log += std::string("threw ") + error.what();
    }
    return log;
  };
  EXPECT_EQ(run(""), "start [0, 3) host [3, 10) wait [0, 3) ");
  stage.set_share(0.0);
  EXPECT_EQ(run(""), "host [0, 10) ");
  stage.set_share(1.0);
  EXPECT_EQ(run(""), "start [0, 10) wait [0, 10) ");
  flush(x);
  const auto again = [&] {
    for (const Side side : {Side::host, Side::device}) x.mark_valid(side, x.all());
    stage.set_share(0.3);
  };
  again();
  EXPECT_EQ(run("start"), "start [0, 3) threw start") << "the device does not work";
  again();
  EXPECT_EQ(run("host"), "start [0, 3) host [3, 10) wait [0, 3) threw host");
  EXPECT_EQ(describe(x.valid(Side::host)), "[0, 2)") << "row 2 was a working copy";
  EXPECT_EQ(describe(x.valid(Side::device)), "[4, 10)");
  again();
  EXPECT_EQ(run("host, wait"), "start [0, 3) host [3, 10) wait [0, 3) threw host") << "the first error";
  again();
  EXPECT_EQ(run("wait"), "start [0, 3) host [3, 10) wait [0, 3) threw wait");
}

// A device that finishes only while the host works: with one side after the other the run would never end.
TEST(StageLB, NeedsNoSideToWaitForTheOther) {
  Numbers x("x", Program::start(10));
  std::promise<void> host_works;
  std::promise<void> device_works;
  std::future<bool> device;
  const auto within = std::chrono::minutes(10);
  const auto on_host = [&](const RowRange&) {
    host_works.set_value();
    EXPECT_EQ(device_works.get_future().wait_for(within), std::future_status::ready);
  };
  const auto start = [&](const RowRange&) {
    device = std::async(std::launch::async, [&] {
      device_works.set_value();
      return host_works.get_future().wait_for(within) == std::future_status::ready;
    });
  };
  const auto wait = [&](const RowRange&) { EXPECT_TRUE(device.get()); };
  StageLB stage("s", 0.5, on_host, start, wait, 10, {{&x, Access::Kind::update, 0, 1, 1, false}});
  runStage(stage);
  EXPECT_EQ(describe(x.valid(Side::device)), "[0, 5)");
  EXPECT_EQ(describe(x.valid(Side::host)), "[5, 10)");
}

}  // namespace
}  // namespace stencil
