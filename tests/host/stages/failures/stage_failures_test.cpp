// Stages and copies that fail: no right row is lost, and no stale row is marked right.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/stages/number.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

TEST(StageFailures, MarkWhatTheSecondTryHasWritten) {
  Number d("d", Contents::none);
  bool fail = true;
  Stage s("s", Side::device, {},
          [&] {
            if (fail) throw std::runtime_error("device busy");
            d.device = 42.0;
          },
          {overwrites(d)});
  EXPECT_THROW(runStage(s), std::runtime_error);
  fail = false;
  runStage(s);
  EXPECT_TRUE(d.validOnDevice());
  flush(d);
  EXPECT_EQ(d.host, 42.0);
  Stage look("look", Side::host, [] {}, {}, {reads(d)});
  EXPECT_EQ(refusal([&] { runStage(look); }), "accepted");
}

TEST(StageFailures, MarkACopyRightWhenItHasArrived) {
  Number d("d");
  double seen = 0.0;
  Stage s("s", Side::device, {}, [&] { seen = d.device; }, {reads(d)});
  for (bool Number::*fail : {&Number::fail_settle, &Number::fail_post}) {
    d.*fail = true;
    EXPECT_THROW(runStage(s), std::runtime_error);
    EXPECT_FALSE(d.validOnDevice());
    EXPECT_TRUE(d.validOnHost());
  }
  runStage(s);
  EXPECT_EQ(seen, 7.0);
}

TEST(StageFailures, CopyAgainInTheSecondFlush) {
  Number d("d", Contents::device);
  d.device = 5.0;
  for (bool Number::*fail : {&Number::fail_settle, &Number::fail_post}) {
    d.*fail = true;
    EXPECT_THROW(flush(d), std::runtime_error);
    EXPECT_FALSE(d.validOnHost());
  }
  flush(d);
  EXPECT_EQ(d.host, 5.0);
  EXPECT_TRUE(d.validOnHost());
  EXPECT_TRUE(d.validOnDevice());
}

// The second of three copies fails: the others have arrived, none is in flight, and the bytes agree.
TEST(StageFailures, KeepWhatHasArrivedBesideACopyThatHasNot) {
  for (bool Number::*fail : {&Number::fail_settle, &Number::fail_post}) {
    Number a("a");
    Number b("b");
    Number c("c");
    StageLedger ledger;
    for (const Number* datum : {&a, &b, &c}) ledger.join(*datum);
    Stage s("s", Side::device, {}, [] {}, {reads(a), reads(b), reads(c)});
    b.*fail = true;
    EXPECT_THROW(runStage(s, &ledger), std::runtime_error);
    EXPECT_TRUE(a.validOnDevice());
    EXPECT_EQ(a.device, 7.0);
    EXPECT_FALSE(b.validOnDevice());
    EXPECT_EQ(c.validOnDevice(), c.device == 7.0);
    EXPECT_TRUE(a.settled() && b.settled() && c.settled());
    EXPECT_EQ(ledger.total().bytes(), 8 * (1 + c.validOnDevice()));
    runStage(s, &ledger);
    EXPECT_EQ(ledger.total().bytes(), 24);
    EXPECT_EQ(ledger.optimum_bytes(), 24);
    EXPECT_EQ(a.copies, 1);
  }
}

// Copies for a stage that could not run count as needed, though in the end no stage uses them.
TEST(StageFailures, CountCopiesOfAStageThatCouldNotRun) {
  Number a("a");
  Number b("b");
  StageLedger ledger;
  ledger.join(a);
  ledger.join(b);
  Stage s("s", Side::device, {}, [] {}, {reads(a), reads(b)});
  Stage over("over", Side::device, {}, [] {}, {overwrites(a)});
  b.fail_settle = true;
  EXPECT_THROW(runStage(s, &ledger), std::runtime_error);
  runStage(over, &ledger);
  EXPECT_EQ(ledger.total().bytes(), 8);
  EXPECT_EQ(ledger.optimum_bytes(), 8);
}

TEST(StageFailures, KeepTheHostsCopyForAnotherTryThere) {
  Number d("d", Contents::both);
  d.device = 7.0;
  StageLedger ledger;
  ledger.join(d);
  Stage s(
      "s", Side::device, [&] { d.host += 1.0; },
      [&] {
        d.device = 1e9;
        throw std::runtime_error("no answer");
      },
      {updates(d)});
  EXPECT_THROW(runStage(s, &ledger), std::runtime_error);
  EXPECT_TRUE(d.validOnHost());
  EXPECT_FALSE(d.validOnDevice());
  s.set_target(Side::host);
  runStage(s, &ledger);
  EXPECT_EQ(d.host, 8.0);
  EXPECT_EQ(d.copies, 0);
  EXPECT_EQ(ledger.optimum_bytes(), 0);
}

TEST(StageFailures, SayTheLedgerWhatIsLost) {
  Number d("d", Contents::both);
  StageLedger ledger;
  ledger.join(d);
  Stage s("s", Side::device, {}, [] { throw std::runtime_error("no answer"); }, {updates(d)});
  Stage again("again", Side::device, {}, [&] { d.device += 1.0; }, {updates(d)});
  EXPECT_THROW(runStage(s, &ledger), std::runtime_error);
  runStage(again, &ledger);
  EXPECT_EQ(d.device, 8.0) << "the host's copy was brought again";
  EXPECT_EQ(ledger.total().bytes(), 8);
  EXPECT_EQ(ledger.optimum_bytes(), 8);
}

// A device whose wait fails once and undoes all posted calls.
class FailingDevice final : public test::FakeAccelerator {
 public:
  explicit FailingDevice(std::int64_t f_buffers = 1) : FakeAccelerator(100, 100, Happens::at_wait, f_buffers) {}
  bool fail_wait = false;

 private:
  std::vector<CycleCounts> do_wait() override {
    if (std::exchange(fail_wait, false)) throw DeviceError("no answer within 1000 cycles");
    return FakeAccelerator::do_wait();
  }
};

TEST(StageFailures, LoseACopyOfEveryArrayThatWasWaitedForTogether) {
  FailingDevice device(2);
  DeviceMemory memory(device);
  std::vector<double> one(4, 1.0);
  std::vector<double> two(4, 2.0);
  SharedArray a(memory, "a", one.data(), 4, 1, Bank::f, 0, 0);
  SharedArray b(memory, "b", two.data(), 4, 1, Bank::f, 1, 0);
  Stage s("s", Side::device, {}, [] {}, {reads(a), reads(b)});
  device.fail_wait = true;
  EXPECT_THROW(runStage(s), DeviceError);
  EXPECT_TRUE(a.valid(Side::device).empty());
  EXPECT_TRUE(b.valid(Side::device).empty()) << "it may not have arrived";
  runStage(s);
  EXPECT_EQ(device.f[1][3], 2.0);
  EXPECT_TRUE(b.validOnDevice());
}

// The second memory's own wait finds nothing in flight and returns.
TEST(StageFailures, LoseCopiesOfAllMemoriesOfADevice) {
  FailingDevice device(2);
  DeviceMemory memory(device);
  DeviceMemory other(device);
  std::vector<double> one(4, 1.0);
  std::vector<double> two(4, 2.0);
  SharedArray a(memory, "a", one.data(), 4, 1, Bank::f, 0, 0);
  SharedArray b(other, "b", two.data(), 4, 1, Bank::f, 1, 0);
  Stage s("s", Side::device, {}, [&] { EXPECT_EQ(device.f[1][3], 2.0); }, {reads(a), reads(b)});
  for (int pass = 0; pass < 2; ++pass) {
    device.fail_wait = true;
    EXPECT_THROW(runStage(s), DeviceError);
    EXPECT_TRUE(a.valid(Side::device).empty());
    EXPECT_TRUE(b.valid(Side::device).empty()) << "it may not have arrived";
    runStage(s);
    EXPECT_TRUE(a.validOnDevice() && b.validOnDevice());
    for (SharedArray* datum : {&a, &b}) datum->mark_invalid(Side::device, datum->all());
  }
}

// The tenant keeps its place if its rows cannot be copied to the host.
TEST(StageFailures, LeaveASlotToItsTenant) {
  FailingDevice device;
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 4});
  std::vector<double> one(4, 1.0);
  std::vector<double> two(4, 2.0);
  SharedArray a(slot, "a", one.data(), 4, 1);
  SharedArray b(slot, "b", two.data(), 4, 1);
  StageLedger ledger;
  ledger.join(a);
  ledger.join(b);
  Stage write("write", Side::device, {}, [&] { device.f[0].assign(device.f[0].size(), 9.0); }, {overwrites(a)});
  Stage look("look", Side::device, {}, [&] { EXPECT_EQ(device.f[0][0], 2.0); }, {reads(b)});
  runStage(write, &ledger);
  device.fail_wait = true;
  EXPECT_THROW(runStage(look, &ledger), DeviceError);
  EXPECT_EQ(slot.tenant(), &a);
  EXPECT_TRUE(a.validOnDevice());
  EXPECT_EQ(ledger.optimum_bytes(), 0) << "it has not left";
  runStage(look, &ledger);
  EXPECT_EQ(one[2], 9.0);
  EXPECT_EQ(ledger.total().bytes(), ledger.optimum_bytes());
}

}  // namespace
}  // namespace stencil
