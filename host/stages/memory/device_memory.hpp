// An accelerator's local memory as stages share it: the places of the data, and copies waited for together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/stages/memory/users.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Every datum in local memory claims its place, every datum in a register its register; no two overlap, also those of
// different DeviceMemory on one accelerator. Copies in one direction run in the order posted; a copy waits for those of
// the other direction posted before it that have words in common with it, on either side. Between a post and the next
// settle() nothing else may use the same words of the device. Must outlive its data and slots: destroying it before
// them is a fatal error.
class DeviceMemory {
 public:
  explicit DeviceMemory(Accelerator& device);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  Accelerator& device() { return device_; }

  // A place of 0 words overlaps none. Throws ArgumentError if the place is outside local memory or overlaps one claimed
  // before, naming both, or if the name has a place already.
  void claim(const std::string& name, const Place& place);
  void release(const std::string& name);
  // The same for the register of a weight. Throws ArgumentError if it has an owner.
  void claim(const std::string& name, Weight weight);
  void release(Weight weight);
  // The data and slots that claim a place or register (DeviceClaim).
  Users& users() { return users_; }

  // Number, from 1 on, of the copies posted between two settle().
  using Batch = std::int64_t;

  // Copy to or from part of a claimed place. Return the batch of the copy.
  Batch load(const Place& place, const double* source);
  Batch store(const Place& place, double* target);
  // Waits for the copies posted; costs nothing without copies. When the device fails, the batch is lost: its copies may
  // not have arrived.
  void settle();
  [[nodiscard]] bool lost(Batch batch) const { return lost_.count(batch) != 0; }

 private:
  struct Posted {
    Place place;
    const double* host;
    Ticket ticket;
  };

  Batch post();

  Accelerator& device_;
  std::shared_ptr<DeviceClaims> claims_;
  Users users_;
  std::vector<Posted> loads_;  // since settle()
  std::vector<Posted> stores_;
  bool copying_ = false;
  std::int64_t failed_waits_ = 0;  // of the device, before the copies in flight were posted
  Batch batch_ = 1;                // of the next copies
  std::set<Batch> lost_;
};

// A claim that lasts as long as the object, which is a user of the memory.
class DeviceClaim {
 public:
  // Throws ArgumentError as DeviceMemory::claim.
  [[nodiscard]] DeviceClaim(DeviceMemory& memory, const std::string& name, const Place& place);
  [[nodiscard]] DeviceClaim(DeviceMemory& memory, const std::string& name, Weight weight);
  ~DeviceClaim();
  DeviceClaim(const DeviceClaim&) = delete;
  DeviceClaim& operator=(const DeviceClaim&) = delete;

 private:
  DeviceMemory& memory_;
  Use use_;
  std::optional<Weight> weight_;  // none: claims a place
};

}  // namespace stencil
#pragma GCC visibility pop
