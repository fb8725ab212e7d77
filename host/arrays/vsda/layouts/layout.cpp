// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {

std::vector<std::int64_t> automatic_portions(std::int64_t globsize, int ranks) {
  std::vector<std::int64_t> portions(static_cast<std::size_t>(ranks), globsize / ranks);
  std::for_each_n(portions.begin(), globsize % ranks, [](std::int64_t& portion) { ++portion; });
  return portions;
}

BlockedLayout::BlockedLayout(std::int64_t globsize, std::int64_t shadow_width, bool global_shadows,
                             const std::vector<std::int64_t>& portions, std::int64_t max_local_elements)
    : shadow_width_(shadow_width), global_shadows_(global_shadows) {
  check_range("globsize", globsize, 0);
  check_range("shadowwidth", shadow_width, 0, max_local_elements / 2, "a local portion must fit 64-bit byte offsets");
  const auto name = [](std::size_t rank) { return fmt::format("distribution_in[{}]", rank); };
  for (std::size_t rank = 0; rank < portions.size(); ++rank) {
    if (portions[rank] < 0) check_range(name(rank).c_str(), portions[rank], 0);
  }
  starts_.reserve(portions.size() + 1);
  starts_.push_back(0);
  for (std::size_t rank = 0; rank < portions.size(); ++rank) {
    const std::int64_t portion = portions[rank];
    // Compared with what is left, so that a sum beyond 64 bits is caught as well.
    if (portion > globsize - starts_.back()) {
      throw ArgumentError(fmt::format("{} = {} brings the sum above globsize = {}, {} elements are left for it",
                                      name(rank), portion, globsize, globsize - starts_.back()));
    }
    if (portion > max_local_elements - 2 * shadow_width) {
      throw ArgumentError(
          fmt::format("the portion of rank {} = {} elements, must be <= {} with shadowwidth = {} "
                      "(a local portion must fit 64-bit byte offsets)",
                      rank, portion, max_local_elements - 2 * shadow_width, shadow_width));
    }
    if (portions.size() > 1 && portion < shadow_width) {
      throw ArgumentError(
          fmt::format("the portion of rank {} = {} elements, must be >= shadowwidth = {} "
                      "(globsize = {} over {} ranks)",
                      rank, portion, shadow_width, globsize, portions.size()));
    }
    starts_.push_back(starts_.back() + portion);
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
