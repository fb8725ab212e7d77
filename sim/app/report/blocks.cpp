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

BlockWords words_of(const BlockClass& shape) {
  if (shape.tile) {
    const char* const kind = name_of(shape.tile->tile_class);
    return {"tile", "tiles", kind, shape.tile->backward ? "backward" : "forward", "class", kind, true};
  }
  return {"block", "blocks", "", "", "keep", shape.keep ? std::to_string(*shape.keep) : "-", false};
}

BlockClass table_line_of(BlockClass shape) {
  shape.chain.reset();
  shape.place.reset();
  if (shape.tile) shape.tile->backward = false;
  return shape;
}

bool is_streamed(const BlockClass& shape) {
  return !shape.tile;
}

std::int64_t lanes_of(const BlockClass& shape, std::int64_t lanes) {
  return is_streamed(shape) ? lanes : 1;
}

bool operator<(const BlockRecord& a, const BlockRecord& b) {
  return std::tie(a.step, a.rank, a.strip, a.block) < std::tie(b.step, b.rank, b.strip, b.block);
}

}  // namespace stencil
