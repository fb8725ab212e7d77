// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/axis.hpp"

#include <cstdlib>

#include "host/base/check.hpp"

namespace stencil {

CyclicAxis::CyclicAxis(std::int64_t n, std::int64_t block, std::int64_t source, std::int64_t procs)
    : CyclicAxis(n, block, source, procs, Names{}) {}

void CyclicAxis::refuse(const Names& names) const {
  check_range(names.n, n_, 0);
  check_range(names.block, block_, 1);
  check_range(names.procs, procs_, 1);
  check_range(names.source, source_, 0, procs_ - 1);
  std::abort();  // not reached: one of the checks throws
}

std::int64_t CyclicAxis::blocks_of(std::int64_t process) const {
  return blocks() / procs_ + (distance(process) < blocks() % procs_ ? 1 : 0);
}

std::int64_t CyclicAxis::global(std::int64_t local, std::int64_t process) const {
  return global_block(local / block_, process) * block_ + local % block_;
}

}  // namespace stencil
