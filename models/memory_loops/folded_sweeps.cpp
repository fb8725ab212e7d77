// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/folded_sweeps.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <variant>

#include "models/memory_loops/memory_rows.hpp"

namespace stencil {
namespace {

constexpr std::int64_t line = 8;  // words of a cache line
constexpr std::int64_t rows_at_once = 4;

// Words from one row to the next: an odd number of cache lines beyond whole pages of 4 KiB, so that rows one below the
// other lie at different places of their pages.
std::int64_t pitch_of(const Folding& folding) {
  constexpr std::int64_t page = 512, beyond = 136;
  return folding.words() + ((beyond - folding.words()) % page + page) % page;
}

// Rows in the ring: those between the first element and the last one, which each sweeps four of, and the one behind.
std::int64_t ring_for(std::int64_t elements) {
  return elements + 2 * rows_at_once;
}

// Two rings and what elements keep: a little more than a second-level cache of 1 MiB, because a pass less is worth it.
std::int64_t most_elements(std::int64_t pitch) {
  constexpr std::int64_t words = 160000;
  return (words / pitch - 2 * ring_for(0)) / 3;
}

}  // namespace

bool FoldedSweeps::suits(const MemoryBlock& block, std::int64_t niter) {
  // Folding takes about the time that it saves in ten sweeps.
  constexpr std::int64_t least_sweeps = 12, least_elements = 8, least_registers = 4;
  const auto has_loop = [&](const auto& of) { return set_folded_rows(of, block.instructions, FoldedRows{}); };
  return niter >= least_sweeps && block.rows > rows_at_once &&
         block.cols > least_registers * points_of(block.instructions) &&
         most_elements(pitch_of(fold(block.cols, block.instructions))) >= least_elements &&
         std::visit(has_loop, block.weights);
}

void FoldedSweeps::make_room(const MemoryBlock& block, std::int64_t elements) {
  ring_ = ring_for(elements);
  words_.resize(static_cast<std::size_t>((2 * ring_ + elements) * pitch_ + line));
  const auto word = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(words_.data()) / sizeof(double) % line);
  field_ = words_.data() + (line - word) % line;
  r_ = field_ + ring_ * pitch_;
  kept_ = r_ + ring_ * pitch_;
  borders_.resize(static_cast<std::size_t>(2 * block.rows));
  two_rows_.resize(static_cast<std::size_t>(2 * block.cols));
}

std::uint64_t FoldedSweeps::sweep(const MemoryBlock& block, std::int64_t niter, bool with_change) {
  std::uint64_t change = 0;
  change_ = with_change ? &change : nullptr;
  is_first_ = true;
  folding_ = fold(block.cols, block.instructions);
  pitch_ = pitch_of(folding_);
  const std::int64_t most = most_elements(pitch_);
  std::int64_t left = niter - 1;
  for (std::int64_t passes = (left + most - 1) / most; passes > 0; --passes) {
    const std::int64_t elements = (left + passes - 1) / passes;
    make_room(block, elements);
    pass(block, elements);
    is_first_ = false;
    left -= elements;
  }
  return change;
}

void FoldedSweeps::bring_row(const MemoryBlock& block, std::int64_t row, const double* values) {
  double* const borders = &borders_[static_cast<std::size_t>(2 * row)];
  borders[0] = values[0];
  borders[1] = values[block.cols - 1];
  fold_row(folding_, values, field_row(row));
  fold_row(folding_, block.r_row(row), r_row(row));
}

void FoldedSweeps::bring_rows(const MemoryBlock& block, std::int64_t end) {
  if (is_first_) bring_swept_rows(block, std::min(end, block.rows - 1));
  for (; brought_ < end; ++brought_) bring_row(block, brought_, block.row(brought_));
}

// The first sweep is made before rows are folded: so its largest change is found as ever.
void FoldedSweeps::bring_swept_rows(const MemoryBlock& block, std::int64_t end) {
  const std::int64_t cols = block.cols;
  const std::array<double*, 2> made{two_rows_.data(), two_rows_.data() + cols};
  while (brought_ < end) {
    const std::int64_t row = brought_, count = std::min<std::int64_t>(2, block.rows - 1 - row);
    const double *const north = block.row(row - 1), *const r = block.r_row(row);
    if (count == 1)
      memory_row(cols, north, north + cols, north + 2 * cols, r, made[0], block.weights, block.instructions);
    else
      memory_rows(cols, {north, north + cols, north + 2 * cols, north + 3 * cols}, {r, r + cols}, made, block.weights,
                  block.instructions);
    for (std::int64_t k = 0; k < count; ++k) {
      const double* const old = block.row(row + k);
      double* const values = made[static_cast<std::size_t>(k)];
      values[0] = old[0];
      values[cols - 1] = old[cols - 1];
      if (change_ != nullptr)
        *change_ = std::max(*change_, largest_change_of_row(cols, old, values, block.instructions));
      bring_row(block, row + k, values);
    }
    brought_ += count;
  }
}

void FoldedSweeps::sweep_rows(const MemoryBlock& block, std::int64_t element, std::int64_t first, std::int64_t end) {
  const std::int64_t place = first % ring_, end_of_ring = first - place + ring_;
  if (end > end_of_ring) {
    sweep_rows(block, element, first, end_of_ring);
    return sweep_rows(block, element, end_of_ring, end);
  }
  FoldedRows rows{};
  rows.count = end - first;
  rows.first = field_ + place * pitch_;
  rows.r = r_ + place * pitch_;
  rows.pitch = pitch_;
  rows.kept = kept_ + element * pitch_;
  rows.north = first == 1 ? field_row(0) : rows.kept;
  rows.south = end == end_of_ring ? field_ : rows.first + rows.count * pitch_;
  rows.length = folding_.length;
  rows.borders = &borders_[static_cast<std::size_t>(2 * first)];
  rows.last_column = folding_.word_of(folding_.cols - 1);
  std::visit([&](const auto& of) { set_folded_rows(of, block.instructions, rows); }, block.weights);
}

// At each time an element sweeps the four rows that begin a row above those of the one before.
void FoldedSweeps::pass(const MemoryBlock& block, std::int64_t elements) {
  const std::int64_t last_row = block.rows - 1;
  bring_row(block, 0, block.row(0));
  brought_ = 1;
  for (std::int64_t upper = 1; upper < last_row + elements - 1; upper += rows_at_once) {
    bring_rows(block, std::min(upper + rows_at_once, last_row) + 1);
    for (std::int64_t element = std::max<std::int64_t>(0, upper - last_row + 1); element < elements; ++element) {
      const std::int64_t first = std::max<std::int64_t>(1, upper - element),
                         end = std::min(upper - element + rows_at_once, last_row);
      if (first >= end) break;
      sweep_rows(block, element, first, end);
      if (element != elements - 1) continue;
      for (std::int64_t row = first; row < end; ++row) unfold_row(folding_, field_row(row), block.row(row));
    }
  }
}

}  // namespace stencil
