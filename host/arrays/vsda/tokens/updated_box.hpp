// Sizes and shadow widths of an array of VSDA_Create_2d, as its updates report them to a check (box_watch).
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
  };
  const std::byte* array = nullptr;
  std::int64_t elemsize = 1;  // bytes
  Axis rows, cols;
};

// A check sets this function, and each update of such an array calls it as it begins; null: no check is on.
inline std::atomic<void (*)(const UpdatedBox&)> box_watch{nullptr};

}  // namespace stencil
