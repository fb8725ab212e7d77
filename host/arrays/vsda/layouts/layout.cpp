// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {

std::vector<std::int64_t> automatic_distribution(std::int64_t globsize, int ranks) {
  std::vector<std::int64_t> distribution(static_cast<std::size_t>(ranks), globsize / ranks);
  std::for_each_n(distribution.begin(), globsize % ranks, [](std::int64_t& owned) { ++owned; });
  return distribution;
}

BlockedLayout::BlockedLayout(std::int64_t globsize, std::int64_t shadow_width, bool global_shadows,
                             const std::vector<std::int64_t>& distribution, std::int64_t max_local_elements)
    : shadow_width_(shadow_width), global_shadows_(global_shadows) {
  check_range("globsize", globsize, 0);
  check_range("shadowwidth", shadow_width, 0, max_local_elements / 2, "a local part must fit 64-bit byte offsets");
  const auto name = [](std::size_t rank) { return fmt::format("distribution_in[{}]", rank); };
  for (std::size_t rank = 0; rank < distribution.size(); ++rank) {
    if (distribution[rank] < 0) check_range(name(rank).c_str(), distribution[rank], 0);
  }
  starts_.reserve(distribution.size() + 1);
  starts_.push_back(0);
  for (std::size_t rank = 0; rank < distribution.size(); ++rank) {
    const std::int64_t owned = distribution[rank];
    // Compared with the elements left, so that a sum above 2^63 - 1 is refused as well.
    if (owned > globsize - starts_.back()) {
      throw ArgumentError(fmt::format("{} = {} brings the sum above globsize = {}, {} elements are left for it",
                                      name(rank), owned, globsize, globsize - starts_.back()));
    }
    if (owned > max_local_elements - 2 * shadow_width) {
      throw ArgumentError(
          fmt::format("the local part of rank {} = {} elements, must be <= {} with shadowwidth = {} "
                      "(a local part must fit 64-bit byte offsets)",
                      rank, owned, max_local_elements - 2 * shadow_width, shadow_width));
    }
    if (distribution.size() > 1 && owned < shadow_width) {
      throw ArgumentError(
          fmt::format("the local part of rank {} = {} elements, must be >= shadowwidth = {} "
                      "(globsize = {} over {} ranks)",
                      rank, owned, shadow_width, globsize, distribution.size()));
    }
    starts_.push_back(starts_.back() + owned);
  }
  if (starts_.back() != globsize) {
    throw ArgumentError(fmt::format("sum of distribution_in = {}, must be globsize = {}", starts_.back(), globsize));
  }
}

int BlockedLayout::owner(std::int64_t element) const {
  const auto beyond = std::upper_bound(starts_.begin(), starts_.end(), element);
  return static_cast<int>(beyond - starts_.begin()) - 1;
}

}  // namespace stencil
