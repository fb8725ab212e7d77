// Elements of one local array in a fixed order, as a lattice of regular runs in two dimensions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/arrays/exchange/comb_steps.hpp"

namespace stencil {

// Element (x, y) is number base + x*inner_stride + y*outer_stride of the array, for x in inner and y in outer, in the
// order of outer and, for each y, of inner. A column-major matrix has its rows in inner and its leading dimension as
// outer_stride; with the strides exchanged the patch names the same elements row by row.
struct Patch {
  Combs inner;
  Combs outer;
  std::int64_t base = 0;
  std::int64_t inner_stride = 1;
  std::int64_t outer_stride = 0;

  std::int64_t inner_count() const { return stencil::count(inner); }
  std::int64_t outer_count() const { return stencil::count(outer); }
  std::int64_t elements() const { return inner_count() * outer_count(); }
};

// `elements` consecutive elements.
Patch run_patch(std::int64_t first, std::int64_t elements);

// A patch of the same shape whose elements lie side by side from `first` on.
Patch packed_patch(const Patch& shape, std::int64_t first);

// True if the elements are consecutive, in rising order; *first is then the number of the first one.
bool is_one_run(const Patch& patch, std::int64_t* first);

// The range [first, last) that holds the numbers of all elements of a patch.
struct ElementSpan {
  std::int64_t first = 0;
  std::int64_t last = 0;
};
ElementSpan span_of(const Patch& patch);

// Copies the elements of one patch to those of another, in order. Prepared once for any number of copies and arrays.
// O(elements) time; long runs at the speed of memcpy.
class PatchCopy {
 public:
  // In bytes: the size of one item, and the distance from one number to the next on either side.
  struct Strides {
    std::int64_t item;
    std::int64_t from;
    std::int64_t to;
  };

  // O(combs), or as pair_combs().  @pre from.inner_count() == to.inner_count(), from.outer_count() == to.outer_count()
  PatchCopy(const Patch& from, const Patch& to);

  // @pre the bytes written are not among those read
  void run(const std::byte* source, std::byte* target, std::int64_t elemsize) const;

  std::int64_t memory_bytes() const;

 private:
  // Pairs of numbers, with the distance in elements from one number to the next on either side.
  struct Steps {
    CombSteps list;
    std::int64_t from_stride = 0;
    std::int64_t to_stride = 0;
  };
  // Part of a line whose elements are consecutive on both sides, in elements from the start of the line.
  struct Run {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t length = 0;
  };

  void list_runs();
  template <typename CopyLine>
  void for_each_line(const LoopSpan& lines, const Strides& outer, std::byte* to, const std::byte* from,
                     const CopyLine& copy_line) const;

  std::int64_t from_base_ = 0;
  std::int64_t to_base_ = 0;
  Steps inner_;  // empty: nothing to copy
  Steps outer_;
  std::vector<Run> runs_;  // the same as inner_ where copying it run by run is faster, otherwise empty
};

}  // namespace stencil
