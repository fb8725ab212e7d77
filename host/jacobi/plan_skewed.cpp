// SPDX-License-Identifier: Apache-2.0
#include "host/base/check.hpp"
#include "host/jacobi/plan.hpp"

namespace stencil {

std::vector<Block> plan_skewed(std::int64_t rows, std::int64_t portion, std::int64_t niter) {
  check_range("rows", rows, 1);
  check_sweeps("niter", niter, portion, Blocking::skewed);
  std::vector<Block> blocks;
  Block block;
  // Subtractions, because a sum could exceed 64 bits.
  while (rows - block.first_row - niter > portion) {
    block.keep = portion;
    block.after = niter;
    block.below = true;
    blocks.push_back(block);
    block.first_row += portion;
    block.before = -niter;
    block.above = true;
  }
  block.keep = rows - block.first_row;
  block.after = 0;
  block.below = false;
  blocks.push_back(block);
  return blocks;
}

}  // namespace stencil
