// A Verilated device that is watched: every edge is shown, rules are kept on both sides, and no cycle changes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/checking/poison.hpp"
#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/model/model_device.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

struct Count {
  std::int64_t edges = 0;
  std::int64_t reset_edges = 0;
  std::int64_t data_handshakes = 0;
};

class Counter final : public PinWatcher {
 public:
  explicit Counter(Count& count) : count_(count) {}
  void reset_edge(const PortPins&, int number) override { EXPECT_EQ(number, count_.reset_edges++); }
  void edge(const PortPins& pins, std::int64_t cycle) override {
    EXPECT_EQ(cycle, count_.edges++);
    const WritePins& write = pins.data.write_data;
    const ReadPins& read = pins.data.read_data;
    count_.data_handshakes += (write.valid && write.ready) + (read.valid && read.ready);
  }

 private:
  Count& count_;
};

TEST(WatchedDevice, ShowsEveryEdge) {
  const auto device = make_verilated_device(find_configuration("small"));
  Count count;
  device->watch(std::make_unique<Counter>(count));
  device->reset();
  EXPECT_EQ(count.reset_edges, 8);
  std::vector<double> words(100, 1.0);
  Burst burst;
  burst.host = reinterpret_cast<unsigned char*>(words.data());
  burst.length_words = 100;
  device->post(burst);
  burst.to_device = false;
  device->post(burst);
  WaitFor done;
  done.bursts = true;
  device->run(done);
  device->tick_cycles(5);
  EXPECT_EQ(count.edges, device->now());
  EXPECT_EQ(count.data_handshakes, 200);
  device->watch(nullptr);
  device->tick_cycles(5);
  EXPECT_LT(count.edges, device->now());
}

TEST(WatchedDevice, WhatTheWatcherThrowsEndsTheRun) {
  class Thrower final : public PinWatcher {
    void reset_edge(const PortPins&, int) override {}
    void edge(const PortPins&, std::int64_t cycle) override {
      if (cycle == 3) break_rule(BusRule::valid_held, Channel::read_data, cycle, "test");
    }
  };
  const auto device = make_verilated_device(find_configuration("small"));
  device->watch(std::make_unique<Thrower>());
  EXPECT_THROW(device->tick_cycles(10), DeviceError);
  EXPECT_EQ(device->now(), 3);
}

TEST(WatchedDevice, AModelHasNoPins) {
  ModelDevice model(capabilities_of(find_configuration("small")));
  EXPECT_THROW(model.watch(nullptr), ArgumentError);
}

// Calls with all checks on, and with none.
class Checking : public ::testing::TestWithParam<const char*> {};

TEST_P(Checking, ChangesNoBitNoCycleAndNoDigest) {
  std::vector<HandshakeDigests> digests;
  std::vector<std::int64_t> cycles;
  std::vector<std::vector<double>> results;
  for (const bool checks : {false, true}) {
    AcceleratorOptions options;
    options.config = GetParam();
    options.digest = true;
    if (checks) options.checking = all_checks();
    options.checking.poison_words /= 16;
    options.link = {16, 4, 7};  // short bursts, beats that wait
    const auto device = make_accelerator(options);
    std::vector<double> f(700), r(700, 0.5);
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = 1.0 / static_cast<double>(i + 1);
    device->load(Bank::r, 0, r.data(), 700);
    device->load(Bank::f, 3, f.data(), 697);
    device->load(Bank::f, 0, f.data(), 3);
    device->start(SweepCommand{20, 35, 6, JacobiWeights{0.25, 0.25, 0.25}});
    device->store(Bank::f, 0, f.data(), 700);
    device->wait();
    device->audit();
    digests.push_back(device->handshake_digests());
    cycles.push_back(device->cycles().total());
    results.push_back(f);
  }
  EXPECT_EQ(digests[0].with_cycles, digests[1].with_cycles);
  EXPECT_EQ(cycles[0], cycles[1]);
  EXPECT_EQ(results[0], results[1]);
}

INSTANTIATE_TEST_SUITE_P(Widths, Checking, ::testing::Values("small", "wide-bus"));

TEST(WatchedDevice, PoisonShowsInAWordThatNobodyLoaded) {
  AcceleratorOptions options;
  options.config = "small";
  options.checking.poison_words = 50;
  const auto device = make_accelerator(options);
  std::vector<double> words(51);
  device->post_store({Bank::r, 1, 0, 51}, words.data(), {});
  device->wait();
  EXPECT_EQ(poison_text(bits_of(words[49])), "word 49 of r buffer 1 before the first load");
  EXPECT_EQ(poison_text(bits_of(words[50])), std::nullopt);
}

}  // namespace
}  // namespace stencil
