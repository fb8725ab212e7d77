// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/patch.hpp"

#include <algorithm>

namespace stencil {
namespace {

// The least and the greatest of some numbers.
struct Ends {
  bool any = false;
  std::int64_t least = 0;
  std::int64_t greatest = 0;

  void add(std::int64_t number) {
    least = any ? std::min(least, number) : number;
    greatest = any ? std::max(greatest, number) : number;
    any = true;
  }
};

Ends ends_of(const Combs& combs, const LoopSpan& span) {
  Ends ends;
  combs.for_each(
      span,
      [&](const Comb& comb) {
        if (comb.count() == 0) return;
        for (const std::int64_t first : {comb.first, comb.first + (comb.repeat - 1) * comb.stride}) {
          ends.add(first);
          ends.add(first + comb.length - 1);
        }
      },
      [&](const CombLoop& loop, const LoopSpan& body) {
        const Ends round = ends_of(combs, body);
        if (!round.any) return;
        for (const std::int64_t shift : {std::int64_t{0}, (loop.repeat - 1) * loop.stride}) {
          ends.add(round.least + shift);
          ends.add(round.greatest + shift);
        }
      });
  return ends;
}

// Both ends included.  @pre combs are not empty
ElementSpan span_of(const Combs& combs, std::int64_t stride) {
  const Ends ends = ends_of(combs, combs.all());
  return {std::min(ends.least * stride, ends.greatest * stride), std::max(ends.least * stride, ends.greatest * stride)};
}

bool is_run(const Combs& combs) {
  return combs.items().size() == 1 && combs.loops().empty() && combs.items().front().repeat == 1;
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
  const bool inner_is_run = inner == 1 || (is_run(patch.inner) && patch.inner_stride == 1);
  const bool outer_is_run = outer == 1 || (is_run(patch.outer) && patch.outer_stride == inner && inner_is_run);
  if (!inner_is_run || !outer_is_run) return false;
  *first = span_of(patch).first;
  return true;
}

}  // namespace stencil
