// Devices for tests: software with a clock, and one that goes wrong on command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "host/device/accelerator.hpp"
#include "host/base/errors.hpp"

namespace stencil::testing_support {

// Forwards everything; the others override what they change.
class WrappedDevice : public Accelerator {
 public:
  explicit WrappedDevice(std::unique_ptr<Accelerator> inner) : inner_(std::move(inner)) {}
  const Capabilities& capabilities() const override { return inner_->capabilities(); }
  Ticket post_load(const Place& place, const double* source, const After& after) override {
    return inner_->post_load(place, source, after);
  }
  Ticket post_sweep(const SweepCommand& command, const After& after) override {
    return inner_->post_sweep(command, after);
  }
  Ticket post_tile(const TileCommand& command, const After& after) override {
    return inner_->post_tile(command, after);
  }
  Ticket post_store(const Place& place, double* target, const After& after) override {
    return inner_->post_store(place, target, after);
  }
  void wait() override { inner_->wait(); }
  double change() override { return inner_->change(); }
  void reset_change() override { inner_->reset_change(); }
  void set_weight(Weight weight, double value) override { inner_->set_weight(weight, value); }
  double weight(Weight weight) override { return inner_->weight(weight); }
  CycleCounts cycles() const override { return inner_->cycles(); }
  const std::vector<CycleCounts>& sweep_ends() const override { return inner_->sweep_ends(); }
  TrafficCounts traffic() const override { return inner_->traffic(); }
  DmaCycles dma_busy() const override { return inner_->dma_busy(); }

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
  Ticket post_load(const Place& place, const double* source, const After& after) override {
    cycles_.load += place.length_words;
    cycles_.ideal += place.length_words;
    return inner_->post_load(place, source, after);
  }
  Ticket post_store(const Place& place, double* target, const After& after) override {
    cycles_.store += place.length_words;
    cycles_.ideal += place.length_words;
    return inner_->post_store(place, target, after);
  }
  Ticket post_sweep(const SweepCommand& command, const After& after) override {
    compute(command.rows * command.cols * command.niter);
    return inner_->post_sweep(command, after);
  }
  Ticket post_tile(const TileCommand& command, const After& after) override {
    compute(command.rows * command.cols * command.sweeps);
    return inner_->post_tile(command, after);
  }
  void wait() override {
    inner_->wait();
    sweep_ends_ = std::move(posted_ends_);
    posted_ends_.clear();
  }
  const std::vector<CycleCounts>& sweep_ends() const override { return sweep_ends_; }
  CycleCounts cycles() const override { return cycles_; }

 private:
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
  std::vector<CycleCounts> sweep_ends_;
};

// Takes every call and moves nothing: what a clock around it counts is a prediction.
class IdleDevice final : public Accelerator {
 public:
  explicit IdleDevice(const Capabilities& capabilities) : capabilities_(capabilities) {}
  const Capabilities& capabilities() const override { return capabilities_; }
  Ticket post_load(const Place&, const double*, const After&) override { return ++tickets_; }
  Ticket post_sweep(const SweepCommand&, const After&) override { return ++tickets_; }
  Ticket post_tile(const TileCommand&, const After&) override { return ++tickets_; }
  Ticket post_store(const Place&, double*, const After&) override { return ++tickets_; }
  void wait() override {}
  CycleCounts cycles() const override { return {}; }
  const std::vector<CycleCounts>& sweep_ends() const override { return none_; }
  TrafficCounts traffic() const override { return {}; }

 private:
  Capabilities capabilities_;
  Ticket tickets_ = 0;
  std::vector<CycleCounts> none_;
};

// Runs well until command number `at` (from 0), where it goes wrong. A bit is flipped in a device that works at once.
class FaultyDevice final : public WrappedDevice {
 public:
  enum class Fault { flip_bit, fail, miscount };

  FaultyDevice(std::unique_ptr<Accelerator> inner, Fault fault, std::int64_t at)
      : WrappedDevice(std::move(inner)), fault_(fault), at_(at) {}

  Ticket post_sweep(const SweepCommand& command, const After& after) override {
    const bool now = is_it_now();
    return spoil(now, command, inner_->post_sweep(command, after));
  }
  Ticket post_tile(const TileCommand& command, const After& after) override {
    const bool now = is_it_now();
    return spoil(now, command, inner_->post_tile(command, after));
  }
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

  template <class Command>
  Ticket spoil(bool now, const Command& command, Ticket ticket) {
    if (!now || fault_ != Fault::flip_bit) return ticket;
    // The least bit of the cell in the middle of the block.
    const Place cell{Bank::f, command.f_buffer, command.rows / 2 * command.cols + command.cols / 2, 1};
    double value = 0.0;
    inner_->post_store(cell, &value, {ticket});
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    bits ^= 1;
    std::memcpy(&value, &bits, sizeof bits);
    return inner_->post_load(cell, &value, {ticket});
  }

  Fault fault_;
  std::int64_t at_;
  std::int64_t started_ = 0;
  mutable std::int64_t reads_ = 0;
};

}  // namespace stencil::testing_support
