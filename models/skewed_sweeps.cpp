// SPDX-License-Identifier: Apache-2.0
#include "models/skewed_sweeps.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/jacobi.hpp"
#include "models/memory_loops/memory_rows.hpp"
#include "models/require.hpp"

namespace stencil {
namespace {

bool same_job(const SkewedBlock& a, const SkewedBlock& b) {
  return a.cols == b.cols && a.niter == b.niter && same_bits(a.weights, b.weights);
}

}  // namespace

void SkewedSweeps::check(const SkewedBlock& block) const {
  if (!block.above && !block.below) {
    require_at_least("SkewedSweeps", "rows", block.rows, 0);
    require_at_least("SkewedSweeps", "cols", block.cols, 0);
    require_at_least("SkewedSweeps", "niter", block.niter, 0);
    return;
  }
  require_at_least("SkewedSweeps", "cols", block.cols, 1);
  require_at_least("SkewedSweeps", "niter", block.niter, 1);
  require_at_least("SkewedSweeps", "rows", block.rows, block.above ? 1 : block.niter + 1);
  if (!block.above) return;
  if (!open_) throw std::invalid_argument("SkewedSweeps: no chain is open that a block could continue");
  if (!same_job(block, chain_)) {
    throw std::invalid_argument("SkewedSweeps: the block has " + std::to_string(block.cols) + " columns and " +
                                std::to_string(block.niter) + " sweeps, must be as the chain, " +
                                std::to_string(chain_.cols) + " and " + std::to_string(chain_.niter) +
                                ", with equal weights");
  }
}

void SkewedSweeps::sweep(const SkewedBlock& block, double* f, const double* r, LargestChange* change) {
  check(block);
  if (!block.above && !block.below) {
    open_ = false;
    if (loops_ == Loops::own) {
      const std::uint64_t largest =
          alone_.sweep(block.rows, block.cols, f, r, block.weights, block.niter, change != nullptr);
      if (change != nullptr) change->add(largest);
      return;
    }
    golden_sweeps(block.rows, block.cols, f, r, block.weights, block.niter, change);
    return;
  }
  chain_ = block;
  for (auto* row : {&north_, &middle_, &south_}) row->resize(static_cast<std::size_t>(block.cols));
  if (block.above) {
    go_on(block, f, r, change);
  } else {
    begin(block, f, r, change);
  }
  if (block.below) keep_r(block, r);
  open_ = block.below;
}

void SkewedSweeps::set_row(std::int64_t cols, const double* north, const double* row, const double* south,
                           const double* r, double* out, const SweepWeights& weights) const {
  (loops_ == Loops::own ? memory_row : sweep_row)(cols, north, row, south, r, out, weights, instructions_in_use());
}

void SkewedSweeps::add_change(LargestChange& change, std::int64_t cols, const double* row) const {
  if (loops_ == Loops::own)
    change.add(largest_change_of_row(cols, middle_.data(), row));
  else
    change.add_row(cols, middle_.data(), row);
}

// Rows keep their place; each sweep ends one row north of the one before.
void SkewedSweeps::begin(const SkewedBlock& block, double* f, const double* r, LargestChange* change) {
  const std::int64_t cols = block.cols;
  kept_.resize(static_cast<std::size_t>(2 * block.niter * cols));
  r_.resize(static_cast<std::size_t>(block.niter * cols));
  for (std::int64_t sweep = 0; sweep < block.niter; ++sweep) {
    const std::int64_t end = block.rows - 1 - sweep;  // the first row that this sweep cannot compute yet
    std::copy_n(f, cols, middle_.begin());
    for (std::int64_t i = 1; i < end; ++i) {
      std::swap(north_, middle_);
      double* row = f + i * cols;
      std::copy_n(row, cols, middle_.begin());
      set_row(cols, north_.data(), middle_.data(), row + cols, r + i * cols, row, block.weights);
      if (change != nullptr && sweep == 0) add_change(*change, cols, row);
    }
    std::copy_n(middle_.begin(), cols, kept_north(sweep));
    std::copy_n(f + end * cols, cols, kept_middle(sweep));
  }
}

// Every sweep moves its rows one place further south, so that word 0 stays the first finished row.
void SkewedSweeps::go_on(const SkewedBlock& block, double* f, const double* r, LargestChange* change) {
  const std::int64_t cols = block.cols;
  for (std::int64_t sweep = 0; sweep < block.niter; ++sweep) {
    std::copy_n(kept_north(sweep), cols, north_.begin());
    std::copy_n(kept_middle(sweep), cols, middle_.begin());
    const std::int64_t there = block.rows + (block.below ? 0 : sweep);  // rows of the sweep before
    for (std::int64_t i = 0; i < there; ++i) {
      double* row = f + i * cols;
      std::copy_n(row, cols, south_.begin());
      const std::int64_t r_row = i - sweep - 1;
      const double* rhs = r_row < 0 ? r_.data() + (block.niter + r_row) * cols : r + r_row * cols;
      row[0] = middle_.front();
      row[cols - 1] = middle_.back();
      set_row(cols, north_.data(), middle_.data(), south_.data(), rhs, row, block.weights);
      if (change != nullptr && sweep == 0) add_change(*change, cols, row);
      std::swap(north_, middle_);
      std::swap(middle_, south_);
    }
    if (block.below) {
      std::copy_n(north_.begin(), cols, kept_north(sweep));
      std::copy_n(middle_.begin(), cols, kept_middle(sweep));
    } else {
      std::copy_n(middle_.begin(), cols, f + there * cols);  // the last row of the field never changes
    }
  }
}

void SkewedSweeps::keep_r(const SkewedBlock& block, const double* r) {
  const std::int64_t cols = block.cols;
  const std::int64_t fresh = std::min(block.rows, block.niter);
  std::copy(r_.begin() + fresh * cols, r_.end(), r_.begin());
  std::copy_n(r + (block.rows - fresh) * cols, fresh * cols, r_.end() - fresh * cols);
}

}  // namespace stencil
