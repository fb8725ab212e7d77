// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/axis.hpp"

#include "host/base/check.hpp"

namespace stencil {

CyclicAxis::CyclicAxis(std::int64_t n, std::int64_t block, std::int64_t source, std::int64_t procs)
    : CyclicAxis(n, block, source, procs, Names{}) {}

CyclicAxis::CyclicAxis(std::int64_t n, std::int64_t block, std::int64_t source, std::int64_t procs, const Names& names)
    : n_(n), block_(block), source_(source), procs_(procs) {
  check_range(names.n, n, 0);
  check_range(names.block, block, 1);
  check_range(names.procs, procs, 1);
  check_range(names.source, source, 0, procs - 1);
}

std::int64_t CyclicAxis::owner_of_block(std::int64_t k) const {
  const std::int64_t turn = k % procs_;
  // source + turn could be too large to be a number.
  return turn < procs_ - source_ ? source_ + turn : turn - (procs_ - source_);
}

std::int64_t CyclicAxis::distance(std::int64_t process) const {
  return process >= source_ ? process - source_ : process + (procs_ - source_);
}

std::int64_t CyclicAxis::count(std::int64_t process) const {
  const std::int64_t whole_blocks = n_ / block_;
  const std::int64_t turn = distance(process);
  const std::int64_t everybody = whole_blocks / procs_;
  const std::int64_t left = whole_blocks % procs_;
  if (turn < left) return (everybody + 1) * block_;
  if (turn == left) return everybody * block_ + n_ % block_;
  return everybody * block_;
}

std::int64_t CyclicAxis::blocks_of(std::int64_t process) const {
  return blocks() / procs_ + (distance(process) < blocks() % procs_ ? 1 : 0);
}

std::int64_t CyclicAxis::global(std::int64_t local, std::int64_t process) const {
  return global_block(local / block_, process) * block_ + local % block_;
}

}  // namespace stencil
