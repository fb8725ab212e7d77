// Data, memories and slots that are destroyed before what uses or watches them: a safe result, or one fatal line.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "host/stages/checker.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/stages/number.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::FakeAccelerator;
using test::refusal;

// A number at a chosen address, so that a later datum gets the address of an earlier one.
class NumberAtOneAddress {
 public:
  ~NumberAtOneAddress() { end(); }
  Number& make(const char* name, Contents contents = Contents::host) {
    end();
    return *(number_ = new (&memory_) Number(name, contents));
  }
  void end() {
    if (number_ != nullptr) number_->~Number();
    number_ = nullptr;
  }

 private:
  std::aligned_storage_t<sizeof(Number), alignof(Number)> memory_;
  Number* number_ = nullptr;
};

TEST(StageLedger, OutlivesItsData) {
  NumberAtOneAddress place;
  StageLedger ledger;
  {
    Number& a = place.make("a");
    ledger.join(a);
    Stage s("s", Side::device, {}, [] {}, {updates(a)});
    runStage(s, &ledger);
  }
  Number& stranger = place.make("b", Contents::device);
  {
    Stage s("s", Side::device, {}, [] {}, {updates(stranger)});
    runStage(s, &ledger);
  }
  EXPECT_EQ(refusal([&] { flush(stranger, &ledger); }), "ledger: b was copied, but has not joined");
  place.end();
  ASSERT_EQ(ledger.data().size(), 1u);
  EXPECT_EQ(ledger.data()[0].datum, "a");
  EXPECT_EQ(ledger.data()[0].moved.bytes(), 8);
  EXPECT_EQ(ledger.data()[0].optimum_bytes, 8);
  Number& again = place.make("a");
  EXPECT_EQ(refusal([&] { ledger.join(again); }), "ledger: a datum a is there already, names must differ");
}

// A datum that has gone is not looked at, the others are, once each.
TEST(StageChecker, LetsItsDataGo) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  std::vector<double> one(4, 1.0);
  std::vector<double> two(4, 2.0);
  StageChecker checker;
  auto a = std::make_unique<SharedArray>(memory, "a", one.data(), 4, 1, Bank::f, 0, 0);
  SharedArray b(memory, "b", two.data(), 4, 1, Bank::f, 0, 4);
  checker.join(*a);
  checker.join(b);
  checker.join(b);
  Stage stage("stage", Side::device, {}, [] {}, {reads(b, {0, 2})});
  EXPECT_EQ(refusal([&] { runStage(stage, &checker); }), "accepted");
  a.reset();
  EXPECT_EQ(refusal([&] { runStage(stage, &checker); }), "accepted");
  Stage writes("writes", Side::device, {}, [&] { device.f[0][4] = 9.0; }, {reads(b)});
  EXPECT_NE(refusal([&] { runStage(writes, &checker); }).find("row 0 of b has changed"), std::string::npos);
}

TEST(DeviceSlot, ForgetsATenantThatIsGone) {
  FakeAccelerator device(1);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 1});
  double word = 1.0;
  SharedArray stays(slot, "stays", &word, 1, 1);
  {
    Number guest("guest");  // does not call forget()
    slot.enter(guest, nullptr);
    EXPECT_EQ(slot.tenant(), &guest);
  }
  EXPECT_EQ(slot.tenant(), nullptr);
  slot.enter(stays, nullptr);
  EXPECT_EQ(slot.tenant(), &stays);
}

TEST(DeviceMemory, MustOutliveItsUsers) {
  FakeAccelerator device(100);
  std::vector<double> host(4, 1.0);
  double beta = 1.0;
  ASSERT_EXIT(
      {
        auto memory = std::make_unique<DeviceMemory>(device);
        const SharedArray a(*memory, "a", host.data(), 4, 1, Bank::f, 0, 0);
        const SharedVar var(*memory, "beta", beta);
        const DeviceSlot slot(*memory, "slot", {Bank::f, 0, 4, 4});
        memory.reset();
      },
      ::testing::ExitedWithCode(2),
      "^stencil: DeviceMemory: local memory is destroyed while a, beta, slot use it, must outlive them\n$");
  ASSERT_EXIT(
      {
        DeviceMemory memory(device);
        auto slot = std::make_unique<DeviceSlot>(memory, "slot", Place{Bank::f, 0, 0, 4});
        const SharedArray a(*slot, "a", host.data(), 4, 1);
        slot.reset();
      },
      ::testing::ExitedWithCode(2), "^stencil: DeviceSlot: slot is destroyed while a uses it, must outlive them\n$");
  // Whatever a constructor throws, what was refused is no user.
  auto memory = std::make_unique<DeviceMemory>(device);
  auto slot = std::make_unique<DeviceSlot>(*memory, "slot", Place{Bank::f, 0, 0, 4});
  EXPECT_NE(refusal([&] { SharedArray(*memory, "a", host.data(), 1, 1, Bank::f, 0, 0); }), "accepted");
  EXPECT_NE(refusal([&] { SharedArray(*slot, "a", host.data(), 5, 1); }), "accepted");
  slot.reset();
  memory.reset();
}

// The accelerator may go first, and another one at its address is free.
TEST(DeviceMemory, MayOutliveItsAccelerator) {
  std::vector<double> host(8, 1.0);
  std::aligned_storage_t<sizeof(FakeAccelerator), alignof(FakeAccelerator)> address;
  auto* device = new (&address) FakeAccelerator(100);
  {
    DeviceMemory memory(*device);
    const SharedArray a(memory, "a", host.data(), 4, 1, Bank::f, 0, 0);
    device->~FakeAccelerator();
    device = new (&address) FakeAccelerator(100);
    DeviceMemory fresh(*device);
    EXPECT_EQ(refusal([&] { SharedArray(fresh, "b", host.data() + 4, 4, 1, Bank::f, 0, 0); }), "accepted");
  }
  device->~FakeAccelerator();
}

}  // namespace
}  // namespace stencil
