// The shadows of an array in boxes, for whoever follows its updates; the host library itself does not.
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

// Called when an update of such an array begins; null: nobody is.
inline std::atomic<void (*)(const UpdatedBox&)> box_watch{nullptr};

}  // namespace stencil
