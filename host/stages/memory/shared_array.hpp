// Rows of doubles on the host and in a place of local memory (Centaur, SharedArray).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "host/stages/datum.hpp"
#include "host/stages/memory/device_memory.hpp"
#include "host/stages/memory/device_slot.hpp"
#include "host/stages/memory/host_claim.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Where Centaur has one `size`, this has rows x cols doubles, packed on both sides; an array of one row is Centaur's
// contiguous piece. The host's memory must not move while the array lives (a vector must not grow), and belongs to no
// other datum of the process (HostClaim). A rank without rows has rows = 0; its host address may be null.
class SharedArray : public SharedDatum {
 public:
  // An array in a place of its own, from word `offset_words` of a buffer on.
  // Throws ArgumentError unless rows >= 0 and cols >= 1 (less than 2^60 words in all), for a null host address, and as
  // DeviceMemory::claim and HostClaim.
  SharedArray(DeviceMemory& memory, const std::string& name, double* host, std::int64_t rows, std::int64_t cols,
              Bank bank, int buffer, std::int64_t offset_words, Contents contents = Contents::host);
  // An array in a place that data use in turn, from its first word on. Contents: none or host.
  // Throws ArgumentError likewise, and if the array is larger than the place.
  SharedArray(DeviceSlot& slot, const std::string& name, double* host, std::int64_t rows, std::int64_t cols,
              Contents contents = Contents::host);
  ~SharedArray() override;

  std::int64_t cols() const { return cols_; }
  double* host() const { return host_; }
  Accelerator& device() const { return memory_.device(); }
  // The place that it takes in turn with others; null: it has one of its own.
  DeviceSlot* slot() const { return slot_; }
  // The place of the array when it is on the device.
  const Place& place() const { return place_; }

  // Throw ArgumentError for rows outside the array, and if it must enter its slot first.
  void copyToDevice() override { copyRowsToDevice(all()); }
  void copyFromDevice() override { copyRowsFromDevice(all()); }
  void copyRowsToDevice(const RowRange& rows) override;
  void copyRowsFromDevice(const RowRange& rows) override;
  // Throws DeviceError also if an earlier settle() of the device's memory lost a copy of this array.
  void settle() override;
  void enter_device(StageObserver* observer) override;
  bool on_device() const override { return slot_ == nullptr || slot_->tenant() == this; }
  const void* shared_place() const override { return slot_; }
  std::int64_t bytes(const RowRange& rows) const override;
  std::int64_t words_per_row() const override { return cols_; }
  void peek(Side side, const RowRange& rows, double* words) override;
  void poke(Side side, const RowRange& rows, const double* words) override;

 private:
  Place place_of(const RowRange& rows) const;

  DeviceMemory& memory_;
  DeviceSlot* slot_ = nullptr;
  double* host_;
  std::int64_t cols_;
  Place place_;
  std::optional<DeviceClaim> device_claim_;  // without a slot
  std::optional<Use> slot_use_;              // with one
  HostClaim host_claim_;
  DeviceMemory::Batch batch_ = 0;  // of the last copy
};

}  // namespace stencil
#pragma GCC visibility pop
