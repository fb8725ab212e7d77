// A field cut into skewed blocks and put together again from their results.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tests/rtl/engine/engine_bench.hpp"

namespace stencil::test {

class SkewedField {
 public:
  // rows[0] > niter rows in the first block; at least two blocks. A chain that is broken off has only the first
  // `blocks` of them.
  SkewedField(std::int64_t cols, std::int64_t niter, std::vector<std::int64_t> rows, std::size_t blocks, Words f,
              Words r)
      : cols_(cols), niter_(niter), rows_(std::move(rows)), blocks_(blocks), f_(std::move(f)), r_(std::move(r)) {}

  static std::size_t words(const std::vector<std::int64_t>& rows, std::int64_t cols) {
    std::int64_t all = 0;
    for (const std::int64_t block : rows) all += block;
    return static_cast<std::size_t>(all * cols);
  }

  // The caller sets buffers and offers.
  void append_to(std::vector<EngineBlock>& blocks) {
    first_ = blocks.size();
    std::ptrdiff_t word = 0;
    for (std::size_t i = 0; i < blocks_; ++i) {
      const std::ptrdiff_t end = word + rows_[i] * cols_;
      EngineBlock block{
          {rows_[i]}, Words(f_.begin() + word, f_.begin() + end), Words(r_.begin() + word, r_.begin() + end), {}};
      block.command.above = i > 0;
      block.command.below = i + 1 < rows_.size();
      blocks.push_back(block);
      word = end;
    }
  }

  // The finished rows of all blocks, in order.
  Words result(const std::vector<EngineBlock>& blocks) const {
    Words all;
    for (std::size_t i = first_; i < first_ + blocks_; ++i) {
      const EngineCommand& command = blocks[i].command;
      const std::int64_t finished = command.rows + (command.last() ? niter_ : command.first() ? -niter_ : 0);
      all.insert(all.end(), blocks[i].f.begin(), blocks[i].f.begin() + finished * cols_);
    }
    return all;
  }
  // The same rows from golden sweeps over the whole field.
  Words expected(const Weights& weights) const {
    Words all = swept(f_, r_, rows(), cols_, niter_, weights);
    std::int64_t made = 0;
    for (std::size_t i = 0; i < blocks_; ++i) made += rows_[i];
    if (blocks_ < rows_.size()) all.resize(static_cast<std::size_t>((made - niter_) * cols_));
    return all;
  }
  std::int64_t rows() const { return static_cast<std::int64_t>(f_.size()) / cols_; }

 private:
  std::int64_t cols_, niter_;
  std::vector<std::int64_t> rows_;
  std::size_t blocks_, first_ = 0;
  Words f_, r_;
};

}  // namespace stencil::test
