// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/memory_sweeps.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "models/memory_loops/memory_rows.hpp"

namespace stencil {
namespace {

// Lines of all elements, `ring` each, are to fit half of a second-level cache of 1 MiB, beside the rows of r at hand.
std::int64_t elements_for(std::int64_t cols, std::int64_t niter, std::int64_t ring) {
  constexpr std::int64_t words = std::int64_t{1} << 16;
  return std::min(niter, std::clamp<std::int64_t>(words / (ring * cols), 2, 20));
}

// Words from one line to the next. Processors take a load for one of what was just stored where both lie at the same
// place of their pages of 4 KiB, and wait: so none of the seven lines before a line that is written begins less than
// 512 bytes below it there.
std::int64_t pitch_for(std::int64_t cols) {
  constexpr std::int64_t page = 512, beyond = 160;
  const std::int64_t least = cols + 15;
  return least + ((beyond - least) % page + page) % page;
}

}  // namespace

std::uint64_t MemorySweeps::sweep(std::int64_t rows, std::int64_t cols, double* f, const double* r,
                                  const SweepWeights& weights, std::int64_t niter, bool with_change) {
  std::uint64_t change = 0;
  if (rows < 3 || cols < 3 || niter == 0) return change;
  const MemoryBlock block{rows, cols, f, r, weights, instructions_in_use()};
  if (FoldedSweeps::suits(block, niter)) return folded_.sweep(block, niter, with_change);
  const std::int64_t most = elements_for(cols, niter, ring);
  // Column 1, where registers begin, begins a cache line of 8 words; it follows up to 7 words of no use.
  pitch_ = pitch_for(cols);
  lines_.resize(static_cast<std::size_t>(ring * most * pitch_ + 8));
  const std::size_t word_of_line = reinterpret_cast<std::uintptr_t>(lines_.data()) / sizeof(double) % 8;
  first_line_ = lines_.data() + (15 - word_of_line) % 8;
  std::uint64_t* wanted = with_change ? &change : nullptr;
  for (std::int64_t made = 0; made < niter;) {
    const std::int64_t elements = std::min(most, niter - made);
    if (elements == 1)
      pass_of_one(block, wanted);
    else
      pass(block, elements, wanted);
    wanted = nullptr;
    made += elements;
  }
  return change;
}

// At each time two rows arrive at each element, two that begin a row above those at the next one. The last one writes
// into f, above the rows that the first one still reads.
void MemorySweeps::pass(const MemoryBlock& block, std::int64_t elements, std::uint64_t* change) {
  const std::int64_t cols = block.cols, last_row = block.rows - 1;
  const auto in = [&](std::int64_t element, std::int64_t row) -> const double* {
    const bool from_block = element == 0 || row == 0 || row == last_row;
    return from_block ? block.f + row * cols : line(element - 1, row);
  };
  const auto out = [&](std::int64_t element, std::int64_t row) {
    double* const to = element + 1 == elements ? block.f + row * cols : line(element, row);
    const double* const from = in(element, row);
    to[0] = from[0];
    to[cols - 1] = from[cols - 1];
    return to;
  };
  for (std::int64_t upper = 1; upper < last_row + elements - 1; upper += 2) {
    for (std::int64_t element = 0; element < elements; ++element) {
      const std::int64_t first = std::max<std::int64_t>(1, upper - element),
                         last = std::min(upper - element + 1, last_row - 1);
      if (first > last) continue;
      const double* const r = block.r + first * cols;
      const std::array<const double*, 4> rows{in(element, first - 1), in(element, first), in(element, first + 1),
                                              in(element, std::min(first + 2, last_row))};
      double* const to = out(element, first);
      if (first == last)
        memory_row(cols, rows[0], rows[1], rows[2], r, to, block.weights, block.instructions);
      else
        memory_rows(cols, rows, {r, r + cols}, {to, out(element, last)}, block.weights, block.instructions);
      if (element != 0 || change == nullptr) continue;
      for (std::int64_t row = first; row <= last; ++row)
        *change = std::max(*change, largest_change_of_row(cols, in(0, row), line(0, row), block.instructions));
    }
  }
}

// Results lie where old rows were, which are kept for a row more.
void MemorySweeps::pass_of_one(const MemoryBlock& block, std::uint64_t* change) {
  const std::int64_t cols = block.cols;
  double *north = line(0, 0), *centre = line(0, 1);
  std::copy_n(block.f, cols, centre);
  for (std::int64_t row = 1; row < block.rows - 1; ++row) {
    std::swap(north, centre);
    double* const out = block.f + row * cols;
    std::copy_n(out, cols, centre);
    memory_row(cols, north, centre, out + cols, block.r + row * cols, out, block.weights, block.instructions);
    if (change != nullptr) *change = std::max(*change, largest_change_of_row(cols, centre, out, block.instructions));
  }
}

}  // namespace stencil
