// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "host/arrays/exchange/patch.hpp"

namespace stencil {
namespace {

using Strides = PatchCopy::Strides;

bool are_side_by_side(const Strides& strides) {
  return strides.to == strides.item && strides.from == strides.item;
}

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

// Copies at least `bytes` bytes and fewer than twice as many, in two copies that may have some bytes in common.
template <std::int64_t bytes>
void copy_ends(std::byte* to, const std::byte* from, std::int64_t total) {
  std::memcpy(to, from, bytes);
  std::memcpy(to + total - bytes, from + total - bytes, bytes);
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
  if (bytes >= 32) return copy_ends<32>(to, from, bytes);
  if (bytes >= 16) return copy_ends<16>(to, from, bytes);
  if (bytes >= 8) return copy_ends<8>(to, from, bytes);
  if (bytes >= 4) return copy_ends<4>(to, from, bytes);
  if (bytes >= 2) return copy_ends<2>(to, from, bytes);
  if (bytes == 1) *to = *from;
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
    case 12:
      return copy_items<12>(to, from, items, to_step, from_step);
    case 16:
      return copy_items<16>(to, from, items, to_step, from_step);
    case 20:
      return copy_items<20>(to, from, items, to_step, from_step);
    case 24:
      return copy_items<24>(to, from, items, to_step, from_step);
    case 32:
      return copy_items<32>(to, from, items, to_step, from_step);
    case 40:
      return copy_items<40>(to, from, items, to_step, from_step);
    case 48:
      return copy_items<48>(to, from, items, to_step, from_step);
    default:
      for (std::int64_t k = 0; k < items; ++k) copy_short_run(to + k * to_step, from + k * from_step, bytes);
  }
}

// Copies one item for each number of a step.
void copy_step(const CombStep& step, const Strides& strides, std::byte* to, const std::byte* from) {
  to += step.to * strides.to;
  from += step.from * strides.from;
  const std::int64_t to_step = step.to_stride * strides.to;
  const std::int64_t from_step = step.from_stride * strides.from;
  if (are_side_by_side(strides)) {
    const std::int64_t bytes = step.length * strides.item;
    if (step.repeat == 1) return copy_short_run(to, from, bytes);
    return copy_strided(to, from, step.repeat, bytes, to_step, from_step);
  }
  if (step.length == 1) return copy_strided(to, from, step.repeat, strides.item, to_step, from_step);
  for (std::int64_t k = 0; k < step.repeat; ++k) {
    copy_strided(to + k * to_step, from + k * from_step, step.length, strides.item, strides.to, strides.from);
  }
}

// A number of rounds of a loop, in bytes from one to the next.
struct Rounds {
  std::int64_t count;
  std::int64_t from;
  std::int64_t to;
};

// The same for all rounds. Many rounds of a short run are copied like a column of items.
void copy_rounds(const CombStep& step, const Rounds& rounds, const Strides& strides, std::byte* to,
                 const std::byte* from) {
  const std::int64_t items = are_side_by_side(strides) ? 1 : step.length;
  if (step.repeat * items >= rounds.count) {
    for (std::int64_t k = 0; k < rounds.count; ++k, to += rounds.to, from += rounds.from) {
      copy_step(step, strides, to, from);
    }
    return;
  }
  const std::int64_t bytes = step.length / items * strides.item;
  for (std::int64_t k = 0; k < step.repeat; ++k) {
    for (std::int64_t x = 0; x < items; ++x) {
      copy_strided(to + (step.to + k * step.to_stride + x) * strides.to,
                   from + (step.from + k * step.from_stride + x) * strides.from, rounds.count, bytes, rounds.to,
                   rounds.from);
    }
  }
}

// Copies a loop without inner loops. Of short rounds as many are copied step by step as stay in the first cache on
// either side; long ones would be fetched out of the order of their addresses, which takes twice as long.
void copy_loop(const CombSteps& steps, const StepLoop& loop, const Strides& strides, std::byte* to,
               const std::byte* from) {
  constexpr std::int64_t bytes_at_once = std::int64_t{8} << 10;
  constexpr std::int64_t most_round_bytes = 128;
  Rounds rounds{1, loop.from_stride * strides.from, loop.to_stride * strides.to};
  const std::int64_t round_bytes = std::max({std::abs(rounds.from), std::abs(rounds.to), std::int64_t{1}});
  if (round_bytes <= most_round_bytes) rounds.count = bytes_at_once / round_bytes;
  for (std::int64_t done = 0; done < loop.repeat; done += rounds.count) {
    rounds.count = std::min(rounds.count, loop.repeat - done);
    for (std::size_t i = loop.begin; i < loop.end; ++i) {
      copy_rounds(steps.items()[i], rounds, strides, to + done * rounds.to, from + done * rounds.from);
    }
  }
}

// Copies one item for each number of the steps.
void copy_steps(const CombSteps& steps, const LoopSpan& span, const Strides& strides, std::byte* to,
                const std::byte* from) {
  steps.for_each(
      span, [&](const CombStep& step) { copy_step(step, strides, to, from); },
      [&](const StepLoop& loop, const LoopSpan& body) {
        if (loop.inner == 0) return copy_loop(steps, loop, strides, to, from);
        for (std::int64_t k = 0; k < loop.repeat; ++k) {
          copy_steps(steps, body, strides, to + k * loop.to_stride * strides.to,
                     from + k * loop.from_stride * strides.from);
        }
      });
}

}  // namespace

PatchCopy::PatchCopy(const Patch& from, const Patch& to) : from_base_(from.base), to_base_(to.base) {
  if (from.elements() == 0) return;
  inner_ = {pair_combs(from.inner, to.inner), from.inner_stride, to.inner_stride};
  outer_ = {pair_combs(from.outer, to.outer), from.outer_stride, to.outer_stride};
  const bool regular = !inner_.list.loops().empty();
  if (!regular && inner_.from_stride == 1 && inner_.to_stride == 1) list_runs();
}

// Lists the runs of inner_ where copying them one after another is fastest: 2 .. 256 runs of 4 elements or more on
// average. All others are copied step by step.
void PatchCopy::list_runs() {
  constexpr std::int64_t most_runs = 256;
  constexpr std::int64_t shortest_mean = 4;  // elements
  std::int64_t runs = 0;
  std::int64_t elements = 0;
  for (const CombStep& step : inner_.list.items()) {
    runs += step.repeat;
    elements += step.repeat * step.length;
  }
  if (runs < 2 || runs > most_runs || elements < shortest_mean * runs) return;
  for (const CombStep& step : inner_.list.items()) {
    for (std::int64_t k = 0; k < step.repeat; ++k) {
      runs_.push_back({step.from + k * step.from_stride, step.to + k * step.to_stride, step.length});
    }
  }
}

std::int64_t PatchCopy::memory_bytes() const {
  return static_cast<std::int64_t>(sizeof *this + runs_.capacity() * sizeof(Run)) + inner_.list.memory_bytes() +
         outer_.list.memory_bytes();
}

template <typename CopyLine>
void PatchCopy::for_each_line(const LoopSpan& lines, const Strides& outer, std::byte* to, const std::byte* from,
                              const CopyLine& copy_line) const {
  outer_.list.for_each(
      lines,
      [&](const CombStep& step) {
        for (std::int64_t k = 0; k < step.repeat; ++k) {
          for (std::int64_t y = 0; y < step.length; ++y) {
            copy_line(to + (step.to + k * step.to_stride + y) * outer.to,
                      from + (step.from + k * step.from_stride + y) * outer.from);
          }
        }
      },
      [&](const StepLoop& loop, const LoopSpan& body) {
        for (std::int64_t k = 0; k < loop.repeat; ++k) {
          for_each_line(body, outer, to + k * loop.to_stride * outer.to, from + k * loop.from_stride * outer.from,
                        copy_line);
        }
      });
}

void PatchCopy::run(const std::byte* source, std::byte* target, std::int64_t elemsize) const {
  if (inner_.list.empty()) return;
  const std::byte* const from_base = source + from_base_ * elemsize;
  std::byte* const to_base = target + to_base_ * elemsize;
  const Strides inner{elemsize, inner_.from_stride * elemsize, inner_.to_stride * elemsize};
  const Strides outer{elemsize, outer_.from_stride * elemsize, outer_.to_stride * elemsize};

  const CombStep& only = inner_.list.items().front();
  if (inner_.list.items().size() == 1 && inner_.list.loops().empty() && only.repeat == 1 && are_side_by_side(inner)) {
    // Each line is one run, so that whole lines are the items.
    const Strides lines{only.length * elemsize, outer.from, outer.to};
    copy_steps(outer_.list, outer_.list.all(), lines, to_base + only.to * elemsize, from_base + only.from * elemsize);
    return;
  }
  if (!runs_.empty()) {
    for_each_line(outer_.list.all(), outer, to_base, from_base, [&](std::byte* to_line, const std::byte* from_line) {
      for (const Run& run : runs_) {
        copy_short_run(to_line + run.to * elemsize, from_line + run.from * elemsize, run.length * elemsize);
      }
    });
    return;
  }
  for_each_line(outer_.list.all(), outer, to_base, from_base, [&](std::byte* to_line, const std::byte* from_line) {
    copy_steps(inner_.list, inner_.list.all(), inner, to_line, from_line);
  });
}

}  // namespace stencil
