// Commands that sweep with the device's own weights, the same on every accelerator.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "host/device/accelerator.hpp"
#include "models/jacobi.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

class WeightsCase {
 public:
  explicit WeightsCase(Accelerator& device) : device_(device) {
    for (std::size_t i = 0; i < f_.size(); ++i) {
      f_[i] = static_cast<double>(i * i % 17) - 3.5;
      r_[i] = static_cast<double>(i % 5);
    }
    device_.load(Bank::f, 0, f_.data(), words);
    device_.load(Bank::r, 0, r_.data(), words);
    device_.wait();
  }

  void play() {
    expect_weights({0.0, 0.0, 0.0});
    sweep(own(1), {0.0, 0.0, 0.0});
    device_.set_weight(Weight::rdx2, 2.0);
    device_.set_weight(Weight::rdy2, 3.0);
    device_.set_weight(Weight::beta, 0.125);
    expect_weights({2.0, 3.0, 0.125});
    sweep(own(2), {2.0, 3.0, 0.125});

    device_.set_weight(Weight::beta, 0.25);
    sweep(own(1), {2.0, 3.0, 0.25});
    sweep(given(2, {1.5, 0.5, 0.75}), {1.5, 0.5, 0.75});
    expect_weights({1.5, 0.5, 0.75});
    // Posted together: the second command uses the weights that the first one sets.
    post(given(1, {0.5, 1.5, 0.5}), {0.5, 1.5, 0.5});
    post(own(3), {0.5, 1.5, 0.5});
    post(given(0, {9.0, 9.0, 9.0}), {0.5, 1.5, 0.5});
    post(own(1), {0.5, 1.5, 0.5});
    expect_same();
    expect_weights({0.5, 1.5, 0.5});

    chain();
  }

 private:
  static constexpr std::int64_t rows = 10, cols = 5, words = rows * cols;

  static SweepCommand given(std::int64_t niter, const JacobiWeights& weights) { return {rows, cols, niter, weights}; }
  static SweepCommand own(std::int64_t niter) {
    SweepCommand command = given(niter, {7.0, 8.0, 9.0});
    command.own_weights = true;
    return command;
  }
  void post(const SweepCommand& command, const JacobiWeights& weights) {
    device_.start(command);
    golden_sweeps(rows, cols, f_.data(), r_.data(), weights, command.niter);
  }
  void sweep(const SweepCommand& command, const JacobiWeights& weights) {
    post(command, weights);
    expect_same();
  }
  void expect_same() {
    std::vector<double> got(f_.size());
    device_.store(Bank::f, 0, got.data(), words);
    device_.wait();
    EXPECT_EQ(got, f_);
  }
  void expect_weights(const JacobiWeights& weights) {
    EXPECT_EQ(device_.weight(Weight::rdx2), weights.rdx2);
    EXPECT_EQ(device_.weight(Weight::rdy2), weights.rdy2);
    EXPECT_EQ(device_.weight(Weight::beta), weights.beta);
  }

  // Blocks of a chain may use its weights; a chain ends when one is set.
  void chain() {
    SweepCommand first = own(2), last = given(2, {0.5, 1.5, 0.5});
    first.rows = 5;
    first.below = last.above = true;
    last.rows = 1;
    EXPECT_EQ(refusal([&] { device_.start(first); }), "accepted");
    EXPECT_EQ(refusal([&] { device_.start(last); }), "accepted");
    EXPECT_EQ(refusal([&] { device_.start(first); }), "accepted");
    std::get<JacobiWeights>(last.weights).beta = 0.75;
    EXPECT_NE(refusal([&] { device_.start(last); }), "accepted");
    last.own_weights = true;
    EXPECT_EQ(refusal([&] { device_.start(last); }), "accepted");
    EXPECT_EQ(refusal([&] { device_.start(first); }), "accepted");
    device_.wait();
    device_.set_weight(Weight::beta, 0.5);
    EXPECT_NE(refusal([&] { device_.start(last); }), "accepted");
    device_.wait();
  }

  Accelerator& device_;
  std::vector<double> f_ = std::vector<double>(words), r_ = f_;
};

TEST(OwnWeights, AreThoseThatWereSetOrSweptWithLast) {
  for (const char* accel : {"rtl", "model", "software"}) {
    SCOPED_TRACE(accel);
    AcceleratorOptions options;
    options.accel = accel;
    options.config = "small";
    const auto device = make_accelerator(options);
    EXPECT_TRUE(device->capabilities().measures_change);
    WeightsCase(*device).play();
    device->audit();
  }
}

}  // namespace
}  // namespace stencil
