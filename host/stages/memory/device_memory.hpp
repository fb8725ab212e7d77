// An accelerator's local memory as stages share it: who lies where, and copies that are waited for together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// Every datum in local memory claims its place, every one in a register that; no two overlap. Copies in one direction
// are carried out in the order posted; a copy waits for those of the other direction posted before it. Between a post
// and the next settle() nothing else may use the device.
class DeviceMemory {
 public:
  explicit DeviceMemory(Accelerator& device) : device_(device) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  Accelerator& device() { return device_; }

  // Throws ArgumentError where the place is empty, not inside local memory, or overlaps one claimed before, naming
  // both.
  void claim(const std::string& name, const Place& place);
  void release(const std::string& name);
  // The register of a weight. Throws ArgumentError where it has an owner.
  void claim(const std::string& name, Weight weight);
  void release(Weight weight);

  // Copies posted between two settle(), by number from 1 on.
  using Batch = std::int64_t;

  // Part of a claimed place. Returns the batch of the copy.
  Batch load(const Place& place, const double* source);
  Batch store(const Place& place, double* target);
  // Waits for the copies posted; costs nothing where there are none. When the device fails, the batch is lost: none of
  // it has arrived for certain.
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
  Batch batch_ = 1;  // of the copies that come
  std::set<Batch> lost_;
};

}  // namespace stencil
