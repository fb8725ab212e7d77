// A call at which the device fails, with the earlier ones whose words it reads.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "tests/sim/device/capsule/calls.hpp"

namespace stencil::capsule_tests {
namespace {

using testing_support::FaultyDevice;
using Kind = CapsuleCall::Kind;

// Four steps of a command each: 0 and 2 load what they sweep, 1 and 3 go on with it. Returns what is kept of the one
// that fails. odd_steps: the accelerator that steps 1 and 3 are recorded as.
std::optional<Capsule> fails_at(int command, FailedCall& listener, std::int64_t loaded_words = 120,
                                const char* odd_steps = "software") {
  const auto device = recorded(
      std::make_unique<FaultyDevice>(make_accelerator(options("software")), FaultyDevice::Fault::fail, command),
      options("software"), listener);
  const std::vector<double> start = field(ProblemArray::f, 12, 10);
  std::vector<double> end(120);
  try {
    for (int step = 0; step < 4; ++step) {
      device->record_as(step % 2 == 0 ? "software" : odd_steps);
      device->begin_step(step);
      const int buffer = step / 2;
      After after;
      if (step % 2 == 0) after.push_back(device->post_load({Bank::f, buffer, 0, loaded_words}, start.data(), {}));
      after = {device->post(tile_in(buffer), after)};
      if (step % 2 == 1) device->post_store({Bank::f, buffer, 0, 120}, end.data(), after);
      device->wait();
    }
  } catch (const DeviceError&) {
    return listener.found();
  }
  ADD_FAILURE() << "no call has failed";
  return std::nullopt;
}

std::vector<Kind> kinds(const Capsule& capsule) {
  std::vector<Kind> found;
  for (const CapsuleCall& call : capsule.calls) found.push_back(call.kind);
  return found;
}

TEST(FailedCall, HasTheCallsWhoseWordsItReads) {
  FailedCall listener(false);
  const std::optional<Capsule> kept = fails_at(1, listener);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kinds(*kept), (std::vector{Kind::load, Kind::command, Kind::wait, Kind::command, Kind::store}));
  EXPECT_EQ(kept->origin.step, 0);
  ASSERT_EQ(kept->steps.size(), 1u);
  EXPECT_EQ(kept->steps[0].command, 1u);
  EXPECT_EQ(kept->steps[0].step, 1);
  EXPECT_EQ(kept->calls[4].after, std::vector<std::size_t>{3});
  EXPECT_TRUE(kept->contents.empty()) << "nothing was read from the device";
  EXPECT_FALSE(kept->before);
  const auto device = make_accelerator(options("software"));
  EXPECT_NO_THROW(play(*kept, *device)) << "the calls stand alone";
}

TEST(FailedCall, LeavesOutWhatItDoesNotRead) {
  FailedCall alone(false);
  const std::optional<Capsule> loads = fails_at(2, alone);
  ASSERT_TRUE(loads);
  EXPECT_EQ(kinds(*loads), (std::vector{Kind::load, Kind::command}));
  EXPECT_EQ(loads->origin.step, 2);
  EXPECT_TRUE(loads->steps.empty());
  EXPECT_EQ(loads->calls[1].after, std::vector<std::size_t>{0});
  EXPECT_TRUE(loads->before) << "of the device, whose registers a command has set";
  FailedCall behind(false);
  const std::optional<Capsule> goes_on = fails_at(3, behind);
  ASSERT_TRUE(goes_on);
  EXPECT_EQ(kinds(*goes_on), (std::vector{Kind::load, Kind::command, Kind::wait, Kind::command, Kind::store}));
  EXPECT_EQ(goes_on->origin.step, 2);
  ASSERT_EQ(goes_on->steps.size(), 1u);
  EXPECT_EQ(goes_on->steps[0].command, 1u);
  EXPECT_EQ(goes_on->steps[0].step, 3);
}

// No call is known that brought it.
TEST(FailedCall, IsNotKeptWhereAWordWasNeverWritten) {
  FailedCall listener(false);
  const std::optional<Capsule> kept = fails_at(3, listener, 119);
  EXPECT_FALSE(kept) << "word 119 was never loaded";
}

// Of a mixed device: step 1 runs on another one than step 0, and a replay is made on one alone.
TEST(FailedCall, DoesNotGoOnFromOneDeviceToAnother) {
  FailedCall listener(false);
  EXPECT_FALSE(fails_at(1, listener, 120, "model"));
}

TEST(FailedCall, ReadsWordsFromADeviceThatItMayRead) {
  FailedCall listener(true);
  const std::optional<Capsule> kept = fails_at(1, listener);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kinds(*kept), (std::vector{Kind::command, Kind::store}));
  ASSERT_EQ(kept->contents.size(), 1u);
  EXPECT_EQ(kept->contents[0].words.size(), 120u);
  EXPECT_EQ(kept->origin.step, 1);
}

}  // namespace
}  // namespace stencil::capsule_tests
