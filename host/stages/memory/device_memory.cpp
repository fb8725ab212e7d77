// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/device_memory.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"
#include "host/stages/stage_watch.hpp"

namespace stencil {
namespace {

// Calls of the other direction that this copy has words in common with.
template <class Copies>
After after(const Copies& copies, const Place& place, const double* host) {
  After tickets;
  for (const auto& copy : copies) {
    const Place& other = copy.place;
    const bool on_device = other.bank == place.bank && other.buffer == place.buffer &&
                           other.offset_words < place.offset_words + place.length_words &&
                           place.offset_words < other.offset_words + other.length_words;
    const bool on_host = copy.host < host + place.length_words && host < copy.host + other.length_words;
    if (on_device || on_host) tickets.push_back(copy.ticket);
  }
  return tickets;
}

}  // namespace

DeviceMemory::DeviceMemory(Accelerator& device) : device_(device), claims_(device.claims()) {}

DeviceMemory::~DeviceMemory() {
  users_.require_none("DeviceMemory", "local memory");
  claims_->remove_all(this);
}

void DeviceMemory::claim(const std::string& name, const Place& place) {
  const Capabilities& has = device_.capabilities();
  const std::int64_t buffers = place.bank == Bank::f ? has.f_buffers : has.r_buffers;
  const bool inside = place.buffer >= 0 && place.buffer < buffers && place.offset_words >= 0 &&
                      place.length_words >= 0 && place.length_words <= has.memory_words &&
                      place.offset_words <= has.memory_words - place.length_words;
  if (!inside) {
    throw ArgumentError(fmt::format("{}: {}, must lie inside words [0, {}) of a buffer 0 .. {}", name, describe(place),
                                    has.memory_words, buffers - 1));
  }
  claims_->add(this, name, place);
}

void DeviceMemory::release(const std::string& name) {
  claims_->remove(this, name);
}

void DeviceMemory::claim(const std::string& name, Weight weight) {
  claims_->add(this, name, weight);
}

void DeviceMemory::release(Weight weight) {
  claims_->remove(weight);
}

DeviceMemory::Batch DeviceMemory::post() {
  if (!copying_) failed_waits_ = device_.failed_waits();
  copying_ = true;
  return batch_;
}

DeviceMemory::Batch DeviceMemory::load(const Place& place, const double* source) {
  loads_.push_back({place, source, device_.post_load(place, source, after(stores_, place, source))});
  if (StageWatch* const watch = stage_watch) watch->copies(device_, place, source);
  return post();
}

DeviceMemory::Batch DeviceMemory::store(const Place& place, double* target) {
  stores_.push_back({place, target, device_.post_store(place, target, after(loads_, place, target))});
  return post();
}

// Copies in flight after a failed wait are waited for by the next one.
void DeviceMemory::settle() {
  if (!copying_) return;
  const Batch batch = batch_++;
  loads_.clear();
  stores_.clear();
  try {
    device_.wait();
  } catch (...) {
    lost_.insert(batch);
    failed_waits_ = device_.failed_waits();
    throw;
  }
  copying_ = false;
  if (device_.failed_waits() == failed_waits_) return;
  lost_.insert(batch);
  throw DeviceError("copies were lost when the device failed in a wait for others");
}

DeviceClaim::DeviceClaim(DeviceMemory& memory, const std::string& name, const Place& place)
    : memory_(memory), use_(memory.users(), name) {
  memory_.claim(name, place);
}

DeviceClaim::DeviceClaim(DeviceMemory& memory, const std::string& name, Weight weight)
    : memory_(memory), use_(memory.users(), name), weight_(weight) {
  memory_.claim(name, weight);
}

DeviceClaim::~DeviceClaim() {
  if (weight_) {
    memory_.release(*weight_);
  } else {
    memory_.release(use_.name());
  }
}

}  // namespace stencil
