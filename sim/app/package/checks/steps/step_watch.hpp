// Checks each step of a program (stencil_step_begin) against golden sweeps of its whole local part, and follows what
// the program gives to one step after another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/c/steps/stale_halo.hpp"
#include "host/c/steps/step_info.hpp"
#include "host/jacobi/itstep.hpp"
#include "sim/app/package/checks/coverage/coverage.hpp"
#include "sim/app/package/checks/steps/step_rows.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

class StepWatch {
 public:
  // Once for each part of a step.
  void begins(const StepInfo& step);
  void ended(const StepInfo& step, const std::vector<BlockRun>& runs);
  // Joined steps, whose results joined_watch.hpp checks, as one.
  void joined_begin(const StepInfo& first);
  void joined_ended(const StepInfo& first);
  // A shadow edge that an update of vsda.h has filled since the step before.
  void updated(const UsedMemory& shadow);

  // Rows of f that a receive in flight sets.
  void check_receives(std::int64_t step, const double* f, std::int64_t rows, std::int64_t cols, std::int64_t stride);

  // What a step of tiles reads of halo rows and columns.
  void check_halo(std::int64_t step, const StaleHalo& stale);

  // The expected values depend on no schedule, no blocking and no other block. A difference is in the earliest step;
  // its row counts in the whole field.
  const Verdict& verdict() const { return verdict_; }
  const Coverage& coverage() const { return coverage_; }
  const StepRows& rows() const { return rows_; }
  // Halo rows that looked stale, of a side whose outermost row never changed: where the field ends there, a rank's own
  // sweeps leave all of them right. To be called once they were compared with their owners' and were not, or could not
  // be. Returns their number, which coverage() has from then on.
  std::int64_t confirm_stale();

 private:
  // The halo rows on one side of an array.
  struct Side {
    std::vector<double> left;  // as the step before left them
    bool beside_changed = false;
    std::vector<double> outermost;  // row, as the second step over the array found it
    bool outermost_changed = false;
    int stale_steps = 0;  // in a row: left as they were, although the rows beside them changed
    std::optional<int> updated_from = std::nullopt;  // rank whose values an update has filled them with since
  };
  // Sizes and edge rows of an array as the step before left them.
  struct Known {
    std::int64_t rows = 0, cols = 0, stride = 0, first_owned = 0, owned = 0;
    Side above, below;
    bool was_updated = false;  // before a step over it
    std::string filled = "";   // which own rows an update has filled since, and from where; empty: none
  };

  // The last step over the part of this place, whose arrays may be gone.
  struct Last {
    std::optional<StepInfo> step;
    std::vector<double> before;    // the part before it
    std::vector<double> r_before;  // the right-hand side, where the kernel reads it
    std::vector<double> r_loaded;  // as the device has it: of a part that stays, as its first step had it
    std::vector<double> expected;  // and after it
  };

  Last& last_of(const StepInfo& step);
  void take_arrays(const StepInfo& step);
  void check_side(const StepInfo& step, const char* where, const Known& known, Side& side, std::int64_t first,
                  std::int64_t rows);
  void check_results(const StepInfo& step, bool is_other_updated);
  void check_r(const StepInfo& step);
  void keep_side(const StepInfo& step, Side& side, std::int64_t first, std::int64_t rows, std::int64_t beside);
  void note(std::int64_t& count, std::int64_t more, const std::string& text);

  std::vector<Last> last_;  // by the place of the part
  std::map<const double*, Known> known_;
  std::vector<const std::byte*> updated_;  // where shadow edges begin that updates have filled since the step before
  StepRows rows_;
  Verdict verdict_;
  Coverage coverage_;
  std::int64_t maybe_stale_ = 0;
  std::string maybe_stale_text_;  // of the first
  bool warned_ = false;
};

}  // namespace stencil
