// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/sizes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "host/base/check.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

}  // namespace

std::int64_t smallest_lld(const BlockCyclicLayout& layout, std::int64_t rank) {
  return std::max<std::int64_t>(1, layout.local_rows(rank));
}

// The text is made only for a refusal: pdelset and pdelget come through here for every element.
void check_element_numbers(const BlockCyclicLayout& layout, const char* n) {
  const std::int64_t m = layout.rows.n();
  if (m == 0 || layout.cols.n() <= most / m) return;
  check_range(n, layout.cols.n(), 0, most / m, fmt::format("{} rows; elements have 64-bit numbers", m).c_str());
}

void check_local_matrix(const BlockCyclicLayout& layout, std::int64_t rank, std::int64_t lld, std::int64_t elemsize,
                        const char* name) {
  const std::int64_t cols = layout.local_cols(rank);
  const std::int64_t high = most / elemsize / std::max<std::int64_t>(1, cols);
  const std::int64_t low = smallest_lld(layout, rank);
  if (low <= lld && lld <= high) return;
  check_range(name, lld, low, high,
              fmt::format("{} local rows and {} local columns, elements of {} bytes; byte offsets have 64 bits",
                          layout.local_rows(rank), cols, elemsize)
                  .c_str());
}

}  // namespace stencil
