// Composes RTL and the model, which take turns, into one device; its user sees no switch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "host/device/values/capabilities.hpp"
#include "sim/device/accelerator/audit.hpp"
#include "sim/device/contract/device.hpp"
#include "sim/device/contract/device_switch.hpp"
#include "sim/device/mixed/segment_observers.hpp"

namespace stencil {

// A device works for one segment after another; between two of them nothing is posted. Counts and cycles are those of
// all segments together: what a switch takes is in none of them, and the timing model beside this device
// (PredictedDevice) sees nothing of it. Begins on RTL.
//
// A switch drains the device that leaves, audits its counters, keeps its change and, where buffers stay, reads the
// words loaded so far; it then gives the one that enters the registers and these words, reads them back and compares
// them bit by bit, and clears its change and counters.
class MixedDevice final : public Device {
 public:
  // shape: what both tell of themselves. by: switches this device as long as it lives.
  MixedDevice(std::unique_ptr<Device> rtl, std::unique_ptr<Device> model, const Capabilities& shape, DeviceSwitch& by);
  ~MixedDevice() override { by_.leave(this); }
  MixedDevice(const MixedDevice&) = delete;
  MixedDevice& operator=(const MixedDevice&) = delete;

  std::int64_t data_bits() const override { return rtl_.device->data_bits(); }
  // Before the first switch.
  void reset() override;
  void set_timing(const BusTiming& timing) override;
  void set_settle_cycles(std::int64_t cycles) override;
  void post(const Burst& burst) override;
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after = {}) override;
  void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after = {}) override;
  void run(const WaitFor& wait) override;
  void tick_cycles(std::int64_t cycles) override { now_->device->tick_cycles(cycles); }
  std::int64_t now() const override { return clock_.shown(now_->device->now()); }
  const DeviceCounts& counts() const override;
  std::optional<bool> interrupt() const override { return now_->device->interrupt(); }
  std::vector<DeviceCounts> take_sweep_ends() override;
  double measure_rate() override;
  // Of the segments on RTL.
  void observe(HandshakeObserver* observer) override;
  void observe_activity(ActivityObserver* observer) override;
  // Of all segments, each by the registers of its device.
  std::optional<DmaCycles> audit_own() override;

 private:
  struct Side {
    explicit Side(std::unique_ptr<Device> its) : device(std::move(its)) {}
    std::unique_ptr<Device> device;
    PostedAfter posted;       // to it since its reset
    PostedAfter began;        // of these, before this segment
    DeviceCounts counted;     // by it, before this segment
    CountersCleared cleared;  // in this segment
  };
  // The words of a buffer that must be handed over, from 0 on, by the address of word 0.
  using Extents = std::map<std::uint64_t, std::int64_t>;
  using Words = std::map<std::uint64_t, std::vector<std::uint64_t>>;

  void switch_to(bool rtl);
  void leave(Side& side, std::int64_t& cycles);
  void enter(Side& side, std::int64_t& cycles);
  void audit(Side& side);
  void compare(Side& side);
  void move(Side& side, bool to_device, Words& words);
  static void write(Side& side, std::uint32_t address, std::uint64_t value);
  static std::uint64_t read(Side& side, std::uint32_t address);
  const char* name(const Side& side) const { return &side == &rtl_ ? "RTL" : "model"; }
  // Numbers of both devices together as those of the one that works.
  PostedAfter of_segment(const PostedAfter& after) const;
  // The counts of both together, when the one that works has counted these.
  DeviceCounts together(const DeviceCounts& counts) const;

  Capabilities shape_;
  DeviceSwitch& by_;
  Side rtl_;
  Side model_;
  Side* now_ = &rtl_;  // the one that works
  SegmentClock clock_;

  // Of all segments.
  PostedAfter posted_;
  PostedAfter posted_before_;  // of these, before this segment
  DeviceCounts counts_before_;
  mutable DeviceCounts counts_;
  DmaCycles dma_;
  std::uint64_t change_bits_ = 0;  // before this segment: the largest, or the canonical NaN; both have that order
  std::vector<std::uint64_t*> changes_read_;
  bool is_clearing_ = false;  // counters, in the next run

  std::map<std::uint32_t, std::uint64_t> registers_;  // MODE and the job, as far as written
  Extents extents_;
  Words words_;
  std::unique_ptr<SegmentHandshakes> handshakes_;
  std::unique_ptr<SegmentActivity> activity_;
};

}  // namespace stencil
