// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/row_slots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_slots = 8;      // more than before
constexpr std::size_t least_differing = 3;  // classes

// The slots of a pair are those of its faster recording.
bool holds(const std::vector<ClassPair>& pairs, const Series& series, std::int64_t slots, int sign) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ClassPair& pair = pairs[i];
    const auto cycles = [&](std::int64_t all) { return tile_cycles(*pair.key, pair.device, all); };
    const std::int64_t more = cycles(pair.device.slots + slots) - cycles(pair.device.slots);
    if (series.differences[i] != sign * pair.now->count * more) return false;
  }
  return true;
}

}  // namespace

std::optional<Explanation> explain_row_slots(const std::vector<ClassPair>& pairs, const Series& series) {
  const auto is_tile = [](const ClassPair& pair) { return !is_streamed(pair.key->shape) && pair.device.slots != 0; };
  if (series.differing() < least_differing || !std::all_of(pairs.begin(), pairs.end(), is_tile)) return std::nullopt;
  for (std::int64_t slots = 1; slots <= most_slots; ++slots) {
    for (const int sign : {1, -1}) {
      if (!holds(pairs, series, slots, sign)) continue;
      Explanation one;
      one.cause = series.cause;
      one.names = {"row slots"};
      one.text = fmt::format("tiles are processed in {} {} (row slots)", counted(slots, "row slot"),
                             sign > 0 ? "more" : "fewer");
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (series.differences[i] != 0) one.classes.push_back(i);
      }
      return one;
    }
  }
  return std::nullopt;
}

}  // namespace stencil
