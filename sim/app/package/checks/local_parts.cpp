// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/local_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_parts = 64;
constexpr std::int64_t word_bytes = sizeof(double);

}  // namespace

// An array of the same address takes the place of one that is gone.
void LocalParts::updated(const void* array, std::int64_t elements, std::int64_t elemsize) {
  const auto* const first = static_cast<const std::byte*>(array);
  const auto known = std::find_if(parts_.begin(), parts_.end(), [&](const Part& one) { return one.array == first; });
  if (known != parts_.end())
    *known = {first, elements, elemsize};
  else if (parts_.size() < most_parts)
    parts_.push_back({first, elements, elemsize});
}

LocalParts::Found LocalParts::beyond(const double* values, std::int64_t words) const {
  const auto* const first = reinterpret_cast<const std::byte*>(values);
  const std::byte* const last = first + words * word_bytes;
  for (const Part& part : parts_) {
    const std::byte* const end = part.array + part.elements * part.elemsize;
    if (part.elements == 0 || first >= end || last <= part.array) continue;
    const std::int64_t before = std::max<std::int64_t>(0, part.array - first) / word_bytes;
    const std::int64_t behind = std::max<std::int64_t>(0, last - end) / word_bytes;
    if (before + behind == 0) continue;
    return {before + behind,
            fmt::format("{} of {} lie {} the local part of the array that VSDA_Update_begin was given, which has {} of "
                        "{} bytes, {}",
                        counted(before + behind, "word"), words,
                        behind == 0   ? "before"
                        : before == 0 ? "behind"
                                      : "before and behind",
                        counted(part.elements, "element"), part.elemsize,
                        counted(part.elements * part.elemsize / word_bytes, "word"))};
  }
  return {};
}

LocalParts& local_parts() {
  static auto* const parts = new LocalParts;
  return *parts;
}

}  // namespace stencil
