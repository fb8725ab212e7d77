// A mixed device, with models on both sides, hands over words, weights, change, counters; and a device that loses
// one of them is named.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/mixed/mixed_device.hpp"
#include "sim/device/model/model_device.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/sim/device/accelerator/forwarding_device.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

constexpr std::int64_t rows = 9, cols = 8, words = rows * cols;

Capabilities small() {
  return capabilities_of(find_configuration("small"));
}

// The first side of a mixed device; a call of it may be spoiled.
class Spoiled final : public ForwardingDevice {
 public:
  Spoiled(std::function<void(Burst&)> spoil, std::function<bool(std::uint32_t)> drops)
      : ForwardingDevice(std::make_unique<ModelDevice>(small())), spoil_(std::move(spoil)), drops_(std::move(drops)) {}
  void post(const Burst& burst) override {
    Burst other = burst;
    if (spoil_) spoil_(other);
    ForwardingDevice::post(other);
  }
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override {
    if (drops_ && drops_(address)) address = contract::REG_TILE, value = 0;
    ForwardingDevice::post_register_write(address, value, after);
  }

 private:
  std::function<void(Burst&)> spoil_;
  std::function<bool(std::uint32_t)> drops_;
};

struct Machine {
  explicit Machine(std::unique_ptr<Device> first, bool buffers_stay = true)
      : between(0.5, buffers_stay),
        device(
            "mixed", "small",
            std::make_unique<MixedDevice>(std::move(first), std::make_unique<ModelDevice>(small()), small(), between),
            {}) {}

  void load() {
    for (std::int64_t i = 0; i < words; ++i) f.push_back(0.25 * static_cast<double>(i * i % 17)), r.push_back(0.5);
    device.load(Bank::f, 0, f.data(), words);
    device.load(Bank::r, 0, r.data(), words);
    device.wait();
  }
  void sweep(bool own_weights = false) {
    SweepCommand command;
    command.rows = rows;
    command.cols = cols;
    command.niter = 2;
    command.weights = JacobiWeights{1.0, 1.0, 0.25};
    command.own_weights = own_weights;
    device.start(command);
    device.wait();
  }
  std::vector<double> stored() {
    std::vector<double> out(words);
    device.store(Bank::f, 0, out.data(), words);
    device.wait();
    return out;
  }

  DeviceSwitch between;
  PlatformAccelerator device;
  std::vector<double> f, r;
};

std::unique_ptr<Device> model() {
  return std::make_unique<ModelDevice>(small());
}

TEST(Handover, KeepsWordsWeightsChangeAndCounts) {
  Machine pure(model()), mixed(model());
  std::vector<double> expected, got;
  for (Machine* machine : {&pure, &mixed}) {
    const bool switches = machine == &mixed;
    machine->load();
    if (switches) machine->between.to(false);
    machine->device.reset_change();
    machine->sweep();
    const double first = machine->device.change();
    if (switches) machine->between.to(true);
    machine->sweep(true);  // smaller changes, with the weights of the command before
    EXPECT_EQ(machine->device.change(), first) << "the largest since the reset, of another device";
    if (switches) machine->between.to(false);
    (switches ? got : expected) = machine->stored();
    machine->device.reset_change();
    EXPECT_EQ(machine->device.change(), 0.0);
  }
  EXPECT_EQ(got, expected);
  EXPECT_EQ(mixed.device.cycles().total(), pure.device.cycles().total());
  EXPECT_EQ(mixed.device.cycles().model.total(), pure.device.cycles().total());
  EXPECT_EQ(mixed.device.cycles().compute, pure.device.cycles().compute);
  pure.device.audit();
  mixed.device.audit();
  for (const DmaField& field : dma_fields)
    EXPECT_EQ(mixed.device.dma_busy().*field.member, pure.device.dma_busy().*field.member) << field.name;
  EXPECT_EQ(mixed.between.cost().switches, 3);
  EXPECT_EQ(mixed.between.cost().words, 3 * 2 * words);
  EXPECT_GT(mixed.between.cost().rtl_cycles, 0);
  EXPECT_EQ(pure.between.cost().rtl_cycles, 0);
}

TEST(Handover, NamesTheWordThatIsLost) {
  bool begins = false;
  std::vector<double> other(words, 7.0);
  Machine mixed(std::make_unique<Spoiled>(
      [&](Burst& burst) {
        if (begins && burst.to_device && burst.address >= contract::base_r)
          burst.host = reinterpret_cast<unsigned char*>(other.data());
      },
      nullptr));
  mixed.load();
  mixed.between.to(false);
  begins = true;
  EXPECT_EQ(test::refusal<DeviceError>([&] { mixed.between.to(true); }),
            "handover to the RTL: word 0 of r buffer 0 is 0x401c000000000000, must be 0x3fe0000000000000");
}

TEST(Handover, WhatIsNotHandedOverIsSeenInTheResult) {
  for (const bool stays : {true, false}) {
    Machine pure(model()), mixed(model(), stays);
    for (Machine* machine : {&pure, &mixed}) machine->load();
    mixed.between.to(false);
    EXPECT_EQ(mixed.stored() == pure.stored(), stays);
    EXPECT_EQ(mixed.between.cost().words > 0, stays);
  }
}

TEST(Handover, ComparesTheCountersOfEachSegment) {
  bool begins = false;
  Machine mixed(std::make_unique<Spoiled>(
      nullptr, [&](std::uint32_t address) { return begins && address == contract::REG_CONTROL; }));
  mixed.load();
  mixed.between.to(false);
  mixed.load();
  begins = true;  // the counters are not cleared: they hold the first segment too
  mixed.between.to(true);
  mixed.load();
  EXPECT_NE(test::refusal<DeviceError>([&] { mixed.between.to(false); }).find("audit: register"), std::string::npos);
}

}  // namespace
}  // namespace stencil
