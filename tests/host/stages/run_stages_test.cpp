// Lists of stages whose copies run ahead: results, copies and refusals of one stage after another.
// SPDX-License-Identifier: Apache-2.0
#include "host/stages/ahead/run_stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/checker.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/device_slot.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/published/published.hpp"
#include "host/stages/stage_lb.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

using test::FakeAccelerator;
using test::Random;
using Happens = FakeAccelerator::Happens;

constexpr std::int64_t rows = 6;
constexpr std::int64_t cols = 3;
constexpr int scratch = 2;  // buffer of the command of each function for the device

// Five arrays: three take turns in buffer 0 of f, one has buffer 1, one buffer 0 of r.
class World {
 public:
  explicit World(Happens happens, std::uint64_t seed = 1)
      : device(rows * cols, cols, happens, 3, 3, seed),
        memory(device),
        slot(memory, "slot", {Bank::f, 0, 0, rows * cols}) {
    for (auto* bank : {&device.f, &device.r}) (*bank)[scratch].assign(static_cast<std::size_t>(rows * cols), 0.0);
    for (int k = 0; k < 5; ++k) {
      host.emplace_back(static_cast<std::size_t>(rows * cols), 100.0 * (k + 1));
    }
    for (int k = 0; k < 3; ++k) arrays.push_back(std::make_unique<SharedArray>(slot, name(k), data(k), rows, cols));
    arrays.push_back(std::make_unique<SharedArray>(memory, name(3), data(3), rows, cols, Bank::f, 1, 0));
    arrays.push_back(std::make_unique<SharedArray>(memory, name(4), data(4), rows, cols, Bank::r, 0, 0));
    for (const auto& array : arrays) ledger.join(*array);
  }

  // A stage that logs all that it reads, and writes numbers that no other stage writes.
  Stage& add(Side side, std::vector<Access> accesses) {
    const std::size_t number = stages.size();
    auto on_host = [this, number] { work(number, Side::host); };
    auto on_device = [this, number] {
      SweepCommand command;
      command.rows = command.cols = cols;
      command.niter = 1;
      command.f_buffer = command.r_buffer = scratch;
      static_cast<Accelerator&>(device).post(command, {});
      device.wait();
      work(number, Side::device);
    };
    stages.push_back(
        std::make_unique<Stage>("s" + std::to_string(number), side, on_host, on_device, std::move(accesses)));
    return *stages.back();
  }

  SharedArray& operator[](int k) { return *arrays[static_cast<std::size_t>(k)]; }

  void flush_all() {
    for (const auto& array : arrays) flush(*array, &ledger);
  }

  // Bytes and transfers of each stage and array, and of each array with the least there is.
  std::set<std::string> account() const {
    std::set<std::string> lines;
    const auto add = [&](const std::string& what, const MovedBytes& moved) {
      lines.insert(what + " " + std::to_string(moved.to_device) + " " + std::to_string(moved.from_device) + " " +
                   std::to_string(moved.transfers));
    };
    for (const StageTraffic& line : ledger.stages()) add(line.stage + " " + line.datum, line.moved);
    for (const DatumTraffic& line : ledger.data())
      add(line.datum + " " + std::to_string(line.optimum_bytes), line.moved);
    return lines;
  }

  std::string validity() const {
    std::string text;
    for (const auto& array : arrays) {
      text += array->name() + ": host " + describe(array->valid(Side::host)) + ", device " +
              describe(array->valid(Side::device)) + "\n";
    }
    return text;
  }

  FakeAccelerator device;
  DeviceMemory memory;
  DeviceSlot slot;
  std::vector<std::vector<double>> host;
  std::vector<std::unique_ptr<SharedArray>> arrays;
  std::vector<std::unique_ptr<Stage>> stages;
  StageLedger ledger;
  std::vector<double> log;

 private:
  static std::string name(int k) { return std::string(1, static_cast<char>('a' + k)); }
  double* data(int k) { return host[static_cast<std::size_t>(k)].data(); }

  double* words(const SharedArray& array, Side side, std::int64_t row) {
    if (side == Side::host) return array.host() + row * cols;
    const Place& place = array.place();
    return (place.bank == Bank::f ? device.f : device.r)[static_cast<std::size_t>(place.buffer)].data() + row * cols;
  }

  void work(std::size_t number, Side side) {
    for (const bool reading : {true, false}) {
      for (const Access& access : stages[number]->parts().front().accesses) {
        auto& array = static_cast<SharedArray&>(*access.datum);
        if (reading ? !access.needs_old() : !changes_something(access)) continue;
        for (std::int64_t row = access.rows.first; row < access.rows.last; ++row) {
          for (std::int64_t col = 0; col < cols; ++col) {
            double& word = words(array, side, row)[col];
            if (reading) log.push_back(word);
            if (!reading) word = ++last_;
          }
        }
      }
    }
  }
  static bool changes_something(const Access& access) { return access.writes() || access.leaves_wrong(); }

  double last_ = 1000.0;
};

std::vector<Stage*> list_of(World& world) {
  std::vector<Stage*> list;
  for (const auto& stage : world.stages) list.push_back(stage.get());
  return list;
}

// Sweeps over strips that take turns: a in, b in, c in, each back when the next one takes its place.
void add_turns(World& world) {
  for (int k = 0; k < 3; ++k) world.add(Side::device, {reads(world[k]), overwrites(world[k], {1, 5}), reads(world[4])});
}

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

struct Outcome {
  std::vector<double> log;
  std::vector<std::vector<double>> host;
  std::set<std::string> account;
  std::string validity;
  std::string refusal;
  std::int64_t transfers = 0;
  std::int64_t ahead = 0;  // commands with copies beside them
};

Outcome outcome_of(std::uint64_t seed, bool as_list) {
  Random random(seed);
  World world(static_cast<Happens>(random(0, 5)), seed);
  std::vector<Stage*> program;
  for (std::int64_t n = random(2, 7); n > 0; --n) {
    std::vector<Access> accesses;
    for (std::int64_t k = random(1, 3); k > 0; --k) {
      const std::int64_t first = random(0, 2) == 0 ? random(0, rows - 1) : 0;
      const std::int64_t last = first == 0 && random(0, 2) != 0 ? rows : random(first, rows);
      accesses.push_back({&world[static_cast<int>(random(0, 4))],
                          static_cast<Access::Kind>(random(0, random(0, 2) == 0 ? 4 : 2)),
                          {first, last}});
    }
    world.add(random(0, 3) == 0 ? Side::host : Side::device, accesses);
  }
  for (std::int64_t n = random(4, 14); n > 0; --n) {
    program.push_back(
        world.stages[static_cast<std::size_t>(random(0, static_cast<std::int64_t>(world.stages.size()) - 1))].get());
  }
  Outcome outcome;
  try {
    if (as_list) {
      runStages(program, &world.ledger);
    } else {
      for (Stage* stage : program) runStage(*stage, &world.ledger);
    }
  } catch (const ArgumentError& error) {
    outcome.refusal = error.what();
  }
  outcome.validity = world.validity();
  outcome.account = world.account();
  world.flush_all();
  outcome.log = world.log;
  outcome.host = world.host;
  outcome.transfers = world.device.traffic().transfers;
  const std::vector<std::string>& calls = world.device.calls;
  for (std::size_t i = 0; i + 1 < calls.size(); ++i) {
    if (calls[i].substr(0, 5) == "start" && calls[i + 1] != "wait") ++outcome.ahead;
  }
  return outcome;
}

TEST(RunStages, EqualOneAfterAnotherInRandomPrograms) {
  const std::uint64_t seed = test::test_seed();
  std::int64_t refused = 0, ahead = 0;
  for (std::uint64_t k = 0; k < 4000; ++k) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed + k);
    const Outcome one_by_one = outcome_of(seed + k, false);
    const Outcome list = outcome_of(seed + k, true);
    EXPECT_EQ(list.log, one_by_one.log);
    EXPECT_EQ(list.host, one_by_one.host);
    EXPECT_EQ(list.refusal, one_by_one.refusal);
    EXPECT_EQ(list.validity, one_by_one.validity);
    EXPECT_EQ(list.account, one_by_one.account);
    EXPECT_EQ(list.transfers, one_by_one.transfers);
    EXPECT_EQ(one_by_one.ahead, 0);
    refused += list.refusal.empty() ? 0 : 1;
    ahead += list.ahead;
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, 200);
  EXPECT_GT(ahead, 1000);
}

}  // namespace
}  // namespace stencil
