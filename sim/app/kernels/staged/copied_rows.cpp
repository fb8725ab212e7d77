// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/copied_rows.hpp"

#include <algorithm>
#include <cstddef>

namespace stencil {
namespace {

std::int64_t south_halo(const SplitStrip& split, std::int64_t halo) {
  return std::min(halo, split.strip.owned - split.device_rows + split.strip.after);
}

// Rows loaded when the strip comes to the device.
std::int64_t rows_in(const SplitStrip& split, std::int64_t halo) {
  return split.strip.before + split.device_rows + south_halo(split, halo);
}

// Rows of f copied where the strip was there already: halo rows in, and rows at the split in the other direction.
std::int64_t rows_when_there(const SplitStrip& split, std::int64_t halo) {
  const bool host_has_some = split.device_rows < split.strip.owned;
  return split.strip.before + south_halo(split, halo) + (host_has_some ? std::min(halo, split.device_rows) : 0);
}

// The strips with rows on the device that use this buffer, in order.
std::vector<SplitStrip> users(const std::vector<SplitStrip>& strips, std::int64_t places, std::int64_t place) {
  std::vector<SplitStrip> found;
  for (std::size_t k = static_cast<std::size_t>(place); k < strips.size(); k += static_cast<std::size_t>(places)) {
    if (strips[k].device_rows > 0) found.push_back(strips[k]);
  }
  return found;
}

}  // namespace

double copied_rows(const std::vector<SplitStrip>& strips, std::int64_t halo, std::int64_t f_places,
                   std::int64_t r_places) {
  std::int64_t in_two_steps = 0;
  for (std::int64_t place = 0; place < f_places; ++place) {
    const std::vector<SplitStrip> turn = users(strips, f_places, place);
    if (turn.empty()) continue;
    // With rising strips the first one is there and the last one stays; with falling strips the other way round.
    for (const SplitStrip& split : turn) in_two_steps += 2 * (rows_in(split, halo) + split.device_rows);
    for (const SplitStrip& end : {turn.front(), turn.back()}) {
      in_two_steps += rows_when_there(end, halo) - rows_in(end, halo) - end.device_rows;
    }
  }
  for (std::int64_t place = 0; place < r_places; ++place) {
    const std::vector<SplitStrip> turn = users(strips, r_places, place);
    if (turn.empty()) continue;
    for (const SplitStrip& split : turn) in_two_steps += 2 * rows_in(split, halo);
    for (const SplitStrip& end : {turn.front(), turn.back()}) in_two_steps -= rows_in(end, halo);
  }
  return static_cast<double>(in_two_steps) / 2.0;
}

}  // namespace stencil
