// Calls of a run, made alone: the bits and, on devices with a clock, the cycles by cause of each command.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "host/device/counts.hpp"
#include "tests/sim/device/capsule/calls.hpp"

namespace stencil::capsule_tests {
namespace {

TEST(ReplayCycles, AreThoseOfTheRunOnEveryDeviceAndInEverySchedule) {
  for (const ItstepOptions& how : all_ways) {
    KeepAll listener;
    const auto device = recorded(make_accelerator(options("rtl")), options("rtl"), listener);
    sweep(*device, how, 2, device.get());
    ASSERT_FALSE(listener.kept.empty());
    for (const Capsule& kept : {listener.kept.front(), listener.kept.back()}) {
      for (const CapsuleCall& call : kept.calls) {
        EXPECT_EQ(call.cycles.total() > 0, call.kind == CapsuleCall::Kind::command);
        EXPECT_TRUE(call.cycles == call.model);
      }
      for (const char* accel : {"rtl", "model"}) {
        const auto other = make_accelerator(options(accel));
        const Capsule played = play(kept, *other);
        EXPECT_TRUE(same_values(kept, played)) << accel;
        EXPECT_TRUE(same_cycles(kept, played)) << accel;
      }
    }
  }
}

TEST(ReplayCycles, DoNotDependOnWhatWasReadForACapsule) {
  for (const ItstepOptions& how : all_ways) {
    const auto plain = make_accelerator(options("model"));
    sweep(*plain, how, 2, nullptr);
    KeepAll listener;
    listener.results = true;
    const auto device = recorded(make_accelerator(options("model")), options("model"), listener);
    sweep(*device, how, 2, device.get());
    EXPECT_TRUE(static_cast<const CauseCycles&>(plain->cycles()) == device->cycles());
    EXPECT_TRUE(plain->cycles().model == device->cycles().model);
    EXPECT_EQ(plain->cycles().ideal, device->cycles().ideal);
  }
}

}  // namespace
}  // namespace stencil::capsule_tests
