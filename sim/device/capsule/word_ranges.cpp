// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/word_ranges.hpp"

#include <algorithm>

namespace stencil {

void WordRanges::add(Range range) {
  if (range.first >= range.last) return;
  auto at = ranges_.upper_bound(range.first);
  if (at != ranges_.begin() && std::prev(at)->second >= range.first) --at;
  while (at != ranges_.end() && at->first <= range.last) {
    range.first = std::min(range.first, at->first);
    range.last = std::max(range.last, at->second);
    at = ranges_.erase(at);
  }
  ranges_[range.first] = range.last;
}

std::vector<WordRanges::Range> WordRanges::missing(Range range) const {
  std::vector<Range> parts;
  std::int64_t next = range.first;
  for (const auto& [first, last] : ranges_) {
    if (last <= next) continue;
    if (first >= range.last) break;
    if (first > next) parts.push_back({next, first});
    next = last;
  }
  if (next < range.last) parts.push_back({next, range.last});
  return parts;
}

void PlaceSet::add(const Place& place) {
  buffers_[{place.bank, place.buffer}].add({place.offset_words, place.offset_words + place.length_words});
}

std::vector<Place> PlaceSet::missing(const Place& place) const {
  const WordRanges::Range range{place.offset_words, place.offset_words + place.length_words};
  const auto found = buffers_.find({place.bank, place.buffer});
  std::vector<Place> parts;
  for (const auto& part : found == buffers_.end() ? std::vector{range} : found->second.missing(range)) {
    if (part.first < part.last) parts.push_back({place.bank, place.buffer, part.first, part.last - part.first});
  }
  return parts;
}

}  // namespace stencil
