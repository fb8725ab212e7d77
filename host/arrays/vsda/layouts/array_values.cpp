// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/array_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace stencil {
namespace {

std::string values_of(const BlockedLayout& layout) {
  std::vector<std::int64_t> owned;
  owned.reserve(static_cast<std::size_t>(layout.ranks()));
  for (int rank = 0; rank < layout.ranks(); ++rank) owned.push_back(layout.owned(rank));
  const std::string edges = layout.edges() == Edges::periodic
                                ? "periodic edges"
                                : fmt::format("globalshadows = {}", layout.edges() == Edges::shadow ? 1 : 0);
  return fmt::format("shadowwidth = {}, {}, distribution {}", layout.shadow_width(), edges, fmt::join(owned, " "));
}

std::string values_of(const BoxLayout& layout) {
  return fmt::format("rows: {}, columns: {}", values_of(layout.rows), values_of(layout.cols));
}

std::string values_of(const LocalMatrix& matrix) {
  const CyclicAxis& rows = matrix.layout.rows;
  const CyclicAxis& cols = matrix.layout.cols;
  std::string text =
      fmt::format("m, n = {}, {}, mb, nb = {}, {}, rsrc, csrc = {}, {}, process grid {} x {}", rows.n(), cols.n(),
                  rows.block(), cols.block(), rows.source(), cols.source(), rows.procs(), cols.procs());
  if (matrix.layout.map != nullptr) text += fmt::format(" of ranks {}", fmt::join(matrix.layout.map->ranks(), " "));
  return text;
}

}  // namespace

std::string values_of(const ArrayLayout& layout, std::int64_t elemsize) {
  return fmt::format("globsize = {}, elemsize = {}, {}", globsize(layout), elemsize,
                     std::visit([](const auto& kind) { return values_of(kind); }, layout));
}

}  // namespace stencil
