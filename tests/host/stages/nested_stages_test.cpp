// Stages whose functions run other stages: allowed where they share only rows that both read, refused elsewhere.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

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

TEST(NestedStages, AreRefusedOnRowsThatOneOfThemWrites) {
  Number d("d");
  for (const bool inner_writes : {true, false}) {
    Stage inner("inner", Side::host, [&] { d.host = 100.0; }, {}, {inner_writes ? overwrites(d) : reads(d)});
    Stage outer("outer", Side::device, {}, [&] { runStage(inner); }, {inner_writes ? reads(d) : updates(d)});
    EXPECT_EQ(refusal([&] { runStage(outer); }),
              "stage inner: rows [0, 1) of d, must not be those of stage outer, in whose function it runs: one of the "
              "two writes them");
    EXPECT_EQ(d.host, 7.0);
    EXPECT_TRUE(d.validOnHost());
  }
}

TEST(NestedStages, MayReadTheSameAndWriteTheirOwn) {
  Number d("d");
  Number mine("mine");
  Number yours("yours");
  Stage inner("inner", Side::host, [&] { yours.host = d.host + 1.0; }, {}, {reads(d), overwrites(yours)});
  Stage outer("outer", Side::device, {},
              [&] {
                runStage(inner);
                mine.device = d.device + 2.0;
              },
              {reads(d), overwrites(mine)});
  for (int pass = 0; pass < 3; ++pass) runStage(outer);
  flush(mine);
  EXPECT_EQ(mine.host, 9.0);
  EXPECT_EQ(yours.host, 8.0);
  EXPECT_EQ(d.copies, 1);
}

TEST(NestedStages, DoNotRunThemselves) {
  Stage* self = nullptr;
  int calls = 0;
  Stage s(
      "s", Side::host,
      [&] {
        ++calls;
        runStage(*self);
      },
      {}, std::vector<Access>{});
  self = &s;
  EXPECT_EQ(refusal([&] { runStage(s); }), "stage s is running, must not run itself");
  EXPECT_EQ(calls, 1);
}

// A conflict is also refused after other inner stages have run.
TEST(NestedStages, AreHeldAgainstTheOuterOneAfterAnother) {
  Number d("d");
  Number other("other");
  Stage harmless("harmless", Side::host, [] {}, {}, {reads(other)});
  Stage inner("inner", Side::host, [] {}, {}, {reads(d)});
  Stage outer("outer", Side::device, {},
              [&] {
                runStage(harmless);
                runStage(inner);
              },
              {updates(d)});
  EXPECT_NE(refusal([&] { runStage(outer); }).find("must not be those of stage outer"), std::string::npos);
  EXPECT_EQ(refusal([&] { runStage(inner); }), "accepted") << "no stage is running";
}

// A conflict with a stage two levels up, and a flush: both would use unfinished rows.
TEST(NestedStages, AreHeldAgainstAllAroundThem) {
  Number d("d", Contents::device);
  Number other("other");
  Stage innermost("innermost", Side::host, [] {}, {}, {reads(d)});
  Stage middle("middle", Side::host, [&] { runStage(innermost); }, {}, {reads(other)});
  Stage outer("outer", Side::device, {}, [&] { runStage(middle); }, {updates(d)});
  EXPECT_NE(refusal([&] { runStage(outer); }).find("rows [0, 1) of d, must not be those of stage outer"),
            std::string::npos);
  Number e("e", Contents::device);
  e.device = 3.0;
  Stage writes_on_host("writer", Side::host,
                       [&] {
                         e.host = 4.0;
                         flush(e);
                       },
                       {}, {overwrites(e)});
  EXPECT_EQ(refusal([&] { runStage(writes_on_host); }),
            "flush of e: rows [0, 1), must not be those that stage writer is writing");
  EXPECT_TRUE(e.validOnDevice());
}

TEST(NestedStages, LeaveThePlaceOfAnOuterOneAlone) {
  test::FakeAccelerator device(100);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 4});
  std::vector<double> one(4, 1.0);
  std::vector<double> two(4, 2.0);
  SharedArray a(slot, "a", one.data(), 4, 1);
  SharedArray b(slot, "b", two.data(), 4, 1);
  Stage inner("inner", Side::device, {}, [] {}, {reads(b)});
  Stage outer("outer", Side::device, {}, [&] { runStage(inner); }, {reads(a)});
  EXPECT_EQ(refusal([&] { runStage(outer); }),
            "stage inner: b must not take the place of a on the device: stage outer, in whose function it runs, works "
            "on it");
  EXPECT_EQ(slot.tenant(), &a);
}

}  // namespace
}  // namespace stencil
