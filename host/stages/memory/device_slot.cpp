// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/device_slot.hpp"

#include <utility>

#include "host/stages/run_stage.hpp"

namespace stencil {

DeviceSlot::DeviceSlot(DeviceMemory& memory, std::string name, const Place& place)
    : memory_(memory), name_(std::move(name)), place_(place), claim_(memory, name_, place_) {}

DeviceSlot::~DeviceSlot() {
  users_.require_none("DeviceSlot", name_);
}

void DeviceSlot::enter(SharedDatum& datum, StageObserver* observer) {
  SharedDatum* before = tenant_.get();
  if (before == &datum) return;
  if (before != nullptr) {
    flush(*before, observer);
    if (observer != nullptr) observer->leaves_device(*before);
  }
  hand_over(datum);
}

void DeviceSlot::hand_over(SharedDatum& datum) {
  if (SharedDatum* const before = tenant_.get()) {
    before->mark_invalid(Side::device, before->all());
    before->place_changed();
  }
  tenant_ = DatumReference<SharedDatum>(datum);
  datum.place_changed();
}

void DeviceSlot::forget(const SharedDatum& datum) {
  if (tenant_.get() == &datum) tenant_ = {};
}

}  // namespace stencil
