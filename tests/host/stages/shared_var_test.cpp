// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/shared_var.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "host/stages/memory/shared_array.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::FakeAccelerator;
using test::refusal;

TEST(SharedVar, IsARegisterOfTheDevice) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  double beta = 0.25;
  SharedVar shared(memory, "beta", beta);
  EXPECT_EQ(shared.name(), "beta");
  EXPECT_EQ(shared.bytes(shared.all()), 8);
  EXPECT_EQ(device.weight(Weight::beta), 0.0);
  Stage use("use", Side::device, {}, [&] { EXPECT_EQ(device.weight(Weight::beta), 0.25); }, {reads(shared)});
  runStage(use);
  device.set_weight(Weight::beta, 8.0);
  Stage keep("keep", Side::device, {}, [&] { EXPECT_EQ(device.weight(Weight::beta), 8.0) << "copied in vain"; },
             {reads(shared)});
  runStage(keep);
}

TEST(SharedVar, ComesBackWhereTheDeviceHasSetIt) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  double rdx2 = 1.0;
  SharedVar shared(memory, Weight::rdx2, rdx2, Contents::none);
  Stage set("set", Side::device, {}, [&] { device.set_weight(Weight::rdx2, 3.5); }, {overwrites(shared)});
  Stage look("look", Side::host, [&] { EXPECT_EQ(rdx2, 3.5); }, {}, {reads(shared)});
  runStage(set);
  runStage(look);
  EXPECT_EQ(rdx2, 3.5);
}

// A register is accessed with no call in flight, after waiting for copies posted for the same stage.
TEST(SharedVar, WaitsForCopiesOfItsStage) {
  FakeAccelerator device(100, 100, FakeAccelerator::Happens::at_wait);
  DeviceMemory memory(device);
  std::vector<double> host(4, 2.0);
  double rdy2 = 4.0;
  SharedArray array(memory, "a", host.data(), 4, 1, Bank::f, 0, 0);
  SharedVar shared(memory, Weight::rdy2, rdy2);
  Stage use("use", Side::device, {},
            [&] {
              EXPECT_EQ(device.weight(Weight::rdy2), 4.0);
              EXPECT_EQ(device.f[0][3], 2.0);
            },
            {reads(array), reads(shared)});
  runStage(use);
}

TEST(SharedVar, HasItsRegisterAlone) {
  FakeAccelerator device(100);
  DeviceMemory memory(device);
  double value = 1.0;
  auto first = std::make_unique<SharedVar>(memory, "rdx2", value);
  EXPECT_EQ(refusal([&] { SharedVar(memory, "rdx2", value); }),
            "rdx2: the register rdx2 must not be that of another datum too");
  EXPECT_EQ(
      refusal([&] { SharedVar(memory, "rdy2", value); }),
      "rdy2: bytes [0, 8) of its memory on the host are bytes [0, 8) of rdx2, must not be those of another datum");
  double other = 1.0;
  EXPECT_EQ(refusal([&] { SharedVar(memory, "rdy2", other); }), "accepted");
  first.reset();
  EXPECT_EQ(refusal([&] { SharedVar(memory, "rdx2", value); }), "accepted");
  EXPECT_EQ(
      refusal([&] { SharedVar(memory, "gamma", value); }),
      "symbol is \"gamma\", must be rdx2, rdy2, beta, aN, aS, aW, aE, aC, n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, "
      "n10, n11, n12, n13, n14 or n15");
}

}  // namespace
}  // namespace stencil
