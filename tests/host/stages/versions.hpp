// A datum whose rows hold version numbers, on both sides, and whose copies fail on demand.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "host/stages/memory/device_slot.hpp"

namespace stencil {

constexpr std::int64_t garbage = -2;
constexpr int most_rows = 9;

struct Broken final : std::runtime_error {
  Broken() : std::runtime_error("broken on purpose") {}
};

inline int bit(Side side) {
  return side == Side::host ? 1 : 2;
}

// Versions on both sides. Copies happen in settle(); failed ones leave garbage.
class Versions final : public SharedDatum {
 public:
  Versions(const std::string& name, Contents contents, std::int64_t rows, DeviceSlot* slot)
      : SharedDatum(name, contents, rows), slot_(slot) {
    for (auto& side : memory_) side.fill(garbage);
    for (const Side side : {Side::host, Side::device}) {
      if (valid(side).contains(all())) memory_[static_cast<std::size_t>(side)].fill(0);
    }
  }
  ~Versions() override {
    if (slot_ != nullptr) slot_->forget(*this);
  }

  void copyToDevice() override { copyRowsToDevice(all()); }
  void copyFromDevice() override { copyRowsFromDevice(all()); }
  void copyRowsToDevice(const RowRange& rows) override { post(Side::device, rows); }
  void copyRowsFromDevice(const RowRange& rows) override { post(Side::host, rows); }
  void settle() override {
    const bool fails = !posted_.empty() && std::exchange(fail_settle, false);
    for (const auto& [to, rows] : posted_) {
      for (std::int64_t row = rows.first; row < rows.last; ++row) at(to, row) = fails ? garbage : at(other(to), row);
    }
    posted_.clear();
    if (fails) throw Broken();
  }
  void enter_device(StageObserver* observer) override {
    slot_->enter(*this, observer);
    memory_[1].fill(garbage);
  }
  bool on_device() const override { return slot_ == nullptr || slot_->tenant() == this; }
  const void* shared_place() const override { return slot_; }
  std::int64_t bytes(const RowRange& rows) const override { return rows.rows(); }

  std::int64_t& at(Side side, std::int64_t row) {
    return memory_[static_cast<std::size_t>(side)][static_cast<std::size_t>(row)];
  }
  // The set of sides on which a row is right.
  int right(std::int64_t row) const {
    const RowRange one{row, row + 1};
    return (valid(Side::host).contains(one) ? 1 : 0) | (valid(Side::device).contains(one) ? 2 : 0);
  }
  bool idle() const { return posted_.empty(); }

  bool fail_post = false;
  bool fail_settle = false;

 private:
  void post(Side to, const RowRange& rows) {
    if (std::exchange(fail_post, false)) throw Broken();
    posted_.emplace_back(to, rows);
  }

  DeviceSlot* slot_;
  std::array<std::array<std::int64_t, most_rows>, 2> memory_{};
  std::vector<std::pair<Side, RowRange>> posted_;
};

}  // namespace stencil
