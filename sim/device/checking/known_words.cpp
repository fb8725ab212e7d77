// SPDX-License-Identifier: Apache-2.0
#include "sim/device/checking/known_words.hpp"

#include <algorithm>
#include <cstddef>

namespace stencil {
namespace {

constexpr std::int64_t group = 64;  // words whose bits are moved together

// use(group, mask of its bits that are in the place) from the first group on, until it returns false.
template <class Use>
void for_each_group(const Place& place, const Use& use) {
  const std::int64_t end = place.offset_words + place.length_words;
  for (std::int64_t first = place.offset_words; first < end;) {
    const std::int64_t index = first / group;
    const std::int64_t next = std::min(end, (index + 1) * group);
    const std::uint64_t ones = next - first == group ? ~std::uint64_t{0} : (std::uint64_t{1} << (next - first)) - 1;
    if (!use(static_cast<std::size_t>(index), ones << first % group)) return;
    first = next;
  }
}

}  // namespace

KnownWords::KnownWords(const Capabilities& device) {
  const Bits none(static_cast<std::size_t>((device.memory_words + group - 1) / group));
  banks_[static_cast<std::size_t>(Bank::f)].assign(static_cast<std::size_t>(device.f_buffers), none);
  banks_[static_cast<std::size_t>(Bank::r)].assign(static_cast<std::size_t>(device.r_buffers), none);
}

void KnownWords::set(const Place& place, bool known) {
  Bits& bits = bits_of(place);
  for_each_group(place, [&](std::size_t index, std::uint64_t mask) {
    bits[index] = known ? bits[index] | mask : bits[index] & ~mask;
    return true;
  });
}

std::optional<std::int64_t> KnownWords::first(const Place& place, bool known) const {
  const Bits& bits = bits_of(place);
  std::optional<std::int64_t> found;
  for_each_group(place, [&](std::size_t index, std::uint64_t mask) {
    const std::uint64_t wanted = (known ? bits[index] : ~bits[index]) & mask;
    if (wanted != 0) found = static_cast<std::int64_t>(index) * group + __builtin_ctzll(wanted);
    return wanted == 0;
  });
  return found;
}

std::vector<Place> KnownWords::missing(const Place& place) const {
  std::vector<Place> parts;
  const std::int64_t end = place.offset_words + place.length_words;
  Place rest = place;
  while (const auto begin = first(rest, false)) {
    rest = {place.bank, place.buffer, *begin, end - *begin};
    const std::int64_t next = first(rest, true).value_or(end);
    parts.push_back({place.bank, place.buffer, *begin, next - *begin});
    rest = {place.bank, place.buffer, next, end - next};
  }
  return parts;
}

}  // namespace stencil
