// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/plan.hpp"

#include <fmt/core.h>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {

// Overlapped rows: the first of several blocks keeps its first niter rows and provides its last niter for the next
// block's overlap; as the last but one it may be niter - 1 rows shorter than portion. So portion >= 3*niter.
// Skewed: the niter rows by which the last sweep lags behind the first must lie in one block.
void check_sweeps(const char* name, std::int64_t niter, std::int64_t portion, Blocking blocking) {
  if (blocking == Blocking::skewed) {
    check_range("portion", portion, 1);
    check_range(name, niter, 1, portion, fmt::format("portion = {}, skewed blocks", portion).c_str());
    return;
  }
  if (portion < 3) {
    throw ArgumentError(fmt::format("portion = {}, must be >= 3: even one sweep needs three times its rows", portion));
  }
  check_range(name, niter, 1, portion / 3, fmt::format("a third of portion = {}", portion).c_str());
}

std::vector<Block> plan_blocks(std::int64_t rows, std::int64_t portion, std::int64_t niter, Blocking blocking) {
  return blocking == Blocking::skewed ? plan_skewed(rows, portion, niter) : plan_overlapped_rows(rows, portion, niter);
}

}  // namespace stencil
