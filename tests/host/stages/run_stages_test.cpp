// Lists of stages whose copies run ahead: what is copied beside a command, what forbids it, what is refused.
// SPDX-License-Identifier: Apache-2.0
#include "host/stages/ahead/run_stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/checker.hpp"
#include "host/stages/published/published.hpp"
#include "host/stages/stage_lb.hpp"
#include "tests/host/stages/ahead_world.hpp"

namespace stencil {
namespace {

TEST(RunStages, CopyBesideTheCommandWhatTheNextOneReads) {
  World world(Happens::at_random);
  world.add(Side::device, {updates(world[3])});
  world.add(Side::device, {updates(world[0]), reads(world[4])});
  runStages(list_of(world), &world.ledger);
  const std::vector<std::string> expected{"load f1 [0, 18)", "wait", "start 3x3 niter 1", "load f [0, 18)",
                                          "load r [0, 18)",  "wait", "start 3x3 niter 1", "wait"};
  std::vector<std::string> calls = world.device.calls;
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  EXPECT_EQ(calls, expected);
}

TEST(RunStages, SendHomeTheArrayWhosePlaceTheNextOneTakes) {
  World world(Happens::at_random);
  runStage(world.add(Side::device, {updates(world[0])}), &world.ledger);
  world.stages.clear();
  world.add(Side::device, {updates(world[3])});
  world.add(Side::device, {updates(world[1]), reads(world[4])});
  world.device.calls.clear();
  runStages(list_of(world), &world.ledger);
  const std::vector<std::string> expected{
      "load f1 [0, 18)",   "wait", "start 3x3 niter 1", "store f [0, 18)", "load r [0, 18)", "load f [0, 18)", "wait",
      "start 3x3 niter 1", "wait"};
  std::vector<std::string> calls = world.device.calls;
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  EXPECT_EQ(calls, expected) << "what waits for nothing goes before what waits for its place";
}

TEST(RunStages, LeaveWhatTheStageChangesUntilItHasRun) {
  World world(Happens::at_random);
  world.add(Side::device, {updates(world[3]), updates(world[4], {2, 3})});
  world.add(Side::host, {updates(world[3], {0, 2}), reads(world[4])});
  world.add(Side::device, {reads(world[3])});
  runStages(list_of(world), &world.ledger);
  EXPECT_EQ(std::count(world.device.calls.begin(), world.device.calls.end(), "start 3x3 niter 1"), 2);
  const auto start = std::find(world.device.calls.begin(), world.device.calls.end(), "start 3x3 niter 1");
  EXPECT_EQ(*(start + 1), "wait") << "nothing was copied beside it";
}

// What can keep a stage from being copied for: an observer, a side that it chooses, a stage outside.
void expect_nothing_ahead(const std::function<void(World&)>& run) {
  World world(Happens::at_random);
  run(world);
  const auto start = std::find(world.device.calls.begin(), world.device.calls.end(), "start 3x3 niter 1");
  ASSERT_NE(start, world.device.calls.end());
  EXPECT_EQ(*(start + 1), "wait");
}

struct Choosing final : Stage {
  using Stage::Stage;
  void choose() override {}
};

TEST(RunStages, LookNoFurtherWhereSomethingForbidsIt) {
  expect_nothing_ahead([](World& world) {
    add_turns(world);
    StageChecker checker(&world.ledger);
    runStages(list_of(world), &checker);
  });
  expect_nothing_ahead([](World& world) {
    world.add(Side::device, {updates(world[3])});
    Choosing choosing("choosing", Side::device, {}, [] {}, {reads(world[0])});
    runStages({world.stages.front().get(), &choosing}, &world.ledger);
  });
  expect_nothing_ahead([](World& world) {
    world.add(Side::device, {updates(world[3])});
    world.add(Side::device, {reads(world[0])});
    Stage outer(
        "outer", Side::host, [&] { runStages(list_of(world), &world.ledger); }, {}, std::vector<Access>());
    runStage(outer, &world.ledger);
  });
}

TEST(RunStages, ThatAreDividedCopyAheadToo) {
  World world(Happens::at_random);
  world.add(Side::device, {updates(world[3])});
  StageLB divided(
      "divided", 0.5, [](const RowRange&) {}, [](const RowRange&) {}, rows,
      {{&world[4], Access::Kind::read, 0, 0, 0, false}});
  runStages({world.stages.front().get(), &divided}, &world.ledger);
  const auto start = std::find(world.device.calls.begin(), world.device.calls.end(), "start 3x3 niter 1");
  EXPECT_EQ(*(start + 1), "load r [0, 9)");
}

// A function that changes rows through a stage of its own, after they were copied for the next stage.
TEST(RunStages, InsideAFunctionEndTheCopiesAhead) {
  for (const Happens happens : {Happens::at_once, Happens::at_wait, Happens::at_random}) {
    World world(happens);
    Stage& inner = world.add(Side::host, {overwrites(world[4])});
    auto sweep = [&] {
      SweepCommand command;
      command.rows = command.cols = cols;
      command.niter = 1;
      command.f_buffer = command.r_buffer = scratch;
      static_cast<Accelerator&>(world.device).post(command, {});
      runStage(inner, &world.ledger);
      world.device.wait();
    };
    Stage outer("outer", Side::device, {}, sweep, {updates(world[3])});
    world.log.clear();
    Stage& reader = world.add(Side::device, {reads(world[4])});
    runStages({&outer, &reader}, &world.ledger);
    ASSERT_EQ(world.log.size(), static_cast<std::size_t>(rows * cols));
    EXPECT_EQ(world.log, world.host[4]);
    EXPECT_GT(world.log.front(), 1000.0) << "what the inner stage wrote";
  }
}

TEST(RunStages, RefuseWhatOneByOneIsRefusedAndCopyNothingForIt) {
  World world(Happens::at_random);
  world.add(Side::device, {updates(world[3])});
  world.add(Side::device, {reads(world[0]), reads(world[4])});
  world[4].mark_invalid(Side::host, {0, 1});
  try {
    runStages(list_of(world), &world.ledger);
    ADD_FAILURE() << "accepted";
  } catch (const ArgumentError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 45), "stage s1 on the device needs rows [0, 6) of e");
  }
  EXPECT_EQ(std::count(world.device.calls.begin(), world.device.calls.end(), "load f [0, 18)"), 0);
}

TEST(RunStages, OfAPublishedListEndAtItsNull) {
  World world(Happens::at_once);
  add_turns(world);
  std::vector<Stage*> list = list_of(world);
  list.insert(list.begin() + 2, nullptr);
  runStages(list.data(), &world.ledger);
  EXPECT_EQ(std::count(world.device.calls.begin(), world.device.calls.end(), "start 3x3 niter 1"), 2);
}

}  // namespace
}  // namespace stencil
