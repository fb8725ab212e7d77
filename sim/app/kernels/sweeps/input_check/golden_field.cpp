// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/golden_field.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/compare.hpp"
#include "models/formula/exact_sweeps.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {

std::optional<GoldenField::WrongPoint> GoldenField::wrong_at(std::int64_t row, std::int64_t col,
                                                             std::uint64_t bits) const {
  const auto word = [this](std::int64_t i, std::int64_t j) { return static_cast<std::size_t>(i * cols_ + j); };
  if (before_.empty() || bits_of(f_[word(row, col)]) == bits) return std::nullopt;
  // The part of the field that reaches the point; with each sweep its outermost points are right no more.
  const std::int64_t top = std::max<std::int64_t>(row - advanced_, 0), bottom = std::min(row + advanced_ + 1, rows_);
  const std::int64_t left = std::max<std::int64_t>(col - advanced_, 0), right = std::min(col + advanced_ + 1, cols_);
  std::vector<double> part, part_r;
  for (std::int64_t i = top; i < bottom; ++i) {
    part.insert(part.end(), &before_[word(i, left)], &before_[word(i, left)] + (right - left));
    part_r.insert(part_r.end(), &r_[word(i, left)], &r_[word(i, left)] + (right - left));
  }
  const auto exact = [&](std::int64_t i, std::int64_t j) {
    return bits_of(part[static_cast<std::size_t>((i - top) * (right - left) + j - left)]);
  };
  std::optional<WrongPoint> first;
  for (std::int64_t sweep = 0; sweep < advanced_; ++sweep) {
    exact_sweeps(bottom - top, right - left, part.data(), part_r.data(), weights_, 1);
    if (first) continue;
    std::vector<double> golden = before_;
    golden_sweeps(rows_, cols_, golden.data(), r_.data(), weights_, sweep + 1);
    const std::int64_t reach = advanced_ - sweep - 1;
    for (std::int64_t i = std::max(row - reach, top); i < std::min(row + reach + 1, bottom) && !first; ++i) {
      for (std::int64_t j = std::max(col - reach, left); j < std::min(col + reach + 1, right) && !first; ++j) {
        const std::uint64_t kept = bits_of(golden[word(i, j)]);
        if (kept != exact(i, j)) first = WrongPoint{sweep, i, j, kept, exact(i, j)};
      }
    }
  }
  return exact(row, col) == bits ? first : std::nullopt;
}

std::optional<std::int64_t> GoldenField::row_before(const double* words) const {
  const auto at = only_place_of(before_, words, cols_);
  return at && *at % cols_ == 0 ? std::optional(*at / cols_) : std::nullopt;
}

std::string GoldenField::held_row(Bank bank, std::int64_t row, const double* words, bool swept) const {
  struct Time {
    const std::vector<double>& field;
    const char* when;
  };
  const Time now{f_, swept ? "" : " as the step leaves it"};
  const Time start{before_, swept ? " as it was before the step" : ""};
  const Time rhs{r_, " of r"}, older{older_, " as it was before the step before"};
  const std::vector<Time> times = bank == Bank::r ? std::vector<Time>{{r_, ""}, {before_, " of f"}}
                                  : swept         ? std::vector<Time>{now, start, older, rhs}
                                                  : std::vector<Time>{start, now, older, rhs};
  std::optional<std::int64_t> at;
  std::string when;
  for (const Time& time : times) {
    const auto place = only_place_of(time.field, words, cols_);
    if (place && at && *at != *place) return "";
    if (!place || at) continue;
    at = place;
    when = time.when;
  }
  if (!at) return "";
  const std::int64_t from = *at / cols_, col = *at % cols_;
  return fmt::format(": it holds {}{}{}", from == row && col == 0 ? "the row" : fmt::format("row {}", from),
                     col == 0 ? "" : fmt::format(" from column {} on", col), when);
}

std::optional<std::int64_t> GoldenField::sweeps_before(const ProblemSource& source, std::int64_t row,
                                                       const double* words,
                                                       const std::vector<std::int64_t>& sweeps) const {
  std::vector<double> field(f_.size());
  source.read_rows(ProblemArray::f, 0, rows_, field.data());
  std::optional<std::int64_t> found;
  std::int64_t made = 0;
  for (const std::int64_t each : sweeps) {
    golden_sweeps(rows_, cols_, field.data(), r_.data(), weights_, each - made);
    made = each;
    if (compare_rows(field.data() + row * cols_, words, row, 1, cols_).mismatches == 0) found = each;
  }
  return found;
}

void judge_golden(const GoldenField& golden, WrongRow& wrong) {
  if (wrong.bank != Bank::f) return;
  const auto first = golden.wrong_at(wrong.row, wrong.col, wrong.got);
  if (!first) return;
  wrong.blame_reference("models/jacobi.cpp");
  wrong.step = wrong.since.value_or(wrong.step);
  wrong.sweep = first->sweep;
  wrong.row = first->row;
  wrong.col = first->col;
  wrong.expected = first->golden;
  wrong.got = first->exact;
}

}  // namespace stencil
