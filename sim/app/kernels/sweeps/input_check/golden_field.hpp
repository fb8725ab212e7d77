// The whole domain as the golden solver has it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/jacobi.hpp"
#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/run/problem_source.hpp"

namespace stencil {

class GoldenField {
 public:
  // weights outlives this. Throws as ProblemSource::read_rows.
  GoldenField(const ProblemSource& source, const SweepWeights& weights)
      : rows_(source.rows()),
        cols_(source.cols()),
        weights_(weights),
        f_(static_cast<std::size_t>(rows_ * cols_)),
        r_(f_.size()) {
    source.read_rows(ProblemArray::f, 0, rows_, f_.data());
    source.read_rows(ProblemArray::r, 0, rows_, r_.data());
  }

  // Goes on to the field after so many sweeps in all.
  void advance(std::int64_t sweeps) {
    if (sweeps <= swept_) return;
    older_ = std::move(before_);
    before_ = f_;
    advanced_ = sweeps - swept_;
    golden_sweeps(rows_, cols_, f_.data(), r_.data(), weights_, sweeps - swept_);
    swept_ = sweeps;
  }

  // A point that golden sweeps make otherwise than the formula does.
  struct WrongPoint {
    std::int64_t sweep;  // of the last ones, from 0
    std::int64_t row;
    std::int64_t col;
    std::uint64_t golden;
    std::uint64_t exact;
  };
  // Where the formula of a point, from the field before the last sweeps, gives these bits and the field has others: the
  // first point that led to it.
  std::optional<WrongPoint> wrong_at(std::int64_t row, std::int64_t col, std::uint64_t bits) const;

  // Names the row that stands in place of a wrong one, from another column on or of another time too: ": it holds row
  // 24".
  // words: the row; swept: it must be that after the last sweeps. Empty: it is none, or may be any of several.
  std::string held_row(Bank bank, std::int64_t row, const double* words, bool swept) const;
  // The row of f before the last sweeps that these words are; no value: none, or several.
  std::optional<std::int64_t> row_before(const double* words) const;

  // The largest of these numbers of sweeps, which rise, after which the field had this row in its place; no value:
  // none. Makes the sweeps again, from the input.
  std::optional<std::int64_t> sweeps_before(const ProblemSource& source, std::int64_t row, const double* words,
                                            const std::vector<std::int64_t>& sweeps) const;

  const SweepWeights& weights() const { return weights_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }
  const std::vector<double>& f() const { return f_; }
  // f before the last sweeps.
  const std::vector<double>& before() const { return before_; }
  const std::vector<double>& r() const { return r_; }

 private:
  std::int64_t rows_;
  std::int64_t cols_;
  const SweepWeights& weights_;
  std::vector<double> f_;
  std::vector<double> r_;
  std::int64_t swept_ = 0;
  std::vector<double> before_;  // the last sweeps
  std::vector<double> older_;   // and those before them
  std::int64_t advanced_ = 0;   // so many
};

// Where a row is wrong because golden sweeps are: blames them, at the first point that led to it.
void judge_golden(const GoldenField& golden, WrongRow& wrong);

}  // namespace stencil
