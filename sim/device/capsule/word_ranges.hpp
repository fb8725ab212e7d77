// Words of one buffer as a set of ranges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "host/device/values/place.hpp"

namespace stencil {

class WordRanges {
 public:
  struct Range {
    std::int64_t first;
    std::int64_t last;  // one after the last word
  };

  void add(Range range);
  // The parts of `range` that are not in the set, in order.
  std::vector<Range> missing(Range range) const;

 private:
  std::map<std::int64_t, std::int64_t> ranges_;  // last by first; neither overlapping nor touching
};

// The same over all buffers of both banks.
class PlaceSet {
 public:
  void add(const Place& place);
  std::vector<Place> missing(const Place& place) const;

 private:
  std::map<std::pair<Bank, int>, WordRanges> buffers_;
};

}  // namespace stencil
