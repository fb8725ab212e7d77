// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/array_layout.hpp"

namespace stencil {

std::int64_t globsize(const ArrayLayout& layout) {
  if (const auto* blocked = std::get_if<BlockedLayout>(&layout)) return blocked->globsize();
  if (const auto* boxes = std::get_if<BoxLayout>(&layout)) return boxes->elements();
  return std::get<LocalMatrix>(layout).elements();
}

std::int64_t local_elements(const ArrayLayout& layout, int rank) {
  return std::visit([rank](const auto& kind) { return kind.local_elements(rank); }, layout);
}

}  // namespace stencil
