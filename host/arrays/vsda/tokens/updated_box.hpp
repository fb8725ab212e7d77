// Sizes of an array, and shadow widths of one of VSDA_Create_2d, as updates report them to a check.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace stencil {

// The local part of an array of VSDA_Create_2d, row by row.
struct UpdatedBox {
  struct Axis {
    std::int64_t elements = 0;           // shadows included
    std::int64_t before = 0, after = 0;  // shadows that other ranks, or the other end of the array, fill
    std::int64_t first = 0, owned = 0;   // local number of the first element that the rank owns, and how many it owns
    std::int64_t start = 0, size = 1;    // number of that element in the array, elements of the array
  };
  const std::byte* array = nullptr;
  std::int64_t elemsize = 1;  // bytes
  Axis rows, cols;
};

// A check sets these functions, and each update of such an array calls the first as it begins, and, where ends are
// watched, the second with the array when it has ended; null: no check is on.
inline std::atomic<void (*)(const UpdatedBox&)> box_watch{nullptr};
inline std::atomic<void (*)(const void* array)> box_ended_watch{nullptr};

// The same, called by the updates of all arrays as they begin, with the local part: elements and bytes of each.
inline std::atomic<void (*)(const void* array, std::int64_t elements, std::int64_t elemsize)> part_watch{nullptr};

}  // namespace stencil
