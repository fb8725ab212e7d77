// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <vector>

#include "host/arrays/exchange/patch.hpp"

namespace stencil {
namespace {

// What one item of `bytes` bytes takes when the compiler knows how many they are.
template <std::size_t bytes>
void copy_items(std::byte* to, const std::byte* from, std::int64_t items, std::int64_t to_step,
                std::int64_t from_step) {
  for (std::int64_t k = 0; k < items; ++k) std::memcpy(to + k * to_step, from + k * from_step, bytes);
}

// A long run in pieces: one call for tens of megabytes takes up to 1.15 of their time (glibc 2.36).
void copy_run(std::byte* to, const std::byte* from, std::int64_t bytes) {
  constexpr std::int64_t piece_bytes = std::int64_t{64} << 10;
  for (std::int64_t done = 0; done < bytes; done += piece_bytes) {
    std::memcpy(to + done, from + done, static_cast<std::size_t>(std::min(piece_bytes, bytes - done)));
  }
}

// `items` items of `bytes` bytes, to_step and from_step bytes apart.
void copy_strided(std::byte* to, const std::byte* from, std::int64_t items, std::int64_t bytes, std::int64_t to_step,
                  std::int64_t from_step) {
  if (to_step == bytes && from_step == bytes) {
    copy_run(to, from, items * bytes);
    return;
  }
  switch (bytes) {
    case 1:
      return copy_items<1>(to, from, items, to_step, from_step);
    case 2:
      return copy_items<2>(to, from, items, to_step, from_step);
    case 4:
      return copy_items<4>(to, from, items, to_step, from_step);
    case 8:
      return copy_items<8>(to, from, items, to_step, from_step);
    case 16:
      return copy_items<16>(to, from, items, to_step, from_step);
    case 32:
      return copy_items<32>(to, from, items, to_step, from_step);
    default:
      for (std::int64_t k = 0; k < items; ++k) copy_run(to + k * to_step, from + k * from_step, bytes);
  }
}

// A list of numbers that are steps of bytes apart on either side.
struct Steps {
  std::vector<CombStep> steps;
  std::int64_t from_bytes;
  std::int64_t to_bytes;
};

// Items of `bytes` bytes, one for each number.
void copy_steps(const Steps& line, std::byte* to, const std::byte* from, std::int64_t bytes) {
  for (const CombStep& step : line.steps) {
    std::byte* const to_first = to + step.to * line.to_bytes;
    const std::byte* const from_first = from + step.from * line.from_bytes;
    const bool runs_are_whole = line.to_bytes == bytes && line.from_bytes == bytes;
    if (runs_are_whole && step.repeat > 1) {
      copy_strided(to_first, from_first, step.repeat, step.length * bytes, step.to_stride * bytes,
                   step.from_stride * bytes);
    } else if (step.length == 1) {
      copy_strided(to_first, from_first, step.repeat, bytes, step.to_stride * line.to_bytes,
                   step.from_stride * line.from_bytes);
    } else {
      for (std::int64_t k = 0; k < step.repeat; ++k) {
        copy_strided(to_first + k * step.to_stride * line.to_bytes, from_first + k * step.from_stride * line.from_bytes,
                     step.length, bytes, line.to_bytes, line.from_bytes);
      }
    }
  }
}

}  // namespace

void copy_patch(const Patch& from, const std::byte* source, const Patch& to, std::byte* target, std::int64_t elemsize) {
  if (from.elements() == 0) return;
  const Steps inner{pair_combs(from.inner, to.inner), from.inner_stride * elemsize, to.inner_stride * elemsize};
  const Steps outer{pair_combs(from.outer, to.outer), from.outer_stride * elemsize, to.outer_stride * elemsize};
  const std::byte* const from_base = source + from.base * elemsize;
  std::byte* const to_base = target + to.base * elemsize;

  const CombStep& only = inner.steps.front();
  if (inner.steps.size() == 1 && only.repeat == 1 && inner.from_bytes == elemsize && inner.to_bytes == elemsize) {
    // Each line is one run: lines are the items then.
    copy_steps(outer, to_base + only.to * elemsize, from_base + only.from * elemsize, only.length * elemsize);
    return;
  }
  for (const CombStep& step : outer.steps) {
    for (std::int64_t k = 0; k < step.repeat; ++k) {
      for (std::int64_t y = 0; y < step.length; ++y) {
        const std::int64_t from_line = (step.from + k * step.from_stride + y) * outer.from_bytes;
        const std::int64_t to_line = (step.to + k * step.to_stride + y) * outer.to_bytes;
        copy_steps(inner, to_base + to_line, from_base + from_line, elemsize);
      }
    }
  }
}

}  // namespace stencil
