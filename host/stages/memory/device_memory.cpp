// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/device_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

std::string describe(const Place& place) {
  return fmt::format("words [{}, {}) of buffer {} of bank {}", place.offset_words,
                     place.offset_words + place.length_words, place.buffer, place.bank == Bank::f ? 'f' : 'r');
}

bool overlap(const Place& a, const Place& b) {
  return a.bank == b.bank && a.buffer == b.buffer && a.offset_words < b.offset_words + b.length_words &&
         b.offset_words < a.offset_words + a.length_words;
}

}  // namespace

void DeviceMemory::claim(const std::string& name, const Place& place) {
  const Capabilities& has = device_.capabilities();
  const std::int64_t buffers = place.bank == Bank::f ? has.f_buffers : has.r_buffers;
  const bool inside = place.buffer >= 0 && place.buffer < buffers && place.offset_words >= 0 &&
                      place.length_words >= 1 && place.offset_words <= has.memory_words - place.length_words;
  if (!inside) {
    throw ArgumentError(fmt::format("{}: {}, must lie inside words [0, {}) of a buffer 0 .. {}", name, describe(place),
                                    has.memory_words, buffers - 1));
  }
  for (const Claim& claim : claims_) {
    if (claim.name == name || overlap(claim.place, place)) {
      throw ArgumentError(fmt::format("{}: {}, must not overlap {} of {}, nor have its name", name, describe(place),
                                      describe(claim.place), claim.name));
    }
  }
  claims_.push_back({name, place});
}

void DeviceMemory::release(const std::string& name) {
  claims_.erase(std::remove_if(claims_.begin(), claims_.end(), [&](const Claim& claim) { return claim.name == name; }),
                claims_.end());
}

void DeviceMemory::claim(const std::string& name, Weight weight) {
  std::string& owner = weights_[static_cast<std::size_t>(weight)];
  if (!owner.empty()) {
    throw ArgumentError(fmt::format("{}: the register {} must not be that of another datum too", name, owner));
  }
  owner = name;
}

void DeviceMemory::release(Weight weight) {
  weights_[static_cast<std::size_t>(weight)].clear();
}

DeviceMemory::Batch DeviceMemory::load(const Place& place, const double* source) {
  last_load_ = device_.post_load(place, source, {last_store_});
  copying_ = true;
  return batch_;
}

DeviceMemory::Batch DeviceMemory::store(const Place& place, double* target) {
  last_store_ = device_.post_store(place, target, {last_load_});
  copying_ = true;
  return batch_;
}

// Copies in flight after a failed wait are waited for by the next one.
void DeviceMemory::settle() {
  if (!copying_) return;
  const Batch batch = batch_++;
  try {
    device_.wait();
  } catch (...) {
    lost_.insert(batch);
    throw;
  }
  copying_ = false;
}

}  // namespace stencil
