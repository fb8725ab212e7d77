// An accelerator's local memory as stages share it: the places of the data, and copies waited for together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// Every datum in local memory claims its place, every datum in a register its register; no two overlap. Copies in one
// direction run in the order posted; a copy waits for those of the other direction posted before it. Between a post and
// the next settle() nothing else may use the device.
class DeviceMemory {
 public:
  explicit DeviceMemory(Accelerator& device) : device_(device) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  Accelerator& device() { return device_; }

  // Throws ArgumentError if the place is empty, outside local memory, or overlaps one claimed before, naming both.
  void claim(const std::string& name, const Place& place);
  void release(const std::string& name);
  // The same for the register of a weight. Throws ArgumentError if it has an owner.
  void claim(const std::string& name, Weight weight);
  void release(Weight weight);

  // Number, from 1 on, of the copies posted between two settle().
  using Batch = std::int64_t;

  // Copy to or from part of a claimed place. Return the batch of the copy.
  Batch load(const Place& place, const double* source);
  Batch store(const Place& place, double* target);
  // Waits for the copies posted; costs nothing without copies. When the device fails, the batch is lost: its copies may
  // not have arrived.
  void settle();
  bool lost(Batch batch) const { return lost_.count(batch) != 0; }

 private:
  struct Claim {
    std::string name;
    Place place;
  };

  Accelerator& device_;
  std::vector<Claim> claims_;
  std::array<std::string, weight_count> weights_;  // owners, by weight; empty: none
  Ticket last_load_ = 0;
  Ticket last_store_ = 0;
  bool copying_ = false;
  Batch batch_ = 1;  // of the next copies
  std::set<Batch> lost_;
};

}  // namespace stencil
