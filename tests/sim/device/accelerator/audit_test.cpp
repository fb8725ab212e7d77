// A device counter must equal the count at its pins, or lie in its possible range.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/audit.hpp"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>

#include "host/base/errors.hpp"
#include "sim/device/contract/dma_registers.hpp"
#include "tests/support/refusal.hpp"

namespace stencil::audit_test {
namespace {

using namespace contract;

const std::string at_the_pins =
    " at the pins: the device counts wrong, or the bench (sim/device/pins): waves of the pins tell which";

// Each read takes 3 idle clocks and shows the counter of the second.
class Counters {
 public:
  Counters() {
    cleared_.before.cause_cycles[CAUSE_IDLE] = 10;
    cleared_.after.cause_cycles[CAUSE_IDLE] = 14;
    pins_ = cleared_.after;
    pins_.cause_cycles[CAUSE_LOAD] = 300;
    pins_.cause_cycles[CAUSE_COMPUTE] = 4000;
    pins_.cause_cycles[CAUSE_STALL] = 50;
    pins_.cause_cycles[CAUSE_STORE] = 60;
    pins_.cause_cycles[CAUSE_IDLE] += 7;
    pins_.fill_cycles = 33;
    pins_.beats_loaded = 200;
    pins_.beats_stored = 40;
    pins_.load_outstanding_cycles = 700;
    pins_.store_outstanding_cycles = 90;
  }

  DmaCycles audit() {
    return audit_counters([this](Register address) { return read(address); },
                          [this]() -> const DeviceCounts& { return pins_; }, cleared_, 5, contract_version);
  }

  void contradict() { pins_.store_outstanding_cycles = pins_.beats_stored - 1; }

  std::map<Register, std::int64_t> off;  // error added to a counter
  std::int64_t write_busy = 250, read_busy = 41, hidden = 77;
  int contract_version = contract::version;

 private:
  std::uint64_t read(Register address) {
    // The device cleared its counters 2 clocks before the write was answered.
    const std::int64_t idle = pins_.cause_cycles[CAUSE_IDLE] + 2 - 12;
    const std::int64_t others = 300 + 4000 + 50 + 60;
    const std::map<Register, std::int64_t> values = {{REG_CYCLES_COMPUTE, 4000},
                                                     {REG_CYCLES_STALL, 50},
                                                     {REG_CYCLES_LOAD, 300},
                                                     {REG_CYCLES_STORE, 60},
                                                     {REG_CYCLES_FILL, 33},
                                                     {REG_BEATS_LOADED, 200},
                                                     {REG_BEATS_STORED, 40},
                                                     {REG_COMMANDS, 5},
                                                     {REG_CYCLES_TOTAL, others + idle},
                                                     {REG_CYCLES_IDLE, idle},
                                                     {REG_CYCLES_WRITE_BUSY, write_busy},
                                                     {REG_CYCLES_READ_BUSY, read_busy},
                                                     {REG_CYCLES_HIDDEN, hidden}};
    const auto known = values.find(address);
    const std::int64_t value = known != values.end() ? known->second : of_pins(address);
    pins_.cause_cycles[CAUSE_IDLE] += 3;
    return static_cast<std::uint64_t>(value + off[address]);
  }
  // A counter that no test here names.
  std::int64_t of_pins(Register address) const {
    for (const PerformanceRegister& counter : performance_registers)
      if (counter.address == address) return counter.of(pins_) - counter.of(cleared_.after);
    for (const DmaRegister& counter : dma_registers)
      if (counter.address == address) return counter.least(pins_) - counter.least(cleared_.after);
    throw std::out_of_range(register_name(address));
  }

  CountersCleared cleared_;
  DeviceCounts pins_;
};

std::string named(Register address) {
  return std::string("audit: register ") + register_name(address) + " reads ";
}

TEST(Audit, ReturnsTheBusyCyclesThatTheDeviceCounted) {
  const DmaCycles busy = Counters().audit();
  EXPECT_EQ(busy.load_busy, 250);
  EXPECT_EQ(busy.store_busy, 41);
  EXPECT_EQ(busy.hidden, 77);
}

TEST(Audit, NoMoreCyclesAreHiddenThanComputed) {
  for (const std::int64_t hidden : {-1, 0, 4000, 4001}) {
    Counters counters;
    counters.hidden = hidden;
    if (hidden == 0 || hidden == 4000)
      EXPECT_EQ(counters.audit().hidden, hidden);
    else
      EXPECT_EQ(test::refusal<DeviceError>([&] { counters.audit(); }),
                "audit: register CYCLES_HIDDEN reads " + std::to_string(hidden) + ", the bench counted 0 .. 4000" +
                    at_the_pins);
  }
}

TEST(Audit, AnOlderDeviceIsNotAskedForWhatItNeedNotHave) {
  Counters counters;
  counters.contract_version = 4;
  counters.hidden = -1;
  EXPECT_EQ(counters.audit().hidden, 0);
  EXPECT_EQ(counters.audit().load_busy, 250);
}

TEST(Audit, EveryCounterIsHeldAgainstThePins) {
  for (const Register address : {REG_CYCLES_COMPUTE, REG_CYCLES_STALL, REG_CYCLES_LOAD, REG_CYCLES_STORE,
                                 REG_CYCLES_FILL, REG_BEATS_LOADED, REG_BEATS_STORED, REG_COMMANDS})
    for (const std::int64_t by : {-1, 1}) {
      Counters counters;
      counters.off[address] = by;
      const std::string text = test::refusal<DeviceError>([&] { counters.audit(); });
      EXPECT_EQ(text.rfind(named(address), 0), 0u) << text;
    }
}

TEST(Audit, ACounterThatGoesOnMustLieBetweenPostAndAnswer) {
  for (const Register address : {REG_CYCLES_TOTAL, REG_CYCLES_IDLE})
    for (const std::int64_t by : {-5, -4, 0, 3, 4}) {
      Counters counters;
      counters.off[address] = by;
      if (by == -5 || by == 4) {
        const std::string text = test::refusal<DeviceError>([&] { counters.audit(); });
        EXPECT_EQ(text.rfind(named(address), 0), 0u) << by << ": " << text;
      } else {
        EXPECT_NO_THROW(counters.audit()) << by;
      }
    }
}

TEST(Audit, APortIsBusyForItsBeatsAtLeastAndWhileABurstIsOutstandingAtMost) {
  for (const std::int64_t busy : {199, 200, 700, 701}) {
    Counters counters;
    counters.write_busy = busy;
    if (busy == 200 || busy == 700)
      EXPECT_EQ(counters.audit().load_busy, busy);
    else
      EXPECT_EQ(test::refusal<DeviceError>([&] { counters.audit(); }),
                "audit: register CYCLES_WRITE_BUSY reads " + std::to_string(busy) + ", the bench counted 200 .. 700" +
                    at_the_pins);
  }
  Counters counters;
  counters.read_busy = 39;
  EXPECT_EQ(test::refusal<DeviceError>([&] { counters.audit(); }),
            "audit: register CYCLES_READ_BUSY reads 39, the bench counted 40 .. 90" + at_the_pins);
}

// No row counts these yet: what a new one gets.
TEST(Audit, CyclesThatServeBothDirectionsAreWithinThoseOfEither) {
  static constexpr DmaField both{{"both", &DmaCycles::hidden}, contract::version, "CYCLES_HIDDEN", Served::both, false};
  static constexpr DmaField computing{
      {"computing", &DmaCycles::hidden}, contract::version, "CYCLES_HIDDEN", Served::both, true};
  DeviceCounts pins;
  pins.load_outstanding_cycles = 700;
  pins.store_outstanding_cycles = 90;
  pins.cause_cycles[CAUSE_COMPUTE] = 4000;
  const DmaRegister counter = detail::with_bounds(REG_CYCLES_HIDDEN, both);
  EXPECT_EQ(counter.least(pins), 0);
  EXPECT_EQ(counter.most(pins), 790);
  EXPECT_EQ(detail::with_bounds(REG_CYCLES_HIDDEN, computing).most(pins), 4000);
  for (const bool load : {false, true})
    for (const bool store : {false, true})
      for (const bool computes : {false, true}) {
        EXPECT_EQ(detail::counts(both, computes, load, store), load && store);
        EXPECT_EQ(detail::counts(computing, computes, load, store), computes && load && store);
      }
}

// Bounds that the bench counted, of which the upper one is below the lower one.
TEST(Audit, CountsThatContradictEachOtherAreThoseOfTheBench) {
  Counters counters;
  counters.contradict();
  try {
    counters.audit();
    FAIL() << "accepted";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("side: platform (sim/device/pins): its counts at the pins contradict each "
                        "other, at least 40 and at most 39"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace stencil::audit_test
