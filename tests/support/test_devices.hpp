// Devices for tests: software with a clock, and one that goes wrong on command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

#include "host/base/errors.hpp"
#include "host/device/accelerator.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil::testing_support {

// Forwards every call; derived devices override some.
class WrappedDevice : public Accelerator {
 public:
  explicit WrappedDevice(std::unique_ptr<Accelerator> inner) : inner_(std::move(inner)) {}
  const Capabilities& capabilities() const override { return inner_->capabilities(); }
  CycleCounts cycles() const override { return inner_->cycles(); }
  DmaCycles dma_busy() const override { return inner_->dma_busy(); }
  std::int64_t bursts_of(const Place& place) const override { return inner_->bursts_of(place); }

 protected:
  void do_load(Ticket, const Place& place, const double* source, const After& after) override {
    inner_->post_load(place, source, after);
  }
  void do_command(Ticket, const DeviceCommand& command, const After& after) override { inner_->post(command, after); }
  void do_store(Ticket, const Place& place, double* target, const After& after) override {
    inner_->post_store(place, target, after);
  }
  std::vector<CycleCounts> do_wait() override {
    inner_->wait();
    return inner_->sweep_ends();
  }
  double do_change() override { return inner_->change(); }
  void do_reset_change() override { inner_->reset_change(); }
  void do_set_weight(Weight weight, double value) override { inner_->set_weight(weight, value); }
  double do_weight(Weight weight) override { return inner_->weight(weight); }

  std::unique_ptr<Accelerator> inner_;
};

// A clock that is easy to predict: a cycle per word moved, a cycle per point and sweep, 10 idle cycles per command.
class ClockedDevice final : public WrappedDevice {
 public:
  explicit ClockedDevice(std::unique_ptr<Accelerator> inner)
      : WrappedDevice(std::move(inner)), capabilities_(inner_->capabilities()) {
    capabilities_.timed = true;
  }
  const Capabilities& capabilities() const override { return capabilities_; }
  CycleCounts cycles() const override { return cycles_; }

 private:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override {
    cycles_.load += place.length_words;
    cycles_.ideal += place.length_words;
    WrappedDevice::do_load(ticket, place, source, after);
  }
  void do_store(Ticket ticket, const Place& place, double* target, const After& after) override {
    cycles_.store += place.length_words;
    cycles_.ideal += place.length_words;
    WrappedDevice::do_store(ticket, place, target, after);
  }
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    const CommandBlock block = command_block(command);
    compute(block.rows * block.cols * block.sweeps);
    WrappedDevice::do_command(ticket, command, after);
  }
  std::vector<CycleCounts> do_wait() override {
    inner_->wait();
    return std::exchange(posted_ends_, {});
  }
  void compute(std::int64_t points) {
    cycles_.compute += points;
    cycles_.idle += 10;
    cycles_.ideal += points;
    cycles_.model.compute += points;
    posted_ends_.push_back(cycles_);
  }

  Capabilities capabilities_;
  CycleCounts cycles_;
  std::vector<CycleCounts> posted_ends_;
};

// Takes every call and moves no data: the counts of a clock around it are a prediction.
class IdleDevice final : public Accelerator {
 public:
  explicit IdleDevice(const Capabilities& capabilities) : capabilities_(capabilities) {}
  const Capabilities& capabilities() const override { return capabilities_; }
  CycleCounts cycles() const override { return {}; }

 private:
  void do_load(Ticket, const Place&, const double*, const After&) override {}
  void do_command(Ticket, const DeviceCommand&, const After&) override {}
  void do_store(Ticket, const Place&, double*, const After&) override {}
  std::vector<CycleCounts> do_wait() override { return {}; }
  double do_change() override { return 0.0; }
  void do_reset_change() override {}

  Capabilities capabilities_;
};

// Runs correctly until command number `at` (from 0), where it fails. A bit is flipped in a device that works at once;
// in one that posts its calls the cell becomes a NaN that no device computes.
class FaultyDevice final : public WrappedDevice {
 public:
  enum class Fault { flip_bit, fail, miscount };

  FaultyDevice(std::unique_ptr<Accelerator> inner, Fault fault, std::int64_t at)
      : WrappedDevice(std::move(inner)), fault_(fault), at_(at) {}

  // As if the device went on counting between the blocks.
  CycleCounts cycles() const override {
    CycleCounts counts = inner_->cycles();
    if (fault_ == Fault::miscount) counts.idle += ++reads_;
    return counts;
  }

 private:
  bool is_it_now() {
    const bool now = started_++ == at_;
    if (now && fault_ == Fault::fail) throw DeviceError("test device: no answer to start within 1000 cycles");
    return now;
  }

  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    const bool now = is_it_now();
    WrappedDevice::do_command(ticket, command, after);
    if (!now || fault_ != Fault::flip_bit) return;
    // The least significant bit of the cell in the middle of the block.
    const CommandBlock block = command_block(command);
    const Place cell{Bank::f, block.f_buffer, block.rows / 2 * block.cols + block.cols / 2, 1};
    const double foreign = from_bits(canonical_nan_bits | 0xbad);
    double& kept = cells_.emplace_back(foreign);
    inner_->post_store(cell, &kept, {});
    const bool at_once = bits_of(kept) != bits_of(foreign);
    double& wrong = cells_.emplace_back(at_once ? from_bits(bits_of(kept) ^ 1) : foreign);
    inner_->post_load(cell, &wrong, {});
  }

  Fault fault_;
  std::int64_t at_;
  std::int64_t started_ = 0;
  std::deque<double> cells_;  // of posted calls: they stay where they are
  mutable std::int64_t reads_ = 0;
};

}  // namespace stencil::testing_support
