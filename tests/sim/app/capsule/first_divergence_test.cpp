// The first divergence of calls whose search the device does not survive.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/first_divergence.hpp"

#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"
#include "tests/sim/app/capsule/sample.hpp"

namespace stencil::capsule_tests {
namespace {

TEST(FirstDivergence, NamesTheFirstWrongStoreWhereTheSearchFails) {
  Capsule played = sample();
  for (CapsuleCall& call : played.calls) {
    if (call.kind != CapsuleCall::Kind::store) continue;
    call.data = call.expected;
    if (call.place.buffer == 1) call.data[5] = 0.5;
  }
  const std::size_t all = played.calls.size();
  const FirstDivergence found = first_divergence(played,
                                                 [&](const Capsule& calls) {
                                                   if (calls.calls.size() != all)
                                                     throw DeviceError("device hangs: nothing moved");
                                                   return played;
                                                 },
                                                 {});
  std::string text = found.divergence["text"].text();
  for (std::size_t at = 0; (at = text.find("\n  ", at)) != std::string::npos;) text.replace(at, 3, " ");
  EXPECT_EQ(text.rfind("first divergence: rank 2, step 3, strip 1, block 1, store of f buffer 1 (call ", 0), 0u)
      << text;
  EXPECT_NE(text.find("row 44, column 1 (row 1, column 1 of the block, word 5 of f buffer 1): 1 of 30 words stored "
                      "differ; the sweep and the point are not found, since the device fails at fewer calls: "
                      "device hangs: nothing moved"),
            std::string::npos)
      << text;
}

// A weight that never reached the device: its model, on the same platform, has none either.
TEST(FirstDivergence, IsThePlatformsWhereTheModelLeavesTheSameWrongWords) {
  const Capsule right = sample();
  const auto spoiled = [](double value) {
    return [value](Capsule calls) {
      expect(calls);
      for (CapsuleCall& call : calls.calls) {
        if (call.kind != CapsuleCall::Kind::store) continue;
        call.data = call.expected;
        if (call.data.size() > 5) call.data[5] = value;
      }
      return calls;
    };
  };
  const CapsulePlayer device = spoiled(0.5);
  const auto side_of = [&](const CapsulePlayer& model, bool run_is_wrong = false) {
    return first_divergence(device(right), device, {}, {model, run_is_wrong}).divergence["side"].text();
  };
  EXPECT_EQ(side_of({}), "device");
  EXPECT_EQ(side_of(spoiled(0.25)), "device");
  EXPECT_EQ(side_of(spoiled(0.5)), "platform");
  EXPECT_EQ(side_of([](const Capsule&) -> Capsule { throw DeviceError("the model refuses"); }), "device");
  EXPECT_EQ(side_of(spoiled(0.25), true), "device") << "the calls alone show it";
  const Json found = first_divergence(device(right), device, {}, {spoiled(0.5), false}).divergence;
  EXPECT_NE(found["text"].text().find("the model of the\n  device, which has no RTL, leaves the same"),
            std::string::npos)
      << found["text"].text();
}

// A new device makes the calls right; the run was wrong on the model too.
TEST(FirstDivergence, OfCallsThatAreRightAloneIsThePlatformsWhereTheModelsRunIsWrong) {
  const CapsulePlayer right = [](Capsule calls) {
    expect(calls);
    for (CapsuleCall& call : calls.calls) {
      if (call.kind == CapsuleCall::Kind::store) call.data = call.expected;
    }
    return calls;
  };
  Capsule played = right(sample());
  for (CapsuleCall& call : played.calls) {
    if (call.kind == CapsuleCall::Kind::store) call.data.front() += 1.0;
  }
  EXPECT_EQ(first_divergence(played, right, {}, {right, false}).divergence["side"].text(), "device");
  const Json found = first_divergence(played, right, {}, {right, true}).divergence;
  EXPECT_EQ(found["side"].text(), "platform");
  EXPECT_NE(found["text"].text().find("which has no RTL, is wrong too"), std::string::npos) << found["text"].text();
}

}  // namespace
}  // namespace stencil::capsule_tests
