// What the results of a run are compared with, and which block or tile computed them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/compare.hpp"
#include "sim/app/report/report.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

class RowSearch;

// The whole domain, solved by the golden models (models/).
class GoldenSolution {
 public:
  // f: packed rows of `cols` values. changes: the largest change of the first sweep of each step, where the run has
  // them.
  GoldenSolution(std::int64_t cols, std::vector<double> f, std::vector<double> changes = {})
      : cols_(cols), f_(std::move(f)), changes_(std::move(changes)) {}

  // Compares rows of a result, numbered from first_row.
  Comparison compare(std::int64_t first_row, std::int64_t rows, const double* values) const {
    return compare_rows(f_.data() + first_row * cols_, values, first_row, rows, cols_);
  }
  // The only row of the solution with these bits.
  std::optional<std::int64_t> only_row_of(const double* values) const {
    const auto word = only_place_of(f_, values, cols_);
    return word && *word % cols_ == 0 ? std::optional(*word / cols_) : std::nullopt;
  }
  const std::vector<double>& changes() const { return changes_; }

 private:
  std::int64_t cols_;
  std::vector<double> f_;
  std::vector<double> changes_;
};

class RunReference {
 public:
  // The whole domain solved by the golden models from the problem as read, by this process alone. Throws
  // ArgumentError, std::bad_alloc.
  virtual GoldenSolution golden() const = 0;
  // Collective: the same on rank 0, no value elsewhere; made by all ranks where the kernel's order of points allows it.
  // Throws AgreedError before it communicates; for other errors the caller must abort the job.
  virtual std::optional<GoldenSolution> golden_of_all() const = 0;
  // The verdict on the blocks of this rank that were compared when they were done.
  virtual Verdict block_checks() const = 0;
  // The block or tile that last wrote a differing value of the result.
  virtual LocatedMismatch locate(const Mismatch& mismatch) const = 0;
  // Where the block of a command lies, that of this rank's step, counted strip by strip. No value: not known.
  virtual std::optional<CapsulePlace> place_of(std::int64_t step, std::int64_t block) const = 0;
  // To be called before the sweeps, in a run that is made again to find a fault of the host; part of this object.
  // Throws as Session::read_problem().
  virtual RowSearch& search_rows() = 0;
  // Whether the run is made of stages. One that looks for rows copies nothing for a stage while another runs.
  virtual bool has_stages() const { return false; }

 protected:
  ~RunReference() = default;
};

}  // namespace stencil
