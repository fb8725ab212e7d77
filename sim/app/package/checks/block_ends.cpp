// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/block_ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "host/base/text.hpp"

namespace stencil {

std::size_t BlockEnds::hash(const double* row) const {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(row), static_cast<std::size_t>(last_.cols) * sizeof *row});
}

const double* BlockEnds::source(std::int64_t row) const {
  const auto word = static_cast<std::size_t>(row * last_.cols);
  return word < sources_.size() ? sources_[word] : nullptr;
}

// The lower one of the two rows was below the upper one in some block.
bool BlockEnds::is_inside(const Spoiled& spoiled) const {
  return below_.count(std::max(spoiled.beyond, spoiled.end)) != 0;
}

BlockEnds::Found BlockEnds::loaded(std::int64_t first, std::int64_t words, const double* values) {
  Found found;
  const double* const end = values + words;
  for (auto row = spoiled_.lower_bound(values); row != spoiled_.end() && row->first + last_.cols <= end;) {
    const Spoiled& one = row->second;
    if (hash(row->first) == one.hash && !is_inside(one)) {
      ++row;  // another block may still show it
      continue;
    }
    if (hash(row->first) == one.hash) {
      if (found.words == 0)
        found.text = fmt::format(
            "row {} of block {}, stored by f_from_accel (call {}), is loaded again, {} from the block's {} row, beyond "
            "which the program has more: {} of itstep_accel spoil it, the block needs {} beside the rows that it keeps",
            one.row, one.block, one.call, counted(one.from_end, "row"), one.end < one.beyond ? "last" : "first",
            counted(one.sweeps, "sweep"), counted(one.sweeps, "row"));
      found.words += last_.cols;
    }
    row = spoiled_.erase(row);
  }
  if (static_cast<std::size_t>(first + words) > sources_.size())
    sources_.resize(static_cast<std::size_t>(first + words));
  for (std::int64_t word = 0; word < words; ++word) sources_[static_cast<std::size_t>(first + word)] = values + word;
  return found;
}

void BlockEnds::swept(const SweepCommand& command, std::int64_t block) {
  if (command.cols != last_.cols) {
    below_.clear();
    spoiled_.clear();
  }
  last_ = command;
  block_ = block;
  for (std::int64_t row = 1; row < command.rows; ++row) {
    const double* const here = source(row);
    if (here != nullptr && source(row - 1) == here - command.cols) below_.insert(here);
  }
}

void BlockEnds::stored(std::int64_t first, std::int64_t words, const double* values, std::int64_t call) {
  const std::int64_t cols = last_.cols;
  if (cols == 0 || first % cols != 0) return;
  const double* const top = source(0);
  const double* const bottom = source(last_.rows - 1);
  for (std::int64_t row = first / cols; (row + 1) * cols <= first + words && row < last_.rows; ++row) {
    const double* const to = values + (row * cols - first);
    const std::int64_t from_bottom = last_.rows - 1 - row;
    if (from_bottom < last_.niter && bottom != nullptr)
      spoiled_[to] = {bottom + cols, bottom, row, from_bottom, last_.niter, block_, call, hash(to)};
    else if (row < last_.niter && top != nullptr)
      spoiled_[to] = {top - cols, top, row, row, last_.niter, block_, call, hash(to)};
    else
      spoiled_.erase(to);
  }
}

}  // namespace stencil
