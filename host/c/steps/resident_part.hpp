// A part that stays in the device over steps of a program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "host/c/steps/step_info.hpp"
#include "host/c/steps/swept_parts.hpp"
#include "host/jacobi/steps/resident.hpp"
#include "step.h"

namespace stencil {

class ResidentPart {
 public:
  // parts: the one part, or none where the rank has no rows. steps: with the first one. The device must outlive this.
  // Throws ArgumentError as SweptParts, for steps < 1, and for a part that does not fit a buffer.
  ResidentPart(Accelerator& device, const StepInfo& step, const std::vector<stencil_part>& parts, std::int64_t steps);

  // Before each step after the first: throws ArgumentError, with the argument, where it is not the next one of this
  // part.
  void check_next(const StepInfo& step, const std::vector<stencil_part>& parts, std::int64_t steps) const;

  // The next step: its number and sweeps, then the sweeps. whole: leaves all rows in the program's array.
  void begin(const StepInfo& step);
  void sweep(bool whole, BlockObserver* observer);
  // After sweep(): brings the program what the neighbour above holds; then halo rows below may change.
  // True: the step is over and to be recorded.
  bool end_edge();
  // Ends the step. True: it is to be recorded. After end_edge() the halo rows below are those of the next step.
  bool end(BlockObserver* observer);

  std::int64_t steps_left() const { return left_; }
  const std::shared_ptr<SweptParts>& parts() const { return parts_; }

 private:
  bool is_between_others() const;
  std::vector<double> rows_below() const;

  std::shared_ptr<SweptParts> parts_;
  std::vector<stencil_part> given_;  // as its first step had it
  SweepWeights weights_;
  std::unique_ptr<ResidentStrip> strip_;  // null: no rows
  std::int64_t left_;
  bool is_begun_ = false;      // by its first step
  bool half_ = false;          // swept, and not yet stored for the neighbour below
  bool edge_ended_ = false;    // of the step under way
  bool over_ = false;          // likewise
  std::vector<double> below_;  // halo rows as end() found them after end_edge(); empty: it did not
};

}  // namespace stencil
