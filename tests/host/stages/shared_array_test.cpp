// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/shared_array.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "host/stages/checker.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::FakeAccelerator;
using test::refusal;
using Happens = FakeAccelerator::Happens;

std::vector<double> counting(std::int64_t words, double from = 0.0) {
  std::vector<double> values;
  for (std::int64_t k = 0; k < words; ++k) values.push_back(from + static_cast<double>(k));
  return values;
}

TEST(SharedArray, CopiesRowsToItsPlaceAndBack) {
  FakeAccelerator device(100, 100, Happens::loads_first, 2, 2);
  DeviceMemory memory(device);
  std::vector<double> host = counting(15);
  SharedArray array(memory, "a", host.data(), 5, 3, Bank::r, 1, 40);
  EXPECT_EQ(array.bytes({1, 4}), 72);
  EXPECT_TRUE(array.validOnHost());
  EXPECT_FALSE(array.validOnDevice());
  array.copyRowsToDevice({1, 4});
  array.settle();
  EXPECT_EQ(std::vector<double>(device.r[1].begin() + 43, device.r[1].begin() + 52), counting(9, 3.0));
  EXPECT_NE(device.r[1][42], device.r[1][42]) << "copied more than asked";
  EXPECT_NE(device.r[1][52], device.r[1][52]);
  device.r[1][46] = -1.0;
  array.copyRowsFromDevice({2, 3});
  array.settle();
  EXPECT_EQ(host[6], -1.0);
  EXPECT_EQ(host[3], 3.0);
}

// Posts a copy from a place, and then a copy of other data into it.
TEST(SharedArray, KeepsTheOrderOfCopiesThatMeet) {
  for (const Happens happens : {Happens::loads_first, Happens::stores_first, Happens::at_random}) {
    FakeAccelerator device(100, 100, happens);
    DeviceMemory memory(device);
    std::vector<double> host = counting(10);
    SharedArray array(memory, "a", host.data(), 10, 1, Bank::f, 0, 0);
    array.copyToDevice();
    array.copyFromDevice();
    array.settle();
    array.copyFromDevice();
    host.assign(10, 0.0);
    array.copyToDevice();
    array.settle();
    EXPECT_EQ(device.f[0][5], 5.0);
  }
}

TEST(SharedArray, RefusesPlacesOutsideLocalMemory) {
  FakeAccelerator device(100, 100, Happens::at_once, 2, 1);
  DeviceMemory memory(device);
  std::vector<double> host = counting(200);
  const auto make = [&](std::int64_t rows, std::int64_t cols, Bank bank, int buffer, std::int64_t offset) {
    return refusal([&] { SharedArray(memory, "a", host.data(), rows, cols, bank, buffer, offset); });
  };
  EXPECT_EQ(make(10, 10, Bank::f, 1, 0), "accepted");
  EXPECT_EQ(make(10, 10, Bank::f, 1, 1),
            "a: words [1, 101) of buffer 1 of bank f, must lie inside words [0, 100) of a buffer 0 .. 1");
  EXPECT_NE(make(10, 10, Bank::f, 2, 0), "accepted");
  EXPECT_NE(make(10, 10, Bank::r, 1, 0), "accepted");
  EXPECT_NE(make(1, 1, Bank::f, 0, 100), "accepted");
  EXPECT_NE(make(1, 1, Bank::f, 0, -1), "accepted");
  EXPECT_NE(make(1, 1, Bank::f, -1, 0), "accepted");
  EXPECT_EQ(make(-1, 1, Bank::f, 0, 0), "rows of a = -1, must be >= 0");
  EXPECT_NE(make(1, 0, Bank::f, 0, 0), "accepted");
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(make(1, 1, Bank::f, 0, huge),
            "a: words [9223372036854775807, 9223372036854775808) of buffer 0 of bank f, must lie inside words [0, 100) "
            "of a buffer 0 .. 1");
  EXPECT_EQ(make(std::int64_t{1} << 31, std::int64_t{1} << 31, Bank::f, 0, 0),
            "a: cols = 2147483648, must be 1 .. 536870911");
  EXPECT_NE(refusal([&] { SharedArray(memory, "a", nullptr, 1, 1, Bank::f, 0, 0); }), "accepted");
}

TEST(SharedArray, RefusesToOverlapAnother) {
  FakeAccelerator device(100, 100, Happens::at_once, 2, 2);
  DeviceMemory memory(device);
  std::vector<double> host = counting(100);
  std::vector<double> hosts_first = counting(20);
  const SharedArray a(memory, "first", hosts_first.data(), 10, 2, Bank::f, 0, 30);
  const auto make = [&](Bank bank, int buffer, std::int64_t offset) {
    return refusal([&] { SharedArray(memory, "second", host.data(), 10, 1, bank, buffer, offset); });
  };
  EXPECT_EQ(make(Bank::f, 0, 49),
            "second: words [49, 59) of buffer 0 of bank f, must not overlap words [30, 50) of buffer 0 of bank f of "
            "first, nor have its name");
  EXPECT_NE(make(Bank::f, 0, 21), "accepted");
  EXPECT_EQ(make(Bank::f, 0, 20), "accepted");
  EXPECT_EQ(make(Bank::f, 0, 50), "accepted");
  EXPECT_EQ(make(Bank::f, 1, 30), "accepted");
  EXPECT_EQ(make(Bank::r, 0, 30), "accepted");
}

// On the host no data overlap either: a stage that writes one would leave the other stale, and marked right.
TEST(SharedArray, RefusesToOverlapAnotherOnTheHost) {
  FakeAccelerator device(100);
  FakeAccelerator another(100);
  DeviceMemory memory(device);
  DeviceMemory other_memory(another);
  DeviceSlot slot(memory, "slot", {Bank::r, 0, 0, 20});
  std::vector<double> host = counting(50);
  auto a = std::make_unique<SharedArray>(memory, "a", host.data() + 10, 4, 5, Bank::f, 0, 0);
  const SharedArray beyond(memory, "beyond", host.data() + 30, 1, 20, Bank::f, 0, 80);
  const auto make = [&](std::int64_t at, std::int64_t cols) {
    return refusal([&] { SharedArray(memory, "b", host.data() + at, 1, cols, Bank::f, 0, 20); });
  };
  EXPECT_EQ(make(0, 10), "accepted");
  EXPECT_EQ(make(0, 11),
            "b: bytes [80, 88) of its memory on the host are bytes [0, 8) of a, must not be those of another datum");
  EXPECT_EQ(
      make(29, 2),
      "b: bytes [8, 16) of its memory on the host are bytes [0, 8) of beyond, must not be those of another datum");
  EXPECT_EQ(make(12, 2),
            "b: bytes [0, 16) of its memory on the host are bytes [16, 32) of a, must not be those of another datum");
  EXPECT_NE(make(0, 50), "accepted");
  EXPECT_NE(refusal([&] { SharedArray(slot, "b", host.data() + 29, 1, 1); }), "accepted");
  EXPECT_NE(refusal([&] { SharedArray(other_memory, "b", host.data() + 29, 1, 1, Bank::f, 0, 0); }), "accepted");
  EXPECT_NE(refusal([&] { SharedVar(memory, "beta", host[10]); }), "accepted");
  EXPECT_EQ(refusal([&] { SharedVar(memory, "beta", host[9]); }), "accepted") << "what was refused claims nothing";
  a.reset();
  EXPECT_EQ(make(10, 20), "accepted");
}

// As two data of one, and each may have data of any name.
TEST(DeviceMemory, RefusesToOverlapAnotherOnItsAccelerator) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  auto other = std::make_unique<DeviceMemory>(device);
  std::vector<double> host = counting(40);
  double beta = 1.0;
  double same_beta = 1.0;
  auto a = std::make_unique<SharedArray>(*other, "a", host.data(), 1, 20, Bank::f, 0, 0);
  auto var = std::make_unique<SharedVar>(*other, "beta", beta);
  const auto make = [&](std::int64_t offset) {
    return refusal([&] { SharedArray(memory, "a", host.data() + 20, 1, 20, Bank::f, 0, offset); });
  };
  EXPECT_EQ(make(19),
            "a: words [19, 39) of buffer 0 of bank f, must not overlap words [0, 20) of buffer 0 of bank f of a, nor "
            "have its name");
  EXPECT_EQ(make(20), "accepted");
  EXPECT_EQ(refusal([&] { SharedVar(memory, "beta", same_beta); }),
            "beta: the register beta must not be that of another datum too");
  a.reset();
  var.reset();
  other->claim("left", Place{Bank::f, 0, 0, 50});
  other->claim("left", Weight::beta);
  EXPECT_NE(make(0), "accepted");
  other.reset();
  EXPECT_EQ(make(0), "accepted");
  EXPECT_EQ(refusal([&] { SharedVar(memory, "beta", same_beta); }), "accepted");
}

// A rank without rows makes the same data and runs the same stages as the others.
TEST(SharedArray, MayHaveNoRows) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::r, 0, 0, 0});
  std::vector<double> none;
  std::vector<double> host = counting(10);
  SharedArray a(memory, "a", none.data(), 0, 5, Bank::f, 0, 3);
  SharedArray b(slot, "b", none.data(), 0, 5);
  SharedArray around(memory, "around", host.data(), 2, 5, Bank::f, 0, 0);
  StageLedger ledger;
  StageChecker checker(&ledger);
  for (SharedArray* datum : {&a, &b}) {
    ledger.join(*datum);
    checker.join(*datum);
  }
  std::string ran;
  Stage sweep("sweep", Side::device, {}, [&] { ran += "sweep "; }, {updates(a), reads(b)});
  Stage look("look", Side::host, [&] { ran += "look "; }, {}, {reads(a), overwrites(b)});
  for (int pass = 0; pass < 2; ++pass) {
    runStage(sweep, &checker);
    runStage(look, &checker);
  }
  flush(a, &ledger);
  EXPECT_EQ(ran, "sweep look sweep look ");
  EXPECT_EQ(ledger.total().transfers, 0);
  EXPECT_EQ(ledger.optimum_bytes(), 0);
  EXPECT_EQ(refusal([&] { SharedArray(memory, "a", none.data(), 0, 5, Bank::f, 0, 0); }),
            "a: words [0, 0) of buffer 0 of bank f, must not overlap words [3, 3) of buffer 0 of bank f of a, nor have "
            "its name");
  EXPECT_NE(refusal([&] { SharedArray(memory, "c", none.data(), 0, 5, Bank::f, 1, 0); }), "accepted");
  EXPECT_EQ(refusal([&] { SharedArray(memory, "c", none.data(), 0, 0, Bank::f, 0, 0); }),
            "c: cols = 0, must be 1 .. 1152921504606846975");
}

// As copies asked for by hand would read and write the data around it.
TEST(SharedArray, CopiesNothingButItsRows) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 10});
  std::vector<double> one = counting(10);
  std::vector<double> two = counting(10);
  SharedArray a(slot, "a", one.data(), 5, 2);
  SharedArray b(slot, "b", two.data(), 5, 2);
  a.enter_device(nullptr);
  a.copyToDevice();
  EXPECT_EQ(refusal([&] {
              a.copyRowsFromDevice({3, 6});
            }),
            "a: rows [3, 6) are copied, must be rows first <= last of [0, 5)");
  EXPECT_NE(refusal([&] { a.copyRowsToDevice({-1, 2}); }), "accepted");
  EXPECT_NE(refusal([&] { a.copyRowsToDevice({3, 2}); }), "accepted");
  EXPECT_EQ(refusal([&] { b.copyToDevice(); }),
            "b: rows [0, 5) are copied, must be on the device: another datum has the place slot");
  EXPECT_EQ(device.calls, std::vector<std::string>{"load f [0, 10)"});
}

// Two arrays in one place: when one leaves, exactly its rows that are right only there are copied to the host.
TEST(SharedArray, TakesTurnsInASlot) {
  FakeAccelerator device(100, 100, Happens::at_random);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 12});
  std::vector<double> one = counting(12);
  std::vector<double> two = counting(8, 100.0);
  SharedArray a(slot, "a", one.data(), 6, 2);
  SharedArray b(slot, "b", two.data(), 4, 2);
  StageLedger ledger;
  ledger.join(a);
  ledger.join(b);

  Stage write("write", Side::device, {}, [&] { std::fill_n(device.f[0].begin() + 2, 4, -5.0); },
              {reads(a), overwrites(a, {1, 3})});
  Stage look("look", Side::device, {}, [&] { EXPECT_EQ(device.f[0][7], 107.0); }, {reads(b)});
  runStage(write, &ledger);
  EXPECT_EQ(slot.tenant(), &a);
  runStage(look, &ledger);
  EXPECT_EQ(slot.tenant(), &b);
  EXPECT_EQ(one, (std::vector<double>{0, 1, -5, -5, -5, -5, 6, 7, 8, 9, 10, 11}));
  EXPECT_TRUE(a.validOnHost());
  EXPECT_TRUE(a.valid(Side::device).empty());

  const std::vector<StageTraffic>& lines = ledger.stages();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].stage + " " + lines[0].datum, "write a");
  EXPECT_EQ(lines[0].moved.to_device, 96);
  EXPECT_EQ(lines[1].stage + " " + lines[1].datum, "look a");
  EXPECT_EQ(lines[1].moved.from_device, 32);
  EXPECT_EQ(lines[2].stage + " " + lines[2].datum, "look b");
  EXPECT_EQ(lines[2].moved.to_device, 64);
  EXPECT_EQ(ledger.total().transfers, 3);
  EXPECT_EQ(ledger.total().bytes(), ledger.optimum_bytes());

  Stage both("both", Side::device, {}, [] {}, {reads(a), reads(b)});
  EXPECT_EQ(refusal([&] { runStage(both); }),
            "stage both: a has the same place on the device as another of its data, must have one of its own");
}

// A stage whose data have not changed does no more work, unless another datum has taken the place.
TEST(SharedArray, EntersAgainThoughNothingOfItWasRight) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 12});
  std::vector<double> one = counting(4);
  std::vector<double> two = counting(4);
  SharedArray a(slot, "a", one.data(), 4, 1);
  SharedArray b(slot, "b", two.data(), 4, 1);
  Stage scratch_in_a("scratch in a", Side::device, {}, [&] { EXPECT_EQ(slot.tenant(), &a); }, {spoils(a)});
  Stage scratch_in_b("scratch in b", Side::device, {}, [&] { EXPECT_EQ(slot.tenant(), &b); }, {spoils(b)});
  for (int pass = 0; pass < 3; ++pass) {
    runStage(scratch_in_a);
    runStage(scratch_in_b);
  }
  EXPECT_TRUE(a.validOnHost());
}

TEST(SharedArray, MustFitItsSlot) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 12});
  std::vector<double> host = counting(20);
  EXPECT_EQ(refusal([&] { SharedArray(slot, "a", host.data(), 13, 1); }), "a: words = 13, must be 1 .. 12 (slot)");
  EXPECT_NE(refusal([&] { SharedArray(slot, "a", host.data(), 1, 1, Contents::device); }), "accepted");
  EXPECT_NE(refusal([&] { DeviceSlot(memory, "other", {Bank::f, 0, 11, 12}); }), "accepted");
}

}  // namespace
}  // namespace stencil
