// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/descriptor.hpp"

#include <fmt/core.h>

#include <mutex>
#include <utility>

#include "host/base/errors.hpp"

namespace stencil {

void DescriptorTable::refuse(const char* argument, std::uint64_t id) {
  throw ArgumentError(
      fmt::format("{} holds {:#x}, must be a descriptor made by VSDA_Create and not destroyed", argument, id));
}

std::uint64_t DescriptorTable::add(Descriptor descriptor) {
  auto shared = std::make_shared<const Descriptor>(std::move(descriptor));
  const std::lock_guard<std::mutex> lock(mutex_);
  if (free_places_.empty()) {
    if (places_.size() == most_places) throw DeviceError(fmt::format("{} descriptors are not destroyed", most_places));
    free_places_.push_back(places_.size());
    places_.emplace_back();
  }
  const std::size_t number = free_places_.back();
  free_places_.pop_back();
  Place& place = places_[number];
  place.order = {shared->comm, shared->update, shared->log != nullptr};
  place.descriptor = std::move(shared);
  constexpr std::uint64_t mark = 0x5653;  // VS
  place.id = (mark << 24 | ++place.generation) << 24 | number;
  return place.id;
}

std::shared_ptr<const Descriptor> DescriptorTable::find(const char* argument, std::uint64_t id) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return place(argument, id).descriptor;
}

void DescriptorTable::remove(const char* argument, std::uint64_t id) {
  std::shared_ptr<const Descriptor> removed;  // destroyed outside the lock
  const std::lock_guard<std::mutex> lock(mutex_);
  place(argument, id);
  Place& left = places_[place_of(id)];
  removed.swap(left.descriptor);
  left.id = 0;
  if (left.generation < last_generation_) free_places_.push_back(place_of(id));
}

}  // namespace stencil
