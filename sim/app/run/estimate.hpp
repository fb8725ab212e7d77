// The cost of a run before it runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stencil {

// Blocks of one rank and the predicted cycles of each, as far as known.
class CostEstimate {
 public:
  using BlockCycles = std::vector<std::int64_t>;  // of one step
  // `steps` steps: first those of `first`, last those of `last`, and between them `repeated` as often as it fits.
  // Throws std::invalid_argument where it does not fit a whole number of times.
  CostEstimate(std::int64_t steps, std::vector<BlockCycles> first, std::vector<BlockCycles> repeated,
               std::vector<BlockCycles> last);

  std::int64_t steps() const { return steps_; }
  std::int64_t blocks() const;
  std::int64_t cycles() const;
  // Number of blocks of one step, over all strips; step from 0.
  std::int64_t blocks(std::int64_t step) const { return static_cast<std::int64_t>(of(step).size()); }
  // Cycles of the block at `position`, from 0, in its step.
  std::int64_t cycles(std::int64_t step, std::int64_t position) const;

 private:
  const BlockCycles& of(std::int64_t step) const;
  // The sum of of_step(blocks of a step) over all steps.
  std::int64_t sum(const std::function<std::int64_t(const BlockCycles&)>& of_step) const;

  std::int64_t steps_;
  std::vector<BlockCycles> first_;
  std::vector<BlockCycles> repeated_;
  std::vector<BlockCycles> last_;
};

// Remaining seconds, by the share done so far, in (0, 1].
double remaining_seconds(double elapsed_s, double share_done);

}  // namespace stencil
