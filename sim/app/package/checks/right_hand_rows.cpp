// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/right_hand_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>

namespace stencil {
namespace {

constexpr std::size_t most_loads_of_sweep = 4096, most_known = std::size_t{1} << 20;

std::string rows_text(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("row {}", first) : fmt::format("rows {} .. {}", first, last);
}

}  // namespace

void RightHandRows::loaded(Bank bank, std::int64_t first, std::int64_t words, const double* values, std::int64_t call) {
  if (words == 0) return;
  if (loads_.size() == most_loads_of_sweep) return forget();
  loads_.push_back({bank, first, words, reinterpret_cast<Address>(values), call});
}

void RightHandRows::forget() {
  loads_.clear();
  rows_.clear();
  swept_ = 0;
  known_.clear();
  beside_.clear();
}

std::size_t RightHandRows::digest(const double* row) const {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(row), static_cast<std::size_t>(cols_) * sizeof *row});
}

RightHandRows::Address RightHandRows::moved(Address row, std::int64_t rows) const {
  return row + static_cast<Address>(rows * cols_) * sizeof(double);
}

void RightHandRows::take(const Load& load) {
  const std::int64_t last = (load.first + load.words - 1) / cols_;
  if (last >= static_cast<std::int64_t>(rows_.size())) rows_.resize(static_cast<std::size_t>(last) + 1);
  for (std::int64_t index = load.first / cols_; index <= last; ++index) {
    Row& row = rows_[static_cast<std::size_t>(index)];
    const bool whole = index * cols_ >= load.first && (index + 1) * cols_ <= load.first + load.words;
    const Address from = whole ? load.from + static_cast<Address>(index * cols_ - load.first) * sizeof(double) : 0;
    (load.bank == Bank::f ? row.f : row.r) = {from, load.call, true};
    if (load.bank == Bank::r) row.f_of_r = 0;
  }
}

RightHandRows::Rows RightHandRows::swept(const SweepCommand& command, const double* f, const double* r) {
  if (command.cols != cols_) {
    rows_.clear();
    known_.clear();
    beside_.clear();
    cols_ = command.cols;
  }
  for (Row& row : rows_) row.f.is_new = row.r.is_new = false;
  for (const Load& load : std::exchange(loads_, {})) take(load);
  if (static_cast<std::int64_t>(rows_.size()) < command.rows) rows_.resize(static_cast<std::size_t>(command.rows));
  swept_ = static_cast<std::size_t>(command.rows);
  for (std::size_t index = 0; index < rows_.size(); ++index) {
    Row& row = rows_[index];
    if (!row.r.is_new || row.r.from == 0) continue;
    row.digest = digest(r + static_cast<std::int64_t>(index) * cols_);
    if (known_.size() < most_known) known_[row.r.from] = row.digest;
  }
  Found found;
  for (std::int64_t first = 0; first < command.rows; ++first) {
    if (!is_left(first, command.rows)) continue;
    std::int64_t last = first;
    while (last + 1 < command.rows && is_left(last + 1, command.rows)) ++last;
    if (found.words == 0) found.text = text_of(first, last, command.rows);
    found.words += (last - first + 1) * cols_;
    first = last;
  }
  for (std::int64_t index = 0; index < command.rows; ++index) {
    Row& row = rows_[static_cast<std::size_t>(index)];
    if (row.f_of_r == 0) row.f_of_r = row.f.from;
  }
  for (std::int64_t index = 0; index < command.rows; ++index)
    rows_[static_cast<std::size_t>(index)].f_digest = digest(f + index * cols_);
  find_repeated_rows(command.rows);
  Rows other = other_rows(command.rows);
  if (found.words > 0) other.left = found;
  other.twice = rows_loaded_twice(command.rows);
  return other;
}

// The outermost rows are not swept.
RightHandRows::Rows RightHandRows::other_rows(std::int64_t rows) {
  Rows found;
  OtherRows left, shifted, stale;
  for (std::int64_t index = 1; index + 1 < rows; ++index) {
    const Row& row = rows_[static_cast<std::size_t>(index)];
    if (row.f.from == 0 || row.r.from == 0) continue;
    if (row.repeated >= 0) continue;
    if (beside_.size() >= most_known && beside_.count(row.f.from) == 0) break;
    const Beside now{row.r.call, row.r.from, row.digest, row.f_digest, index};
    Beside& known = beside_.emplace(row.f.from, now).first->second;
    if (known.r != now.r && known.digest != now.digest) {
      if (known.call == now.call) left.add(index, known, 0);
      const auto beside = beside_.find(row.f_of_r);
      const bool is_of_another = !row.r.is_new && row.f.is_new && row.f_of_r != 0 && row.f_of_r != row.f.from;
      if (is_of_another && beside != beside_.end() && beside->second.other_r != known.r) stale.add(index, known, 0);
      // Further away it may be another array.
      const std::int64_t down = rows_between(known.r, now.r);
      const bool is_near = known.call != now.call && down != 0 && std::abs(down) < rows;
      if (is_near && known.f_digest == now.f_digest && rows_alike(index, rows) == 1) shifted.add(index, known, down);
    }
    const Address other_r = known.r != now.r ? known.r : known.other_r;
    known = now;
    known.other_r = other_r;
  }
  if (left.rows == 0 && stale.rows > 0) {
    found.left = {
        stale.rows * cols_,
        fmt::format("{} of the block {} swept beside r that r_to_accel (call {}) loaded for other rows of f, "
                    "and in a block before beside what call {} loaded: was r to be loaded for this block too?",
                    rows_text(stale.first, stale.last), stale.first == stale.last ? "is" : "are",
                    rows_[static_cast<std::size_t>(stale.first)].r.call, stale.before.call)};
  }
  if (left.rows > 0) {
    found.left = {
        left.rows * cols_,
        fmt::format("{} of f {} swept beside {} of what r_to_accel (call {}) loaded, in a block before beside "
                    "others of it (row {} on): was r to be loaded for this block too?",
                    rows_text(left.first, left.last), left.first == left.last ? "is" : "are",
                    rows_text(left.first, left.last), left.before.call, left.before.index)};
  }
  if (shifted.rows > 0) {
    found.shifted = {
        shifted.rows * cols_,
        fmt::format("{} of the block {} swept beside rows of r that lie {} {} further {} in what r_to_accel (call {}) "
                    "loaded than those that were beside the same rows of f in a block before (call {}): does r begin "
                    "with the first row of f in the block?",
                    rows_text(shifted.first, shifted.last), shifted.first == shifted.last ? "is" : "are",
                    std::abs(shifted.down), std::abs(shifted.down) == 1 ? "row" : "rows",
                    shifted.down > 0 ? "down" : "up", rows_[static_cast<std::size_t>(shifted.first)].r.call,
                    shifted.before.call)};
  }
  return found;
}

// Which row further up in the block has f of the same row of the program; none: -1.
void RightHandRows::find_repeated_rows(std::int64_t rows) {
  std::unordered_map<Address, std::int64_t> first_rows;
  for (std::int64_t index = 0; index < rows; ++index) {
    Row& row = rows_[static_cast<std::size_t>(index)];
    const auto [known, is_new] = first_rows.emplace(row.f.from, index);
    row.repeated = is_new || row.f.from == 0 ? -1 : known->second;
  }
}

RightHandRows::Found RightHandRows::rows_loaded_twice(std::int64_t rows) const {
  Found found;
  std::int64_t first = 0, last = 0, down = 0;
  for (std::int64_t index = 0; index < rows; ++index) {
    const Row& row = rows_[static_cast<std::size_t>(index)];
    if (row.repeated < 0 || rows_[static_cast<std::size_t>(row.repeated)].f_digest != row.f_digest) continue;
    if (rows_alike(index, rows) != 2) continue;
    if (found.words == 0) first = last = index, down = index - row.repeated;
    if (index == last + 1 && index - row.repeated == down) last = index;
    found.words += cols_;
  }
  if (found.words == 0) return found;
  found.text = fmt::format(
      "{} and {} of the block have the same words of f: f_to_accel (call {}) and f_to_accel (call {}) loaded them from "
      "the same rows of the program",
      rows_text(first - down, last - down), rows_text(first, last),
      rows_[static_cast<std::size_t>(first - down)].f.call, rows_[static_cast<std::size_t>(first)].f.call);
  return found;
}

// The rows of the block that have the same words of f as one of them, itself counted.
std::int64_t RightHandRows::rows_alike(std::int64_t index, std::int64_t rows) const {
  const std::size_t words = rows_[static_cast<std::size_t>(index)].f_digest;
  return std::count_if(rows_.begin(), rows_.begin() + rows, [&](const Row& row) { return row.f_digest == words; });
}

// Rows from one address down to another; 0: not by whole rows.
std::int64_t RightHandRows::rows_between(Address from, Address to) const {
  const std::int64_t bytes = cols_ * static_cast<std::int64_t>(sizeof(double));
  const auto distance = static_cast<std::int64_t>(to - from);
  return distance % bytes == 0 ? distance / bytes : 0;
}

// The next row, up or down, of which r was loaded since the last sweep; null: none, or f is not in one piece with it.
const RightHandRows::Row* RightHandRows::newer_beside(std::int64_t index, std::int64_t rows) const {
  const Row& row = rows_[static_cast<std::size_t>(index)];
  for (std::int64_t distance = 1; distance < rows; ++distance) {
    for (const std::int64_t at : {index - distance, index + distance}) {
      if (at < 0 || at >= rows) continue;
      const Row& other = rows_[static_cast<std::size_t>(at)];
      if (!other.r.is_new || other.r.from == 0) continue;
      const bool in_one_piece = other.f.is_new && other.f.from != 0 && other.f.from == moved(row.f.from, at - index);
      return in_one_piece ? &other : nullptr;
    }
  }
  return nullptr;
}

bool RightHandRows::is_left(std::int64_t index, std::int64_t rows) const {
  const Row& row = rows_[static_cast<std::size_t>(index)];
  if (row.r.is_new || row.r.from == 0 || !row.f.is_new || row.f.from == 0 || row.f_of_r == 0) return false;
  if (row.f_of_r == row.f.from) return false;
  const Row* const newer = newer_beside(index, rows);
  if (newer == nullptr) return false;
  const Address expected = moved(newer->r.from, index - (newer - rows_.data()));
  if (expected == row.r.from) return false;
  const auto known = known_.find(expected);
  if (known != known_.end()) return known->second != row.digest;
  return std::none_of(rows_.begin(), rows_.begin() + rows, [&](const Row& one) {
    return one.r.from != 0 && one.r.from != row.r.from && one.digest == row.digest;
  });
}

std::string RightHandRows::text_of(std::int64_t first, std::int64_t last, std::int64_t rows) const {
  const Row& left = rows_[static_cast<std::size_t>(first)];
  const Row& newer = *newer_beside(first, rows);
  std::int64_t from = &newer - rows_.data(), to = from;
  const auto is_newer = [&](std::int64_t index) {
    return index >= 0 && index < rows && rows_[static_cast<std::size_t>(index)].r.is_new;
  };
  while (is_newer(from - 1)) --from;
  while (is_newer(to + 1)) ++to;
  return fmt::format(
      "{} of r {} left from r_to_accel (call {}), which loaded {} beside other rows of f: since the sweep before "
      "f_to_accel (call {}) has loaded those of f, r_to_accel (call {}) only {}",
      rows_text(first, last), first == last ? "is" : "are", left.r.call, first == last ? "it" : "them", left.f.call,
      newer.r.call, rows_text(from, to));
}

}  // namespace stencil
