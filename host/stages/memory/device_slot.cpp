// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/device_slot.hpp"

#include <utility>

#include "host/stages/run_stage.hpp"

namespace stencil {

DeviceSlot::DeviceSlot(DeviceMemory& memory, std::string name, const Place& place)
    : memory_(memory), name_(std::move(name)), place_(place) {
  memory_.claim(name_, place_);
}

DeviceSlot::~DeviceSlot() {
  memory_.release(name_);
}

void DeviceSlot::enter(SharedDatum& datum, StageObserver* observer) {
  if (tenant_ == &datum) return;
  if (tenant_ != nullptr) {
    flush(*tenant_, observer);
    if (observer != nullptr) observer->leaves_device(*tenant_);
    tenant_->mark_invalid(Side::device, tenant_->all());
    tenant_->place_changed();
  }
  tenant_ = &datum;
  datum.place_changed();
}

void DeviceSlot::forget(const SharedDatum& datum) {
  if (tenant_ == &datum) tenant_ = nullptr;
}

}  // namespace stencil
