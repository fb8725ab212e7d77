// Users' own data that take turns in a place on the device, and rows that a user marks: no two data are in one place at
// once, and no rows are believed to be where they cannot be.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/stages/number.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

class Turns;

// The device's memory for one number, and the datum that has it.
struct OnePlace {
  double word = -1.0;
  Turns* tenant = nullptr;
};

// A number that takes turns with others in a place. `named`: shared_place() is that place.
class Turns final : public SharedDatum {
 public:
  Turns(const char* name, OnePlace& place, double value, bool named)
      : SharedDatum(name, Contents::host), host(value), place_(place), named_(named) {}
  void copyToDevice() override {
    ++copies;
    place_.word = host;
  }
  void copyFromDevice() override {
    ++copies;
    host = place_.word;
  }
  std::int64_t bytes(const RowRange&) const override { return 8; }
  void enter_device(StageObserver* observer) override {
    if (refuses_to_enter) return;
    if (place_.tenant != nullptr) {
      flush(*place_.tenant, observer);
      place_.tenant->mark_invalid(Side::device, place_.tenant->all());
      place_.tenant->place_changed();
    }
    place_.tenant = this;
    place_changed();
  }
  bool on_device() const override { return place_.tenant == this; }
  const void* shared_place() const override { return named_ ? &place_ : nullptr; }

  double host;
  int copies = 0;
  bool refuses_to_enter = false;

 private:
  OnePlace& place_;
  bool named_;
};

constexpr const char* both_enter =
    "stage both: a and b enter the device, must each name their place in shared_place(): one might displace the other";

TEST(PlacesOfUsers, AreNotSharedByTwoDataOfAStage) {
  OnePlace place;
  Turns a("a", place, 1.0, false);
  Turns b("b", place, 2.0, false);
  bool ran = false;
  Stage both("both", Side::device, {}, [&] { ran = true; }, {reads(a), reads(b)});
  EXPECT_EQ(refusal([&] { runStage(both); }), both_enter) << "neither is there";
  EXPECT_EQ(place.tenant, nullptr);
  // Alone each is right, in turn.
  Stage set_a("set a", Side::device, {}, [&] { place.word += 10.0; }, {updates(a)});
  Stage set_b("set b", Side::device, {}, [&] { place.word += 10.0; }, {updates(b)});
  for (int pass = 0; pass < 2; ++pass) {
    runStage(set_a);
    runStage(set_b);
  }
  EXPECT_EQ(a.host, 21.0);
  const int copies = b.copies;
  EXPECT_EQ(refusal([&] { runStage(both); }), both_enter) << "b is there, and right there alone";
  EXPECT_EQ(b.copies, copies);
  EXPECT_EQ(place.tenant, &b);
  EXPECT_FALSE(ran);
  flush(b);
  EXPECT_EQ(b.host, 22.0);
}

TEST(PlacesOfUsers, MayStandBesidePlacesThatNeverChange) {
  OnePlace place;
  Turns a("a", place, 1.0, false);
  Number fixed("fixed");
  test::FakeAccelerator device(100);
  DeviceMemory memory(device);
  std::vector<double> host(4, 1.0);
  SharedArray array(memory, "array", host.data(), 4, 1, Bank::f, 0, 0);
  OnePlace second;
  Turns b("b", second, 2.0, true);
  Stage all("all", Side::device, {}, [] {}, {reads(a), reads(fixed), reads(array), reads(b)});
  EXPECT_EQ(refusal([&] { runStage(all); }), "accepted");
}

// The first tenant was there from the beginning, so that nothing shows before the other enters that it takes turns.
TEST(PlacesOfUsers, AreLookedAtAgainWhenDataHaveEntered) {
  OnePlace place;
  Turns a("a", place, 1.0, false);
  Turns b("b", place, 2.0, false);
  place.tenant = &a;
  bool ran = false;
  Stage both("both", Side::device, {}, [&] { ran = true; }, {reads(a), reads(b)});
  EXPECT_EQ(refusal([&] { runStage(both); }),
            "stage both: a, which stage both needs on the device, was displaced there by another datum, must name the "
            "place of both in shared_place()");
  EXPECT_FALSE(ran);
  EXPECT_EQ(a.copies + b.copies, 0);
  b.refuses_to_enter = true;
  place.tenant = nullptr;
  Stage alone("alone", Side::device, {}, [&] { ran = true; }, {reads(b)});
  EXPECT_EQ(refusal([&] { runStage(alone); }), "b: on_device() is false after enter_device(), must be true");
  EXPECT_FALSE(ran);
}

TEST(PlacesOfUsers, AreNotTakenFromAStageAround) {
  for (const bool known : {true, false}) {
    OnePlace place;
    Turns a("a", place, 1.0, false);
    Turns b("b", place, 2.0, false);
    if (!known) place.tenant = &a;
    Stage inner("inner", Side::device, {}, [] {}, {reads(b)});
    Stage outer("outer", Side::device, {}, [&] { runStage(inner); }, {reads(a)});
    EXPECT_EQ(refusal([&] { runStage(outer); }),
              known ? "stage inner: b must not take the place of a on the device: stage outer, in whose function it "
                      "runs, works on it"
                    : "stage inner: a, which stage outer needs on the device, was displaced there by another datum, "
                      "must name the place of both in shared_place()");
    EXPECT_EQ(place.word, 1.0);
  }
}

TEST(SharedDatum, IsMarkedInItsRowsOnly) {
  struct Rows final : SharedDatum {
    Rows() : SharedDatum("d", Contents::host, 10) {}
    void copyToDevice() override {}
    void copyFromDevice() override {}
    std::int64_t bytes(const RowRange& rows) const override { return rows.rows(); }
  } d;
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t changes = d.changes();
  for (const RowRange& rows :
       {RowRange{-1, 3}, RowRange{0, 11}, RowRange{7, 3}, RowRange{11, 11}, RowRange{-huge, huge}}) {
    for (const Side side : {Side::host, Side::device}) {
      EXPECT_NE(refusal([&] { d.mark_valid(side, rows); }), "accepted");
      EXPECT_NE(refusal([&] { d.mark_invalid(side, rows); }), "accepted");
    }
  }
  EXPECT_EQ(d.changes(), changes);
  EXPECT_EQ(refusal([&] {
              d.mark_valid(Side::device, {-5, 100});
            }),
            "d: rows [-5, 100) are marked right on the device, must be rows first <= last of [0, 10)");
  EXPECT_EQ(refusal([&] {
              d.mark_invalid(Side::host, {7, 3});
            }),
            "d: rows [7, 3) are marked wrong on the host, must be rows first <= last of [0, 10)");
  d.mark_invalid(Side::host, {0, 0});
  d.mark_valid(Side::device, {10, 10});
  EXPECT_EQ(d.changes(), changes);
  d.mark_invalid(Side::host, {3, 10});
  d.mark_valid(Side::device, {0, 10});
  EXPECT_EQ(describe(d.valid(Side::host)), "[0, 3)");
  EXPECT_EQ(describe(d.valid(Side::device)), "[0, 10)");
}

TEST(SharedDatum, IsMarkedRightWhereItIsOnly) {
  test::FakeAccelerator device(100);
  DeviceMemory memory(device);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, 0, 4});
  std::vector<double> one(4, 1.0);
  std::vector<double> two(4, 2.0);
  SharedArray a(slot, "a", one.data(), 4, 1);
  SharedArray b(slot, "b", two.data(), 4, 1);
  Stage use_a("use a", Side::device, {}, [] {}, {reads(a)});
  Stage use_b("use b", Side::device, {}, [&] { EXPECT_EQ(device.f[0][0], 2.0); }, {reads(b)});
  runStage(use_a);
  EXPECT_EQ(refusal([&] {
              b.mark_valid(Side::device, {1, 3});
            }),
            "b: rows [1, 3) are marked right on the device, must not be: it has no place there before it enters");
  EXPECT_EQ(refusal([&] { b.mark_valid(Side::device, {1, 1}); }), "accepted");
  EXPECT_EQ(refusal([&] { b.mark_invalid(Side::device, b.all()); }), "accepted");
  runStage(use_b);
  EXPECT_EQ(refusal([&] { b.mark_valid(Side::device, {1, 3}); }), "accepted");
}

// A user's place whose tenant is displaced and keeps its marks.
TEST(SharedDatum, IsNotBelievedToBeWhereItIsNot) {
  struct Forgetful final : SharedDatum {
    Forgetful() : SharedDatum("d", Contents::device) {}
    void copyToDevice() override {}
    void copyFromDevice() override {}
    std::int64_t bytes(const RowRange&) const override { return 8; }
    void enter_device(StageObserver*) override { there = true; }
    bool on_device() const override { return there; }
    bool there = false;
  } d;
  Stage s("s", Side::device, {}, [] { FAIL(); }, {reads(d)});
  EXPECT_EQ(refusal([&] { runStage(s); }),
            "d: rows [0, 1) are marked right on the device, must not be: it has no place there before it enters");
  EXPECT_FALSE(d.there);
}

}  // namespace
}  // namespace stencil
