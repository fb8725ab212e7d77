// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/plan_copy.hpp"

#include <algorithm>

namespace stencil {
namespace {

// Cuts the part of [offset, offset + count) that `rank` owns in `mine` along the portions of `theirs`, where the same
// elements lie `shift` further on. Calls visit(peer, local number in mine, count) by rising peer.
template <typename Visit>
void cut_along(const BlockedLayout& mine, std::int64_t offset, std::int64_t count, int rank,
               const BlockedLayout& theirs, std::int64_t shift, Visit visit) {
  const std::int64_t finish = std::min(mine.finish(rank), offset + count);
  std::int64_t element = std::max(mine.start(rank), offset);
  if (element >= finish) return;
  for (int peer = theirs.owner(element + shift); element < finish; ++peer) {
    const std::int64_t end = std::min(finish, theirs.finish(peer) - shift);
    if (end <= element) continue;  // an empty portion
    visit(peer, element - mine.start(rank) + mine.shadow_before(rank), end - element);
    element = end;
  }
}

}  // namespace

ExchangePlan plan_copy(const BlockedLayout& target, std::int64_t target_offset, const BlockedLayout& source,
                       std::int64_t source_offset, std::int64_t count, int rank) {
  ExchangePlan plan;
  const std::int64_t shift = target_offset - source_offset;
  cut_along(source, source_offset, count, rank, target, shift, [&](int peer, std::int64_t local, std::int64_t n) {
    if (peer == rank) {
      plan.self.source_local = local;
      plan.self.count = n;
    } else {
      plan.sends.push_back({peer, local, n});
    }
  });
  cut_along(target, target_offset, count, rank, source, -shift, [&](int peer, std::int64_t local, std::int64_t n) {
    if (peer == rank) {
      plan.self.target_local = local;
    } else {
      plan.receives.push_back({peer, local, n});
    }
  });
  return plan;
}

}  // namespace stencil
