// The field that a command leaves whose passes read other words than those that the passes before them wrote.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/device/divergence/field/swept_field.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {

// Passes, commands or columns: first .. last.
struct PassRange {
  std::int64_t first;
  std::int64_t last;
  bool has(std::int64_t number) const { return number >= first && number <= last; }
};

class OtherPasses {
 public:
  enum class Words { all, of_f, of_r };

  // Words that were read one pass too old: in these columns.
  struct Older {
    PassRange passes;
    PassRange commands;
    Words words;
    PassRange columns;
  };

  // No tile. sweeps: of the command; field outlives this.
  OtherPasses(const SweptField& field, std::int64_t sweeps, std::int64_t processing_elements)
      : field_(field), all_(sweeps), plan_(plan_passes(sweeps, std::max<std::int64_t>(1, processing_elements))) {}

  const PassPlan& plan() const { return plan_; }

  // Rows that the command finishes; those behind them leave with the next block of the chain.
  std::int64_t finished_rows() const;
  // The last rows of the chain: r has not moved to them, so what the device read for them has no golden value, and each
  // sweep takes it one row further.
  std::int64_t unknown_rows(const Older& older) const;
  // The field after all passes, where these read what was in the buffers of these commands one pass earlier. The rows
  // of a continued block move north in its buffer with every sweep, those of r with them.
  std::vector<double> with_older(const Older& older) const;
  // This pass read f or r that far from its place.
  std::vector<double> with_beside(std::int64_t pass, const PassRange& commands, Words words, std::int64_t shift) const;
  // The pass `pass` and all behind it read 0 for r.
  std::vector<double> without_r(std::int64_t pass) const;
  // The pass `pass` and all behind it sweep `fewer` rows less, and take the last row that they sweep for the border.
  std::vector<double> with_fewer(std::int64_t pass, std::int64_t fewer) const;

 private:
  void sweep(std::vector<double>& f, const std::vector<double>& r, std::int64_t rows, std::int64_t pass) const;
  void put_older(std::int64_t command, std::int64_t pass, const PassRange& columns, std::vector<double>& words,
                 const std::vector<double>& before_that) const;

  const SweptField& field_;
  std::int64_t all_;
  PassPlan plan_;
};

}  // namespace stencil
