// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/base/check.hpp"
#include "host/jacobi/plan.hpp"

namespace stencil {

std::vector<Block> plan_overlapped_rows(std::int64_t rows, std::int64_t portion, std::int64_t niter) {
  check_range("rows", rows, 1);
  check_sweeps("niter", niter, portion, Blocking::overlapped_rows);
  std::vector<Block> blocks;
  Block block;
  while (rows - block.first_row > portion) {
    const std::int64_t left = rows - block.first_row - portion;
    block.keep = portion - std::max<std::int64_t>(niter - left, 0);
    block.after = niter;
    blocks.push_back(block);
    block.first_row += block.keep;
    block.before = niter;
  }
  block.keep = rows - block.first_row;
  block.after = 0;
  blocks.push_back(block);
  return blocks;
}

}  // namespace stencil
