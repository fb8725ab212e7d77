// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/blocks.hpp"

#include <tuple>

namespace stencil {

const char* name_of(StepPlace place) {
  switch (place) {
    case StepPlace::first:
      return "first";
    case StepPlace::middle:
      return "middle";
    case StepPlace::last:
      return "last";
    default:
      return "only";
  }
}

StepPlace place_in_step(std::int64_t index, std::int64_t count) {
  if (count == 1) return StepPlace::only;
  if (index == 0) return StepPlace::first;
  return index + 1 == count ? StepPlace::last : StepPlace::middle;
}

bool operator<(const BlockRecord& a, const BlockRecord& b) {
  return std::tie(a.step, a.rank, a.strip, a.block) < std::tie(b.step, b.rank, b.strip, b.block);
}

}  // namespace stencil
