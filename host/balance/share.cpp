// SPDX-License-Identifier: Apache-2.0
#include "host/balance/share.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {

void check_share(const char* name, double share) {
  if (share >= 0.0 && share <= 1.0) return;
  throw ArgumentError(fmt::format("{} = {}, must be 0 .. 1", name, share));
}

std::int64_t rows_of_share(double share, std::int64_t rows) {
  check_share("share", share);
  check_range("rows", rows, 0);
  // Above 2^53 rows the rounded product could exceed `rows`.
  if (share == 1.0) return rows;
  const double product = share * static_cast<double>(rows);
  // floor(product + 0.5) would turn 0.49999999999999994 into 1, because the sum is rounded too.
  const double whole = std::floor(product);
  const std::int64_t below = static_cast<std::int64_t>(whole);
  return std::min(rows, product - whole >= 0.5 ? below + 1 : below);
}

}  // namespace stencil
