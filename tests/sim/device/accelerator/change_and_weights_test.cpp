// The change of a sweep and the device's own weights, the same on every accelerator.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "models/jacobi.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/model/model_device.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

std::unique_ptr<Accelerator> make(const std::string& accel, const std::string& config) {
  AcceleratorOptions options;
  options.accel = accel;
  options.config = config;
  return make_accelerator(options);
}

// A block that is a whole field.
struct Block {
  SweepCommand command;
  std::vector<double> f, r;

  std::int64_t words() const { return command.rows * command.cols; }
  double change() const {
    std::vector<double> field = f;
    LargestChange change;
    golden_sweeps(command.rows, command.cols, field.data(), r.data(), command.weights, command.niter, &change);
    return change.value();
  }
};

// Neighbours that cancel, subnormals, signed zeros; if `odd`, infinities and NaN too.
Block any_block(std::mt19937_64& random, bool odd) {
  const auto below = [&](std::int64_t bound) {
    return static_cast<std::int64_t>(random() % static_cast<unsigned>(bound));
  };
  Block block;
  block.command.rows = 1 + below(24);
  block.command.cols = 1 + below(30);
  block.command.niter = 1 + below(11);
  JacobiWeights weights;
  weights.rdx2 = 0.25;
  weights.rdy2 = below(2) ? 0.25 : 0.75;
  weights.beta = below(3) ? 1.0 : 2.5;  // later sweeps change more
  block.command.weights = weights;
  const std::int64_t kind = below(3);
  for (std::vector<double>* field : {&block.f, &block.r})
    for (std::int64_t i = 0; i < block.words(); ++i) {
      double value = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
      if (kind == 1) value = std::numeric_limits<double>::denorm_min() * static_cast<double>(below(100));
      if (kind == 2 && field == &block.f) value = below(2) ? -0.0 : 0.0;
      if (odd && below(60) == 0) value = below(2) ? std::numeric_limits<double>::infinity() : -1e308 * 10.0;
      if (odd && below(200) == 0) value = -std::numeric_limits<double>::quiet_NaN();
      field->push_back(value);
    }
  return block;
}

class ChangeAndWeights : public ::testing::TestWithParam<std::string> {};

TEST_P(ChangeAndWeights, EveryAcceleratorSaysTheGoldenChange) {
  std::vector<std::unique_ptr<Accelerator>> devices;
  for (const char* accel : {"rtl", "model", "software"}) devices.push_back(make(accel, GetParam()));
  std::mt19937_64 random(41);
  std::uint64_t expected = 0;
  int zeros = 0, subnormals = 0, numbers = 0, nans = 0;
  for (int round = 0; round < 60; ++round) {
    const Block block = any_block(random, round % 4 == 0);
    expected = std::max(expected, bits_of(block.change()));  // the order of magnitudes is the order of their bits
    const bool reset = random() % 2 == 0;
    for (const auto& device : devices) {
      device->load(Bank::f, 0, block.f.data(), block.words());
      device->load(Bank::r, 0, block.r.data(), block.words());
      device->start(block.command);
      device->wait();
      ASSERT_EQ(bits_of(device->change()), expected)
          << device->capabilities().accel << ", round " << round << ", seed 41: " << block.command.rows << " x "
          << block.command.cols << ", " << block.command.niter << " sweeps";
      if (reset) device->reset_change();
    }
    const double value = from_bits(expected);
    ++(value == 0.0 ? zeros : value < 1e-307 ? subnormals : value == value ? numbers : nans);
    if (reset) expected = 0;
  }
  for (const int count : {zeros, subnormals, numbers, nans}) EXPECT_GT(count, 2);
  EXPECT_EQ(devices[0]->cycles().total(), devices[1]->cycles().total());
  EXPECT_EQ(devices[0]->cycles().total(), devices[0]->cycles().model.total());
  for (const auto& device : devices) device->audit();
}

TEST_P(ChangeAndWeights, WeightsStayUntilASweepBringsOthers) {
  for (const char* accel : {"rtl", "model", "software"}) {
    SCOPED_TRACE(accel);
    const auto device = make(accel, GetParam());
    const Weight all[] = {Weight::rdx2, Weight::rdy2, Weight::beta};
    for (const Weight weight : all) EXPECT_EQ(bits_of(device->weight(weight)), 0u);
    const double values[] = {-0.0, 1e-310, 2.5};
    for (int i = 0; i < 3; ++i) device->set_weight(all[i], values[i]);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(bits_of(device->weight(all[i])), bits_of(values[i]));
    device->start(SweepCommand{3, 3, 1, JacobiWeights{4.0, 5.0, 6.0}});
    device->wait();
    EXPECT_EQ(device->weight(Weight::rdx2), 4.0);
    EXPECT_EQ(device->weight(Weight::rdy2), 5.0);
    EXPECT_EQ(device->weight(Weight::beta), 6.0);
    // A single sweep of one point, 3 columns by 3 rows: its bits tell which weights were used.
    std::vector<double> f(9, 1.0), r(9, 0.0);
    device->set_weight(Weight::beta, 0.125);
    device->load(Bank::f, 0, f.data(), 9);
    device->load(Bank::r, 0, r.data(), 9);
    device->start(SweepCommand{3, 3, 1, JacobiWeights{4.0, 5.0, 6.0}});
    device->store(Bank::f, 0, f.data(), 9);
    device->wait();
    EXPECT_EQ(f[4], 18.0 * 6.0) << "the command's own, not those of before";
    device->audit();
  }
}

TEST_P(ChangeAndWeights, ASweepWithTheWeightsThatAreThereWritesNone) {
  for (const char* accel : {"rtl", "model"}) {
    SCOPED_TRACE(accel);
    const auto device = make(accel, GetParam());
    const auto cost = [&](double beta) {
      const std::int64_t before = device->cycles().total();
      device->start(SweepCommand{5, 5, 2, JacobiWeights{4.0, 5.0, beta}});
      device->wait();
      return device->cycles().total() - before;
    };
    cost(6.0);
    const std::int64_t none = cost(6.0), one = cost(7.0);
    EXPECT_GT(one, none);
    device->set_weight(Weight::beta, 8.0);
    EXPECT_EQ(cost(8.0), none);
    device->set_weight(Weight::beta, 9.0);
    EXPECT_EQ(cost(8.0), one);
  }
}

TEST_P(ChangeAndWeights, OnlyWithNothingPosted) {
  for (const char* accel : {"rtl", "model", "software"}) {
    SCOPED_TRACE(accel);
    const auto device = make(accel, GetParam());
    const std::string posted = ": calls are posted and not waited for, there must be none";
    device->start(SweepCommand{3, 3, 1, JacobiWeights{1.0, 1.0, 1.0}});
    EXPECT_EQ(refusal([&] { return device->change(); }), "change" + posted);
    EXPECT_EQ(refusal([&] { device->reset_change(); }), "reset_change" + posted);
    EXPECT_EQ(refusal([&] { device->set_weight(Weight::beta, 1.0); }), "set_weight" + posted);
    EXPECT_EQ(refusal([&] { return device->weight(Weight::beta); }), "weight" + posted);
    device->wait();
    EXPECT_EQ(refusal([&] { return device->change(); }), "accepted");
    SweepCommand first{4, 3, 1, JacobiWeights{1.0, 1.0, 1.0}}, last = first;
    first.below = last.above = true;
    device->start(first);
    device->wait();
    device->reset_change();
    EXPECT_EQ(refusal([&] { device->start(last); }), "accepted") << "the chain goes on";
    device->start(first);
    device->wait();
    device->set_weight(Weight::rdy2, 1.0);
    EXPECT_NE(refusal([&] { device->start(last); }), "accepted") << "the chain is broken";
    device->wait();
  }
}

INSTANTIATE_TEST_SUITE_P(Configurations, ChangeAndWeights, ::testing::Values("small", "wide-bus", "wide"),
                         [](const auto& test) { return test.param == "wide-bus" ? "wide_bus" : test.param; });

// A model whose KERNELS lacks the change bit.
class WithoutChange final : public Device {
 public:
  explicit WithoutChange(const Capabilities& capabilities) : inner_(capabilities) {}
  std::int64_t data_bits() const override { return inner_.data_bits(); }
  void reset() override { inner_.reset(); }
  void set_timing(const BusTiming& timing) override { inner_.set_timing(timing); }
  void set_settle_cycles(std::int64_t cycles) override { inner_.set_settle_cycles(cycles); }
  void post(const Burst& burst) override { inner_.post(burst); }
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override {
    EXPECT_NE(address, contract::REG_CHANGE);
    inner_.post_register_write(address, value, after);
  }
  void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) override {
    EXPECT_NE(address, contract::REG_CHANGE);
    if (address == contract::REG_KERNELS) kernels_ = result;
    inner_.post_register_read(address, result, after);
  }
  void run(const WaitFor& wait) override {
    inner_.run(wait);
    if (kernels_) *kernels_ = contract::kernel_jacobi;
    kernels_ = nullptr;
  }
  void tick_cycles(std::int64_t cycles) override { inner_.tick_cycles(cycles); }
  std::int64_t now() const override { return inner_.now(); }
  const DeviceCounts& counts() const override { return inner_.counts(); }
  std::vector<DeviceCounts> take_sweep_ends() override { return inner_.take_sweep_ends(); }
  double measure_rate() override { return 1.0; }

 private:
  ModelDevice inner_;
  std::uint64_t* kernels_ = nullptr;
};

TEST(Change, IsRefusedByADeviceThatDoesNotMeasureIt) {
  const Capabilities capabilities = capabilities_of(find_configuration("small"));
  PlatformAccelerator device("rtl", "small", std::make_unique<WithoutChange>(capabilities), {});
  EXPECT_FALSE(device.capabilities().measures_change);
  const std::string text = "accelerator rtl of configuration small does not measure the change of a sweep";
  EXPECT_EQ(refusal([&] { return device.change(); }), text);
  EXPECT_EQ(refusal([&] { device.reset_change(); }), text);
  device.set_weight(Weight::beta, 2.0);
  EXPECT_EQ(device.weight(Weight::beta), 2.0);
}

}  // namespace
}  // namespace stencil
