// The calls of the wait at which a device fails, with the words that it finds in local memory.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "host/base/errors.hpp"
#include "sim/app/diagnostics/search/failing_group.hpp"
#include "tests/sim/device/capsule/calls.hpp"

namespace stencil {
namespace {

using capsule_tests::tile_in;
using Kind = CapsuleCall::Kind;
using testing_support::FaultyDevice;

constexpr std::int64_t words = 120;

AcceleratorMaker fails_at(std::int64_t command) {
  return [command](const AcceleratorOptions& options) {
    return std::make_unique<FaultyDevice>(make_accelerator(options), FaultyDevice::Fault::fail, command);
  };
}

// Step 5 loads and sweeps, blocks 3 and 4 of it, step 6 sweeps twice more; the last command fails.
Capsule kept(std::int64_t fails) {
  FailedCall listener(false);
  Capture capture(listener);
  const AcceleratorOptions options = capsule_tests::options("software");
  const auto device = capture.recorded(fails_at(fails))(options);
  const std::vector<double> start = capsule_tests::field(ProblemArray::f, 12, 10);
  try {
    capture.begin_step(4);
    device->post(tile_in(0), {device->post_load({Bank::f, 0, 0, words}, start.data(), {})});
    device->wait();
    capture.begin_step(5);
    for (int block = 0; block < 3; ++block) device->post(tile_in(0), {});
    device->wait();
    capture.begin_step(6);
    for (int block = 0; block < 2; ++block) {
      device->post(tile_in(0), {});
      device->wait();
    }
  } catch (const DeviceError&) {
  }
  return *listener.found();
}

TEST(FailingGroup, HasTheCallsOfOneWaitAndTheirStep) {
  struct Case {
    std::int64_t fails, step, first_block;
    std::size_t commands;
  };
  for (const Case& at : {Case{2, 5, 0, 3}, Case{4, 6, 0, 1}, Case{5, 6, 1, 1}}) {
    const Capsule all = kept(at.fails);
    ASSERT_EQ(all.origin.step, 4);
    const Capsule group = failing_group(all, all.device, fails_at(at.fails));
    EXPECT_EQ(group.origin.step, at.step) << at.fails;
    EXPECT_EQ(group.origin.first_block, at.first_block) << at.fails;
    EXPECT_EQ(command_count(group), at.commands) << at.fails;
    for (const CapsuleCall& call : group.calls) EXPECT_EQ(call.kind, Kind::command);
    ASSERT_EQ(group.contents.size(), 1u);
    EXPECT_EQ(group.contents[0].words.size(), static_cast<std::size_t>(words));
    // The words are those after all commands before it.
    const auto device = make_accelerator(all.device);
    Capsule before = all;
    while (before.calls.back().kind == Kind::command) before.calls.pop_back();
    before.calls.push_back({Kind::store, {}, {Bank::f, 0, 0, words}, {}, std::vector<double>(words)});
    EXPECT_TRUE(same_bits(group.contents[0].words, play(before, *device).calls.back().data));
  }
}

// Where a new device makes the calls, or fails at earlier ones, nothing shorter is known.
TEST(FailingGroup, IsAllThatWasKeptWhereItDoesNotFailAgain) {
  const Capsule all = kept(4);
  EXPECT_EQ(failing_group(all, all.device, fails_at(99)).calls.size(), all.calls.size());
}

TEST(FailingGroup, IsAllOfOneWait) {
  Capsule all = kept(0);
  const Capsule group = failing_group(all, all.device, fails_at(0));
  EXPECT_EQ(group.calls.size(), 2u);
  EXPECT_TRUE(group.contents.empty());
}

}  // namespace
}  // namespace stencil
