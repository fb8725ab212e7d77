// SPDX-License-Identifier: Apache-2.0
#include "sim/device/mixed/mixed_device.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/device/contract/job.hpp"
#include "sim/device/mixed/sum_counts.hpp"

namespace stencil {

using namespace contract;

MixedDevice::MixedDevice(std::unique_ptr<Device> rtl, std::unique_ptr<Device> model, const Capabilities& shape,
                         DeviceSwitch& by)
    : shape_(shape), by_(by), rtl_(std::move(rtl)), model_(std::move(model)) {
  by_.connect(this, [this](bool to_rtl) { switch_to(to_rtl); });
}

void MixedDevice::reset() {
  if (by_.cost().switches > 0) throw std::logic_error("mixed device: reset after a switch");
  for (Side* side : {&rtl_, &model_}) {
    side->device->reset();
    side->posted = side->began = {};
    side->counted = {};
  }
  posted_ = {};
  clock_.offset = 0;
}

void MixedDevice::set_timing(const BusTiming& timing) {
  for (Side* side : {&rtl_, &model_}) side->device->set_timing(timing);
}

void MixedDevice::set_settle_cycles(std::int64_t cycles) {
  for (Side* side : {&rtl_, &model_}) side->device->set_settle_cycles(cycles);
}

PostedAfter MixedDevice::of_segment(const PostedAfter& after) const {
  PostedAfter own = after;
  own.loads += now_->began.loads - posted_before_.loads;
  own.stores += now_->began.stores - posted_before_.stores;
  own.registers += now_->began.registers - posted_before_.registers;
  own.commands += now_->began.commands - posted_before_.commands;
  return own;
}

void MixedDevice::post(const Burst& burst) {
  ++(burst.to_device ? posted_.loads : posted_.stores);
  ++(burst.to_device ? now_->posted.loads : now_->posted.stores);
  if (burst.to_device && by_.buffers_stay()) {
    std::int64_t& words = extents_[burst.address / buffer_stride * buffer_stride];
    words = std::max(words, static_cast<std::int64_t>(burst.address % buffer_stride / 8) + burst.length_words);
  }
  Burst own = burst;
  own.after = of_segment(burst.after);
  now_->device->post(own);
}

void MixedDevice::post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) {
  ++posted_.registers;
  ++now_->posted.registers;
  if (address == REG_MODE || Job::holds(address)) registers_[address] = value;
  if (address == REG_COMMAND) {
    ++posted_.commands;
    ++now_->posted.commands;
  }
  if (address == REG_CHANGE) change_bits_ = 0;
  if (address == REG_CONTROL && value == control_clear_counters) {
    is_clearing_ = true;
    now_->cleared.before = now_->device->counts();
  }
  now_->device->post_register_write(address, value, of_segment(after));
}

void MixedDevice::post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) {
  ++posted_.registers;
  ++now_->posted.registers;
  if (address == REG_CHANGE) changes_read_.push_back(result);
  now_->device->post_register_read(address, result, of_segment(after));
}

void MixedDevice::run(const WaitFor& wait) {
  WaitFor own = wait;
  if (own.until) {
    own.until->loads += now_->began.loads - posted_before_.loads;
    own.until->stores += now_->began.stores - posted_before_.stores;
    own.until->commands += now_->began.commands - posted_before_.commands;
  }
  now_->device->run(own);
  if (own.until) return;  // register accesses need not be done
  if (is_clearing_) now_->cleared.after = now_->device->counts();
  is_clearing_ = false;
  for (std::uint64_t* const change : changes_read_) *change = std::max(*change, change_bits_);
  changes_read_.clear();
}

DeviceCounts MixedDevice::together(const DeviceCounts& counts) const {
  return counts_before_ + (counts - now_->counted);
}

const DeviceCounts& MixedDevice::counts() const {
  counts_ = together(now_->device->counts());
  return counts_;
}

std::vector<DeviceCounts> MixedDevice::take_sweep_ends() {
  std::vector<DeviceCounts> ends = now_->device->take_sweep_ends();
  for (DeviceCounts& end : ends) end = together(end);
  return ends;
}

double MixedDevice::measure_rate() {
  const double rtl = rtl_.device->measure_rate(), model = model_.device->measure_rate();
  if (rtl <= 0.0 || model <= 0.0) return 0.0;
  return 1.0 / (by_.rtl_share() / rtl + (1.0 - by_.rtl_share()) / model);
}

void MixedDevice::observe(HandshakeObserver* observer) {
  rtl_.device->observe(nullptr);
  handshakes_.reset();
  if (observer == nullptr) return;
  handshakes_ = std::make_unique<SegmentHandshakes>(*observer, clock_);
  rtl_.device->observe(handshakes_.get());
}

void MixedDevice::observe_activity(ActivityObserver* observer) {
  for (Side* side : {&rtl_, &model_}) side->device->observe_activity(nullptr);
  activity_.reset();
  if (observer == nullptr) return;
  activity_ = std::make_unique<SegmentActivity>(*observer, clock_);
  for (Side* side : {&rtl_, &model_}) side->device->observe_activity(activity_.get());
}

}  // namespace stencil
