// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/plan_update.hpp"

namespace stencil {

UpdatePlan plan_update(const BlockedLayout& layout, int rank, std::int64_t elemsize) {
  UpdatePlan plan;
  plan.has_shadows = true;
  plan.elemsize = elemsize;
  plan.rank = rank;
  const std::int64_t width = layout.shadow_width();
  if (width == 0) return plan;
  plan.bytes = width * elemsize;
  const std::int64_t owned = layout.shadow_before(rank);
  const std::int64_t owned_end = owned + layout.owned(rank);
  const auto add = [&](int peer, std::int64_t edge, std::int64_t shadow) {
    plan.neighbour[plan.neighbours++] = {peer, edge * elemsize, shadow * elemsize};
  };
  if (layout.rank_before(rank) >= 0) add(layout.rank_before(rank), owned, 0);
  if (layout.rank_after(rank) >= 0) add(layout.rank_after(rank), owned_end - width, owned_end);
  return plan;
}

}  // namespace stencil
