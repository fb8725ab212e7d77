// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/element_runs.hpp"

#include <algorithm>

namespace stencil {

std::vector<Submatrix> rectangles_of(ElementOrder order, std::int64_t m, std::int64_t n, const ElementRun& run) {
  std::vector<Submatrix> parts;
  const std::int64_t length = order == ElementOrder::columns ? m : n;
  const std::int64_t end = run.first + run.count;
  for (std::int64_t at = run.first; at < end;) {
    const std::int64_t line = at / length;
    const std::int64_t along = at % length;
    // Takes whole lines together; at either end the run has a piece of one line.
    const bool whole = along == 0 && end - at >= length;
    const std::int64_t lines = whole ? (end - at) / length : 1;
    const std::int64_t piece = whole ? length : std::min(length - along, end - at);
    if (order == ElementOrder::columns) {
      parts.push_back({along, line, piece, lines});
    } else {
      parts.push_back({line, along, lines, piece});
    }
    at += lines * piece;
  }
  return parts;
}

}  // namespace stencil
