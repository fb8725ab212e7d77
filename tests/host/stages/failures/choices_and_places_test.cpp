// Stages that choose their side before the copies or too late, or need a place that is taken.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/stages/memory/shared_array.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/stages/number.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

TEST(StageChoices, ArePutBeforeTheCopies) {
  Number d("d");
  struct Choosing final : Stage {
    using Stage::Stage;
    void choose() override { set_target(on_host ? Side::host : Side::device); }
    bool on_host = false;
  };
  double seen = 0.0;
  Choosing s(
      "s", Side::device, [&] { seen = d.host++; }, [&] { seen = d.device++; }, {updates(d)});
  runStage(s);
  EXPECT_EQ(seen, 7.0);
  s.on_host = true;
  runStage(s);
  EXPECT_EQ(seen, 8.0);
  EXPECT_EQ(d.host, 9.0);
  EXPECT_TRUE(d.validOnHost());
  EXPECT_FALSE(d.validOnDevice());
}

// Both ways of choosing in run() are refused, and no row is lost.
TEST(StageChoices, AreRefusedInRun) {
  struct Choosing final : Stage {
    using Stage::Stage;
    void run() override {
      if (on_host && by_target) set_target(Side::host);
      on_host ? runOnHost() : runOnDevice();
    }
    bool on_host = false;
    bool by_target = false;
  };
  for (const bool by_target : {true, false}) {
    Number d("d");
    double seen = 0.0;
    Choosing s(
        "s", Side::device, [&] { seen = d.host++; }, [&] { seen = d.device++; }, {updates(d)});
    s.by_target = by_target;
    runStage(s);
    s.on_host = true;
    EXPECT_EQ(refusal([&] { runStage(s); }),
              by_target
                  ? "stage s: its side is chosen in run(), must be chosen in choose(), before the copies"
                  : "stage s: its function for the host is called in run(), must be that for the device: its data are "
                    "there (choose() comes before the copies)");
    EXPECT_EQ(seen, 7.0);
    EXPECT_TRUE(d.validOnDevice()) << "nothing has touched it";
    EXPECT_EQ(d.device, 8.0);
    s.by_target = false;
    s.set_target(Side::host);
    runStage(s);
    EXPECT_EQ(d.host, 9.0);
  }
}

// Rows consumed on the host stay right on the device, so the datum must have its place there.
TEST(StageRefusals, LetWhatTheHostConsumesEnterItsPlace) {
  test::FakeAccelerator device(100);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 4});
  std::vector<double> one(4, 1.0);
  std::vector<double> two(4, 2.0);
  SharedArray a(slot, "a", one.data(), 4, 1);
  SharedArray b(slot, "b", two.data(), 4, 1);
  Stage write("write", Side::device, {}, [&] { std::fill_n(device.f[0].begin(), 4, 9.0); }, {overwrites(b)});
  Stage use("use", Side::host, [&] { one.assign(4, -1.0); }, {}, {consumes(a)});
  runStage(write);
  runStage(use);
  EXPECT_EQ(two, std::vector<double>(4, 9.0)) << "copied to the host before another took its place";
  EXPECT_EQ(slot.tenant(), &a);
  EXPECT_TRUE(a.validOnDevice());
  flush(a);
  EXPECT_EQ(one, std::vector<double>(4, 1.0));
}

// A stage that cannot run must not move the tenant.
TEST(StageRefusals, OfAPlaceWantedTwiceMoveNothing) {
  test::FakeAccelerator device(100);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 4});
  std::vector<double> numbers(12, 1.0);
  SharedArray a(slot, "a", numbers.data(), 4, 1);
  SharedArray b(slot, "b", numbers.data() + 4, 4, 1);
  SharedArray c(slot, "c", numbers.data() + 8, 4, 1);
  Stage write("write", Side::device, {}, [] {}, {overwrites(c)});
  runStage(write);
  device.calls.clear();
  Stage both("both", Side::device, {}, [] {}, {reads(a), reads(b)});
  EXPECT_EQ(refusal([&] { runStage(both); }),
            "stage both: a has the same place on the device as another of its data, must have one of its own");
  EXPECT_EQ(device.calls, std::vector<std::string>{});
  EXPECT_EQ(slot.tenant(), &c);
  EXPECT_TRUE(c.validOnDevice());
}

}  // namespace
}  // namespace stencil
