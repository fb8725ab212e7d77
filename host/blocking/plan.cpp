// SPDX-License-Identifier: Apache-2.0
#include "host/blocking/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/check.hpp"
#include "host/errors.hpp"

namespace stencil {
namespace {

// The first block of a longer plan both keeps its first niter rows and gives up its last niter for the next block's
// overlap, and as the last but one it may be niter - 1 rows shorter than the portion: three times niter are needed.
void check_sweeps(const char* name, std::int64_t niter, std::int64_t portion) {
  if (portion < 3) {
    throw ArgumentError(fmt::format("portion = {}, must be >= 3: even one sweep needs three times its rows", portion));
  }
  check_range(name, niter, 1, portion / 3, fmt::format("a third of portion = {}", portion).c_str());
}

}  // namespace

std::vector<Block> plan_blocks(std::int64_t rows, std::int64_t portion, std::int64_t niter) {
  check_range("rows", rows, 1);
  check_sweeps("niter", niter, portion);
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

void check_blocking(const Capabilities& device, std::int64_t local_rows, std::int64_t cols, std::int64_t portion,
                    std::int64_t stw) {
  check_range("rows of the local portion", local_rows, 1);
  check_sweeps("stw", stw, portion);
  check_range("cols", cols, 1, device.max_cols, "the device's longest row");
  const std::int64_t rows_that_fit = device.memory_words / cols;
  const auto does_not_fit = [&](const std::string& what, std::int64_t rows) {
    return ArgumentError(
        fmt::format("{} = {} rows of {} columns, must be <= {} rows (the device holds {} words a bank)", what, rows,
                    cols, rows_that_fit, device.memory_words));
  };
  if (local_rows <= portion) {
    if (local_rows > rows_that_fit) throw does_not_fit("the local portion, a single block,", local_rows);
    return;
  }
  // portion alone first: the sum of huge numbers would not fit 64 bits.
  if (portion > rows_that_fit) throw does_not_fit("portion", portion);
  if (portion + 2 * stw > rows_that_fit) throw does_not_fit("portion + 2*stw", portion + 2 * stw);
}

}  // namespace stencil
