// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/plan_update.hpp"

namespace stencil {

ExchangePlan plan_update(const BlockedLayout& layout, int rank) {
  ExchangePlan plan;
  const std::int64_t width = layout.shadow_width();
  if (width == 0) return plan;
  const std::int64_t owned = layout.shadow_before(rank);
  const std::int64_t owned_end = owned + layout.portion(rank);
  if (rank > 0) {
    plan.sends.push_back({rank - 1, owned, width});
    plan.receives.push_back({rank - 1, 0, width});
  }
  if (rank < layout.ranks() - 1) {
    plan.sends.push_back({rank + 1, owned_end - width, width});
    plan.receives.push_back({rank + 1, owned_end, width});
  }
  return plan;
}

}  // namespace stencil
