// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/patch.hpp"

#include <algorithm>

namespace stencil {
namespace {

ElementSpan span_of(const Combs& combs, std::int64_t stride) {
  ElementSpan span;
  bool first = true;
  for (const Comb& comb : combs) {
    if (comb.count() == 0) continue;
    const std::int64_t ends[] = {comb.first, comb.first + comb.length - 1, comb.first + (comb.repeat - 1) * comb.stride,
                                 comb.first + (comb.repeat - 1) * comb.stride + comb.length - 1};
    for (const std::int64_t end : ends) {
      const std::int64_t place = end * stride;
      span.first = first ? place : std::min(span.first, place);
      span.last = first ? place : std::max(span.last, place);
      first = false;
    }
  }
  return span;  // both ends included
}

}  // namespace

Patch run_patch(std::int64_t first, std::int64_t elements) {
  Patch patch;
  append_run(patch.inner, 0, elements);
  append_run(patch.outer, 0, 1);
  patch.base = first;
  return patch;
}

Patch packed_patch(const Patch& shape, std::int64_t first) {
  Patch patch;
  append_run(patch.inner, 0, shape.inner_count());
  append_run(patch.outer, 0, shape.outer_count());
  patch.base = first;
  patch.outer_stride = shape.inner_count();
  return patch;
}

ElementSpan span_of(const Patch& patch) {
  if (patch.elements() == 0) return {};
  const ElementSpan inner = span_of(patch.inner, patch.inner_stride);
  const ElementSpan outer = span_of(patch.outer, patch.outer_stride);
  return {patch.base + inner.first + outer.first, patch.base + inner.last + outer.last + 1};
}

bool is_one_run(const Patch& patch, std::int64_t* first) {
  const std::int64_t inner = patch.inner_count();
  const std::int64_t outer = patch.outer_count();
  if (inner == 0 || outer == 0) return false;
  const bool inner_is_run =
      inner == 1 || (patch.inner.size() == 1 && patch.inner.front().repeat == 1 && patch.inner_stride == 1);
  const bool outer_is_run = outer == 1 || (patch.outer.size() == 1 && patch.outer.front().repeat == 1 &&
                                           patch.outer_stride == inner && inner_is_run);
  if (!inner_is_run || !outer_is_run) return false;
  *first = span_of(patch).first;
  return true;
}

}  // namespace stencil
