// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/bounds.hpp"

#include <fmt/core.h>

#include <limits>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

std::int64_t whole_blocks(std::uint64_t blocks, const CyclicAxis& axis) {
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto block = static_cast<std::uint64_t>(axis.block());
  if (blocks > most / block) {
    throw ArgumentError(fmt::format("bound = {} blocks of {} elements, must be <= {} elements (n = {}, procs = {})",
                                    blocks, block, most, axis.n(), axis.procs()));
  }
  return static_cast<std::int64_t>(blocks * block);
}

std::uint64_t ceiling(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace

std::int64_t count_bound(const CyclicAxis& axis) {
  // Sums of two 63-bit numbers: unsigned they cannot overflow.
  const auto n = static_cast<std::uint64_t>(axis.n());
  const auto block = static_cast<std::uint64_t>(axis.block());
  const auto procs = static_cast<std::uint64_t>(axis.procs());
  return whole_blocks(((n + block - 1) / block + procs - 1) / procs, axis);
}

std::int64_t count_bound_by_ceilings(const CyclicAxis& axis) {
  const std::uint64_t blocks = ceiling(static_cast<std::uint64_t>(axis.n()), static_cast<std::uint64_t>(axis.block()));
  return whole_blocks(ceiling(blocks, static_cast<std::uint64_t>(axis.procs())), axis);
}

}  // namespace stencil
