// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/layout.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {

std::vector<std::int64_t> automatic_distribution(std::int64_t globsize, int ranks) {
  std::vector<std::int64_t> distribution(static_cast<std::size_t>(ranks), globsize / ranks);
  std::for_each_n(distribution.begin(), globsize % ranks, [](std::int64_t& owned) { ++owned; });
  return distribution;
}

BlockedLayout::BlockedLayout(std::int64_t globsize, std::int64_t shadow_width, Edges edges,
                             const std::vector<std::int64_t>& distribution, std::int64_t max_local_elements)
    : BlockedLayout(globsize, shadow_width, edges, distribution, max_local_elements, Names()) {}

BlockedLayout::BlockedLayout(std::int64_t globsize, std::int64_t shadow_width, Edges edges,
                             const std::vector<std::int64_t>& distribution, std::int64_t max_local_elements,
                             const Names& names)
    : shadow_width_(shadow_width), edges_(edges) {
  check_range(names.globsize, globsize, 0);
  check_range(names.shadow_width, shadow_width, 0, max_local_elements / 2, "a local part must fit 64-bit byte offsets");
  const auto name = [&](std::size_t rank) { return fmt::format("{}[{}]", names.distribution, rank); };
  for (std::size_t rank = 0; rank < distribution.size(); ++rank) {
    if (distribution[rank] < 0) check_range(name(rank).c_str(), distribution[rank], 0);
  }
  starts_.reserve(distribution.size() + 1);
  starts_.push_back(0);
  for (std::size_t rank = 0; rank < distribution.size(); ++rank) {
    const std::int64_t owned = distribution[rank];
    // Compared with the elements left, so that a sum above 2^63 - 1 is refused as well.
    if (owned > globsize - starts_.back()) {
      throw ArgumentError(fmt::format("{} = {} brings the sum above {} = {}, {} elements are left for it", name(rank),
                                      owned, names.globsize, globsize, globsize - starts_.back()));
    }
    if (owned > max_local_elements - 2 * shadow_width) {
      throw ArgumentError(fmt::format(
          "the local part of {} {} = {} elements, must be <= {} with {} = {} "
          "(a local part must fit 64-bit byte offsets)",
          names.owner, rank, owned, max_local_elements - 2 * shadow_width, names.shadow_width, shadow_width));
    }
    if ((distribution.size() > 1 || edges == Edges::periodic) && owned < shadow_width) {
      throw ArgumentError(fmt::format("the local part of {} {} = {} elements, must be >= {} = {} ({} = {} over {} {}s)",
                                      names.owner, rank, owned, names.shadow_width, shadow_width, names.globsize,
                                      globsize, distribution.size(), names.owner));
    }
    starts_.push_back(starts_.back() + owned);
  }
  if (starts_.back() != globsize) {
    throw ArgumentError(
        fmt::format("sum of {} = {}, must be {} = {}", names.distribution, starts_.back(), names.globsize, globsize));
  }
}

int BlockedLayout::owner(std::int64_t element) const {
  const auto beyond = std::upper_bound(starts_.begin(), starts_.end(), element);
  return static_cast<int>(beyond - starts_.begin()) - 1;
}

}  // namespace stencil
