// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/row_slots.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_slots = 8;      // more than before
constexpr std::size_t least_differing = 3;  // classes

// more: slots, negative for fewer. The slots of a pair are those of its faster recording.
bool holds(const std::vector<ClassPair>& pairs, const Series& series, std::int64_t more) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ClassPair& pair = pairs[i];
    const bool slower = pair.now->cycles.back().sum > pair.base->cycles.back().sum;
    const std::int64_t base = slower ? pair.device.slots : pair.device.slots - more, now = base + more;
    if (base < 1 || now < 1) return false;
    const std::int64_t each = tile_cycles(*pair.key, pair.device, now) - tile_cycles(*pair.key, pair.device, base);
    if (series.differences[i] != pair.now->count * each) return false;
  }
  return true;
}

}  // namespace

std::optional<Explanation> explain_row_slots(const std::vector<ClassPair>& pairs, const Series& series) {
  const auto is_tile = [](const ClassPair& pair) { return !is_streamed(pair.key->shape) && pair.device.slots != 0; };
  if (series.differing() < least_differing || !std::all_of(pairs.begin(), pairs.end(), is_tile)) return std::nullopt;
  for (std::int64_t slots = 1; slots <= most_slots; ++slots) {
    for (const std::int64_t more : {slots, -slots}) {
      if (!holds(pairs, series, more)) continue;
      Explanation one;
      one.cause = series.cause;
      one.names = {"row slots"};
      one.text = fmt::format("tiles are processed in {} {} (row slots)", counted(slots, "row slot"),
                             more > 0 ? "more" : "fewer");
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (series.differences[i] != 0) one.classes.push_back(i);
      }
      return one;
    }
  }
  return std::nullopt;
}

}  // namespace stencil
