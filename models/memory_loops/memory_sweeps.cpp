// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/memory_sweeps.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "models/memory_loops/memory_rows.hpp"

namespace stencil {
namespace {

// Lines of all elements are to fit half of a second-level cache of 1 MiB, beside the rows of r at hand.
std::int64_t elements_for(std::int64_t cols, std::int64_t niter) {
  constexpr std::int64_t words = std::int64_t{1} << 16;
  return std::min(niter, std::clamp<std::int64_t>(words / (3 * cols), 2, 20));
}

}  // namespace

std::uint64_t MemorySweeps::sweep(std::int64_t rows, std::int64_t cols, double* f, const double* r,
                                  const SweepWeights& weights, std::int64_t niter, bool with_change) {
  std::uint64_t change = 0;
  if (rows < 3 || cols < 3 || niter == 0) return change;
  const Block block{rows, cols, f, r, weights};
  const std::int64_t most = elements_for(cols, niter);
  // Column 1, where registers begin, begins a cache line of 8 words; it follows up to 7 words of no use.
  pitch_ = (cols + 6) / 8 * 8 + 8;
  lines_.resize(static_cast<std::size_t>(3 * most * pitch_ + 8));
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

// At each time a row arrives at each element, a row before that at the next one. The last one writes into f, two rows
// or more behind those that the first one still reads.
void MemorySweeps::pass(const Block& block, std::int64_t elements, std::uint64_t* change) {
  const std::int64_t cols = block.cols, last_row = block.rows - 1;
  const auto in = [&](std::int64_t element, std::int64_t row) -> const double* {
    const bool from_block = element == 0 || row == 0 || row == last_row;
    return from_block ? block.f + row * cols : line(element - 1, row);
  };
  for (std::int64_t time = 2; time < last_row + elements; ++time) {
    const std::int64_t first = std::max<std::int64_t>(0, time - last_row), end = std::min(elements, time - 1);
    for (std::int64_t element = first; element < end; ++element) {
      const std::int64_t row = time - element - 1;
      const double* const centre = in(element, row);
      double* const out = element + 1 == elements ? block.f + row * cols : line(element, row);
      out[0] = centre[0];
      out[cols - 1] = centre[cols - 1];
      memory_row(cols, in(element, row - 1), centre, in(element, row + 1), block.r + row * cols, out, block.weights);
      if (element == 0 && change != nullptr) *change = std::max(*change, largest_change_of_row(cols, centre, out));
    }
  }
}

// Results lie where old rows were, which are kept for a row more.
void MemorySweeps::pass_of_one(const Block& block, std::uint64_t* change) {
  const std::int64_t cols = block.cols;
  double *north = line(0, 0), *centre = line(0, 1);
  std::copy_n(block.f, cols, centre);
  for (std::int64_t row = 1; row < block.rows - 1; ++row) {
    std::swap(north, centre);
    double* const out = block.f + row * cols;
    std::copy_n(out, cols, centre);
    memory_row(cols, north, centre, out + cols, block.r + row * cols, out, block.weights);
    if (change != nullptr) *change = std::max(*change, largest_change_of_row(cols, centre, out));
  }
}

}  // namespace stencil
