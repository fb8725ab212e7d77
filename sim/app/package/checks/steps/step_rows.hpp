// Digests of the rows that steps begin with and leave: at the end a halo row is held against the row of its owner.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "host/c/steps/step_info.hpp"
#include "sim/app/package/checks/coverage/coverage.hpp"

namespace stencil {

// Of each step, the rows that the rank owns and the halo rows that its sweeps reach, by their numbers in the field. A
// program that updates every k-th step, with k times as many halo rows, has these right in every step.
class StepRows {
 public:
  // Digests, of 8 bytes each; later steps are not kept.
  explicit StepRows(std::int64_t most = std::int64_t{1} << 20) : most_(most) {}

  void begins(const StepInfo& step);
  void ended(const StepInfo& step);

  // Of one part of a step.
  struct Rows {
    std::int64_t first = 0;  // row of the field
    std::int64_t owned_first = 0, owned_last = 0;
    std::vector<std::int64_t> before, after;  // row by row

    bool has(std::int64_t row) const { return row >= first && row < first + static_cast<std::int64_t>(before.size()); }
    bool owns(std::int64_t row) const { return row >= owned_first && row < owned_last; }
  };
  struct Step {
    std::int64_t number = 0;  // of this process
    std::int64_t sweeps = 0;
    std::int64_t array = 0;  // number of f of the first part, in the order in which steps of this process had them
    SweepWeights weights = {};
    std::vector<Rows> parts;

    // The part that owns the row; null: none does.
    const Rows* owner_of(std::int64_t row) const;
  };
  // Those that are kept, in their order, and have ended.
  const std::vector<Step>& steps() const { return steps_; }

 private:
  std::vector<std::int64_t> digests(const StepInfo& step) const;
  std::int64_t number_of(const double* array);

  std::int64_t most_;
  std::int64_t kept_ = 0;
  bool keeps_ = true;
  Step begun_;
  std::vector<Step> steps_;
  std::unordered_map<const double*, std::int64_t> arrays_;
};

// Rows of the field that a part of a rank's steps owns.
struct OwnedRows {
  int rank = 0;
  std::int64_t first = 0, rows = 0, steps = 0;
  std::int64_t above = 0, below = 0;  // halo rows of the part
};

// Whether these words have the same bits.
bool same_rows(const double* a, const double* b, std::int64_t words);

// Adds, on rank 0, steps that two ranks have made with other weights; one line of warning for the first. own: null on a
// rank that has none. Collective.
void compare_weights(MPI_Comm communicator, const StepRows* own, Coverage& coverage);

// The same for calls of itstep_accel: adds 1 where the weights that all calls of a rank had are other ones on another
// rank. own: none: it made no call, or weights changed between its calls. Collective.
void compare_call_weights(MPI_Comm communicator, const std::optional<SweepWeights>& own, Coverage& coverage);

// Adds, on rank 0, halo rows that a step began with and that were not what their owner had there when the step of the
// same number began, and steps that were not compared; one line of warning for the first. all: the same on all ranks,
// in the order of their rows, which are disjoint. own: null on a rank that has none. Collective.
void compare_halo_rows(MPI_Comm communicator, const std::vector<OwnedRows>& all, const StepRows* own,
                       Coverage& coverage);

// For steps whose rows have no known owner (rows_of_steps is empty): where more than one rank makes steps, adds to
// uncompared_steps, on rank 0, the largest number of steps that a rank has made. Collective.
void count_uncompared(MPI_Comm communicator, const StepRows* own, Coverage& coverage);

}  // namespace stencil
