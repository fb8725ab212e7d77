// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/tokens/step_memory.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

// Addresses, since pointers into different arrays may not be compared.
std::int64_t address(const void* pointer) {
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

// The first and the last of its rows that have some of these bytes.
std::optional<std::pair<std::int64_t, std::int64_t>> rows_with(const SteppedArray& array, std::int64_t first,
                                                               std::int64_t last) {
  first -= address(array.array);
  last -= address(array.array);
  const std::int64_t end = (array.rows - 1) * array.stride_bytes + array.row_bytes;
  first = std::max<std::int64_t>(first, 0);
  last = std::min(last, end);
  if (first >= last) return std::nullopt;
  std::int64_t from = first / array.stride_bytes;
  if (first % array.stride_bytes >= array.row_bytes) ++from;
  const std::int64_t to = (last - 1) / array.stride_bytes;
  if (from > to) return std::nullopt;
  return std::pair(from, to);
}

}  // namespace

void check_unswept_by(const StepMemory& step, const char* name, const void* array, std::int64_t first,
                      std::int64_t last, bool written) {
  for (std::size_t k = 0; k < step.parts.size(); ++k) {
    const SteppedPart& part = step.parts[k];
    for (const bool swept : {true, false}) {
      if (!swept && !written) continue;
      const auto rows = rows_with(swept ? part.f : part.r, address(array) + first, address(array) + last);
      if (!rows) continue;
      throw ArgumentError(
          fmt::format("{} has rows {} .. {} of {}{} of step {}, which is in flight: {} began it and {} them, call "
                      "stencil_step_wait first",
                      name, rows->first, rows->second, swept ? "f" : "r",
                      step.parts.size() == 1 ? "" : fmt::format(" of parts[{}]", k), step.step, step.begun_by,
                      swept ? "sweeps" : "reads"));
    }
  }
}

}  // namespace stencil
