// A device and the timing model beside it: both get the same posts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "host/base/errors.hpp"
#include "sim/device/contract/call_error.hpp"
#include "sim/device/model/device_timing.hpp"

namespace stencil {

// Forwards every call to the device and, after predict(), to a DeviceTiming as well, which moves no data. A device that
// is a DeviceTiming is its own prediction.
class PredictedDevice final : public Device {
 public:
  explicit PredictedDevice(std::unique_ptr<Device> device)
      : device_(std::move(device)), prediction_(dynamic_cast<DeviceTiming*>(device_.get())) {}

  // Predicts from now on; the device must be idle.
  void predict(const Capabilities& capabilities, const BusTiming& timing) {
    if (prediction_) return;
    beside_ = std::make_unique<DeviceTiming>(capabilities);
    beside_->set_timing(timing);
    prediction_ = beside_.get();
    before_ = posted_;
  }
  // Only after predict().
  DeviceTiming& prediction() { return *prediction_; }
  const DeviceTiming& prediction() const { return *prediction_; }

  std::int64_t data_bits() const override { return device_->data_bits(); }
  void reset() override {
    device_->reset();
    if (beside_) beside_->reset();
    posted_ = before_ = {};
  }
  void set_timing(const BusTiming& timing) override {
    device_->set_timing(timing);
    if (beside_) beside_->set_timing(timing);
  }
  void set_settle_cycles(std::int64_t cycles) override {
    device_->set_settle_cycles(cycles);
    if (beside_) beside_->set_settle_cycles(cycles);
  }
  void post(const Burst& burst) override {
    ++(burst.to_device ? posted_.loads : posted_.stores);
    device_->post(burst);
    if (!beside_) return;
    Burst same = burst;
    same.after = since_before(burst.after);
    beside_->post(same);
  }
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override {
    ++posted_.registers;
    device_->post_register_write(address, value, after);
    if (beside_) beside_->post_register_write(address, value, since_before(after));
  }
  void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) override {
    ++posted_.registers;
    device_->post_register_read(address, result, after);
    if (beside_) beside_->post_register_read(address, &ignored_, since_before(after));
  }
  void run(const WaitFor& wait) override {
    device_->run(wait);
    if (!beside_) return;
    try {
      WaitFor same = wait;
      if (same.until) {
        same.until->loads -= before_.loads;
        same.until->stores -= before_.stores;
      }
      beside_->run(same);
    } catch (const DeviceError& error) {
      throw DeviceError(std::string("by the timing model, the ") + error.what());
    }
  }
  void tick_cycles(std::int64_t cycles) override {
    device_->tick_cycles(cycles);
    if (beside_) beside_->tick_cycles(cycles);
  }
  std::int64_t now() const override { return device_->now(); }
  const DeviceCounts& counts() const override { return device_->counts(); }
  std::optional<bool> interrupt() const override { return device_->interrupt(); }
  std::vector<DeviceCounts> take_sweep_ends() override { return device_->take_sweep_ends(); }
  struct SweepEnd {
    DeviceCounts device;
    DeviceCounts model;
  };
  // In place of take_sweep_ends(): those that were not taken yet, of as many commands as both have finished. Throws
  // DeviceError when the device has finished fewer of them than are `owed`, or the model has.
  std::vector<SweepEnd> take_both_sweep_ends(std::size_t owed) {
    if (ended() < owed)
      throw CallError("device reports done by cycle " + std::to_string(now()) + ", and at its pins (perf_finished) " +
                          std::to_string(seen_.size()) + " of " + std::to_string(owed) + " commands have finished",
                      static_cast<std::int64_t>(seen_.size()));
    if (beside_) {
      const std::vector<DeviceCounts> more = beside_->take_sweep_ends();
      predicted_.insert(predicted_.end(), more.begin(), more.end());
    }
    if (predicted_.size() < owed) throw_unlike();
    std::vector<SweepEnd> both;
    for (; !seen_.empty() && !predicted_.empty(); seen_.pop_front(), predicted_.pop_front())
      both.push_back({seen_.front(), predicted_.front()});
    taken_ += both.size();
    return both;
  }
  // Number of commands that the device has finished and that were not taken.
  std::size_t ended() {
    const std::vector<DeviceCounts> more = device_->take_sweep_ends();
    seen_.insert(seen_.end(), more.begin(), more.end());
    if (!beside_) predicted_.insert(predicted_.end(), more.begin(), more.end());
    return seen_.size();
  }
  // When all that was posted is done: throws DeviceError where one has finished more commands than the other.
  void check_sweep_ends() {
    if (!seen_.empty() || !predicted_.empty()) throw_unlike();
    taken_ = 0;
  }
  // The same; they are forgotten.
  std::size_t drop_sweep_ends() {
    const std::size_t left = ended();
    seen_.clear();
    predicted_.clear();
    taken_ = 0;
    if (beside_) static_cast<void>(beside_->take_sweep_ends());
    return left;
  }
  // The device's, not the prediction's.
  void observe_activity(ActivityObserver* observer) override { device_->observe_activity(observer); }
  std::optional<DmaCycles> audit_own() override { return device_->audit_own(); }
  double measure_rate() override { return device_->measure_rate(); }

 private:
  // The prediction counts from the call of predict().
  PostedAfter since_before(const PostedAfter& after) const {
    return {after.loads - before_.loads, after.stores - before_.stores, after.registers - before_.registers,
            after.commands, after.idle};
  }
  [[noreturn]] void throw_unlike() const {
    throw DeviceError("device has finished " + std::to_string(taken_ + seen_.size()) + " commands, the timing model " +
                      std::to_string(taken_ + predicted_.size()));
  }

  std::unique_ptr<Device> device_;
  std::unique_ptr<DeviceTiming> beside_;
  DeviceTiming* prediction_;
  std::deque<DeviceCounts> seen_;  // ends of commands, not taken
  std::deque<DeviceCounts> predicted_;
  std::size_t taken_ = 0;  // since check_sweep_ends()
  PostedAfter posted_;     // since reset
  PostedAfter before_;     // of these, before predict()
  std::uint64_t ignored_ = 0;
};

}  // namespace stencil
