// Which words of local memory are known: loaded or swept, or kept beside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/device/values/capabilities.hpp"
#include "host/device/values/place.hpp"

namespace stencil {

// A bit per word of each buffer. Places are legal for the device.
class KnownWords {
 public:
  explicit KnownWords(const Capabilities& device);

  void learn(const Place& place) { set(place, true); }
  void forget(const Place& place) { set(place, false); }
  // Number, in its buffer, of the first word of the place that is not known.
  std::optional<std::int64_t> first_unknown(const Place& place) const { return first(place, false); }
  // The parts of the place that are not known, in order; none touches the next.
  std::vector<Place> missing(const Place& place) const;

 private:
  using Bits = std::vector<std::uint64_t>;

  void set(const Place& place, bool known);
  std::optional<std::int64_t> first(const Place& place, bool known) const;
  Bits& bits_of(const Place& place) {
    return banks_[static_cast<std::size_t>(place.bank)][static_cast<std::size_t>(place.buffer)];
  }
  const Bits& bits_of(const Place& place) const {
    return banks_[static_cast<std::size_t>(place.bank)][static_cast<std::size_t>(place.buffer)];
  }

  std::array<std::vector<Bits>, 2> banks_;  // by Bank, then buffer
};

}  // namespace stencil
