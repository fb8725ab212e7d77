// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <vector>

#include "host/arrays/exchange/patch.hpp"

namespace stencil {
namespace {

// Copies items of `bytes` bytes. A constant size lets the compiler turn each copy into a few moves instead of a call.
template <std::size_t bytes>
void copy_items(std::byte* to, const std::byte* from, std::int64_t items, std::int64_t to_step,
                std::int64_t from_step) {
  for (std::int64_t k = 0; k < items; ++k) std::memcpy(to + k * to_step, from + k * from_step, bytes);
}

// Copies a long run in pieces of 64 KiB: one call for tens of megabytes takes up to 1.15 times as long (glibc 2.36).
// memmove, because GCC turns a memcpy of bounded length into `rep movs`, which takes three times as long for 128 bytes.
void copy_run(std::byte* to, const std::byte* from, std::int64_t bytes) {
  constexpr std::int64_t piece_bytes = std::int64_t{64} << 10;
  for (std::int64_t done = 0; done < bytes; done += piece_bytes) {
    std::memmove(to + done, from + done, static_cast<std::size_t>(std::min(piece_bytes, bytes - done)));
  }
}

// Copies a run that is probably short, without a call up to 512 bytes: a call takes most of its time before it moves
// the first byte.
void copy_short_run(std::byte* to, const std::byte* from, std::int64_t bytes) {
  constexpr std::int64_t piece_bytes = 64;
  constexpr std::int64_t short_bytes = 512;
  if (bytes > short_bytes) return copy_run(to, from, bytes);
  for (; bytes >= piece_bytes; bytes -= piece_bytes, to += piece_bytes, from += piece_bytes) {
    std::memcpy(to, from, piece_bytes);
  }
  if (bytes > 0) std::memmove(to, from, static_cast<std::size_t>(bytes));
}

// Copies `items` items of `bytes` bytes, to_step and from_step bytes apart.
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
      for (std::int64_t k = 0; k < items; ++k) copy_short_run(to + k * to_step, from + k * from_step, bytes);
  }
}

}  // namespace

// In bytes: the size of one item, and the distance from one number to the next on either side.
struct PatchCopy::Strides {
  std::int64_t item;
  std::int64_t from;
  std::int64_t to;
};

PatchCopy::PatchCopy(const Patch& from, const Patch& to) : from_base_(from.base), to_base_(to.base) {
  if (from.elements() == 0) return;
  inner_ = {pair_combs(from.inner, to.inner), from.inner_stride, to.inner_stride};
  outer_ = {pair_combs(from.outer, to.outer), from.outer_stride, to.outer_stride};
  if (inner_.from_stride == 1 && inner_.to_stride == 1) list_runs();
}

// Lists the runs of inner_ where copying them one after another is fastest: 2 .. 256 runs of 4 elements or more on
// average. All others are copied step by step.
void PatchCopy::list_runs() {
  constexpr std::int64_t most_runs = 256;
  constexpr std::int64_t shortest_mean = 4;  // elements
  std::int64_t runs = 0;
  std::int64_t elements = 0;
  for (const CombStep& step : inner_.steps) {
    runs += step.repeat;
    elements += step.repeat * step.length;
  }
  if (runs < 2 || runs > most_runs || elements < shortest_mean * runs) return;
  for (const CombStep& step : inner_.steps) {
    for (std::int64_t k = 0; k < step.repeat; ++k) {
      runs_.push_back({step.from + k * step.from_stride, step.to + k * step.to_stride, step.length});
    }
  }
}

std::int64_t PatchCopy::memory_bytes() const {
  return static_cast<std::int64_t>(sizeof *this +
                                   (inner_.steps.capacity() + outer_.steps.capacity()) * sizeof(CombStep) +
                                   runs_.capacity() * sizeof(Run));
}

// Copies one item for each number of `line`.
void PatchCopy::copy_steps(const Steps& line, const Strides& strides, std::byte* to, const std::byte* from) {
  const bool runs_are_whole = strides.to == strides.item && strides.from == strides.item;
  for (const CombStep& step : line.steps) {
    std::byte* const to_first = to + step.to * strides.to;
    const std::byte* const from_first = from + step.from * strides.from;
    if (runs_are_whole && step.repeat > 1) {
      copy_strided(to_first, from_first, step.repeat, step.length * strides.item, step.to_stride * strides.to,
                   step.from_stride * strides.from);
    } else if (step.length == 1) {
      copy_strided(to_first, from_first, step.repeat, strides.item, step.to_stride * strides.to,
                   step.from_stride * strides.from);
    } else {
      for (std::int64_t k = 0; k < step.repeat; ++k) {
        copy_strided(to_first + k * step.to_stride * strides.to, from_first + k * step.from_stride * strides.from,
                     step.length, strides.item, strides.to, strides.from);
      }
    }
  }
}

template <typename CopyLine>
void PatchCopy::for_each_line(const Strides& outer, std::byte* to, const std::byte* from, CopyLine&& copy_line) const {
  for (const CombStep& step : outer_.steps) {
    for (std::int64_t k = 0; k < step.repeat; ++k) {
      for (std::int64_t y = 0; y < step.length; ++y) {
        copy_line(to + (step.to + k * step.to_stride + y) * outer.to,
                  from + (step.from + k * step.from_stride + y) * outer.from);
      }
    }
  }
}

void PatchCopy::run(const std::byte* source, std::byte* target, std::int64_t elemsize) const {
  if (inner_.steps.empty()) return;
  const std::byte* const from_base = source + from_base_ * elemsize;
  std::byte* const to_base = target + to_base_ * elemsize;
  const Strides inner{elemsize, inner_.from_stride * elemsize, inner_.to_stride * elemsize};
  const Strides outer{elemsize, outer_.from_stride * elemsize, outer_.to_stride * elemsize};

  const CombStep& only = inner_.steps.front();
  if (inner_.steps.size() == 1 && only.repeat == 1 && inner.from == elemsize && inner.to == elemsize) {
    // Each line is one run, so that whole lines are the items.
    const Strides lines{only.length * elemsize, outer.from, outer.to};
    copy_steps(outer_, lines, to_base + only.to * elemsize, from_base + only.from * elemsize);
    return;
  }
  if (!runs_.empty()) {
    for_each_line(outer, to_base, from_base, [&](std::byte* to_line, const std::byte* from_line) {
      for (const Run& run : runs_) {
        copy_short_run(to_line + run.to * elemsize, from_line + run.from * elemsize, run.length * elemsize);
      }
    });
    return;
  }
  for_each_line(outer, to_base, from_base,
                [&](std::byte* to_line, const std::byte* from_line) { copy_steps(inner_, inner, to_line, from_line); });
}

}  // namespace stencil
