// Devices for tests: software with a clock, and one that goes wrong on command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "host/accelerator.hpp"
#include "host/errors.hpp"

namespace stencil::testing_support {

// Forwards everything; the others override what they change.
class WrappedDevice : public Accelerator {
 public:
  explicit WrappedDevice(std::unique_ptr<Accelerator> inner) : inner_(std::move(inner)) {}
  const Capabilities& capabilities() const override { return inner_->capabilities(); }
  void load(Bank bank, std::int64_t offset, const double* source, std::int64_t length) override {
    inner_->load(bank, offset, source, length);
  }
  void store(Bank bank, std::int64_t offset, double* target, std::int64_t length) override {
    inner_->store(bank, offset, target, length);
  }
  void start(const SweepCommand& command) override { inner_->start(command); }
  void wait() override { inner_->wait(); }
  CycleCounts cycles() const override { return inner_->cycles(); }
  TrafficCounts traffic() const override { return inner_->traffic(); }

 protected:
  std::unique_ptr<Accelerator> inner_;
};

// A clock that is simple to predict: a cycle a word moved, a cycle a point and sweep, 10 idle a command.
class ClockedDevice final : public WrappedDevice {
 public:
  explicit ClockedDevice(std::unique_ptr<Accelerator> inner)
      : WrappedDevice(std::move(inner)), capabilities_(inner_->capabilities()) {
    capabilities_.timed = true;
  }
  const Capabilities& capabilities() const override { return capabilities_; }
  void load(Bank bank, std::int64_t offset, const double* source, std::int64_t length) override {
    inner_->load(bank, offset, source, length);
    cycles_.load += length;
    cycles_.ideal += length;
  }
  void store(Bank bank, std::int64_t offset, double* target, std::int64_t length) override {
    inner_->store(bank, offset, target, length);
    cycles_.store += length;
    cycles_.ideal += length;
  }
  void start(const SweepCommand& command) override {
    inner_->start(command);
    const std::int64_t points = command.rows * command.cols * command.niter;
    cycles_.compute += points;
    cycles_.idle += 10;
    cycles_.ideal += points;
    cycles_.model += points;
  }
  CycleCounts cycles() const override { return cycles_; }

 private:
  Capabilities capabilities_;
  CycleCounts cycles_;
};

// Runs well until command number `at` (from 0), where it goes wrong.
class FaultyDevice final : public WrappedDevice {
 public:
  enum class Fault { flip_bit, fail, miscount };

  FaultyDevice(std::unique_ptr<Accelerator> inner, Fault fault, std::int64_t at)
      : WrappedDevice(std::move(inner)), fault_(fault), at_(at) {}

  void start(const SweepCommand& command) override {
    const bool now = started_++ == at_;
    if (now && fault_ == Fault::fail) throw DeviceError("test device: no answer to start within 1000 cycles");
    inner_->start(command);
    if (!now || fault_ != Fault::flip_bit) return;
    // The least bit of the cell in the middle of the block.
    const std::int64_t word = command.rows / 2 * command.cols + command.cols / 2;
    double value = 0.0;
    inner_->store(Bank::f, word, &value, 1);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    bits ^= 1;
    std::memcpy(&value, &bits, sizeof bits);
    inner_->load(Bank::f, word, &value, 1);
  }

  // As if the device went on counting between the blocks.
  CycleCounts cycles() const override {
    CycleCounts counts = inner_->cycles();
    if (fault_ == Fault::miscount) counts.idle += ++reads_;
    return counts;
  }

 private:
  Fault fault_;
  std::int64_t at_;
  std::int64_t started_ = 0;
  mutable std::int64_t reads_ = 0;
};

}  // namespace stencil::testing_support
