// SPDX-License-Identifier: Apache-2.0
#include "host/device/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

bool overlap(const Place& a, const Place& b) {
  return a.bank == b.bank && a.buffer == b.buffer && a.length_words > 0 && b.length_words > 0 &&
         a.offset_words < b.offset_words + b.length_words && b.offset_words < a.offset_words + a.length_words;
}

}  // namespace

std::string describe(const Place& place) {
  // Unsigned, because the end of a place that is refused may lie above 2^63.
  const std::uint64_t last =
      static_cast<std::uint64_t>(place.offset_words) + static_cast<std::uint64_t>(place.length_words);
  const std::string end =
      place.offset_words < 0 ? fmt::to_string(static_cast<std::int64_t>(last)) : fmt::to_string(last);
  return fmt::format("words [{}, {}) of buffer {} of bank {}", place.offset_words, end, place.buffer,
                     place.bank == Bank::f ? 'f' : 'r');
}

void DeviceClaims::add(const void* owner, const std::string& name, const Place& place) {
  for (const Claim& claim : places_) {
    if ((claim.owner == owner && claim.name == name) || overlap(claim.place, place)) {
      throw ArgumentError(fmt::format("{}: {}, must not overlap {} of {}, nor have its name", name, describe(place),
                                      describe(claim.place), claim.name));
    }
  }
  places_.push_back({owner, name, place});
}

void DeviceClaims::add(const void* owner, const std::string& name, Weight weight) {
  Register& claimed = registers_[static_cast<std::size_t>(weight)];
  if (claimed.owner != nullptr) {
    throw ArgumentError(fmt::format("{}: the register {} must not be that of another datum too", name, claimed.name));
  }
  claimed = {owner, name};
}

void DeviceClaims::remove(const void* owner, const std::string& name) {
  const auto is_it = [&](const Claim& claim) { return claim.owner == owner && claim.name == name; };
  places_.erase(std::remove_if(places_.begin(), places_.end(), is_it), places_.end());
}

void DeviceClaims::remove(Weight weight) {
  registers_[static_cast<std::size_t>(weight)] = {};
}

void DeviceClaims::remove_all(const void* owner) {
  const auto is_its = [&](const Claim& claim) { return claim.owner == owner; };
  places_.erase(std::remove_if(places_.begin(), places_.end(), is_its), places_.end());
  for (Register& claimed : registers_) {
    if (claimed.owner == owner) claimed = {};
  }
}

}  // namespace stencil
