// What a run will cost, before it runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stencil {

// Blocks of one rank and the cycles of each, as far as they could be told beforehand.
class CostEstimate {
 public:
  using BlockCycles = std::vector<std::int64_t>;  // of one step
  // `steps` steps: those of `first`, those of `last`, and between them those of `repeated`, as often as they fit.
  // Throws std::invalid_argument where they do not fit whole times.
  CostEstimate(std::int64_t steps, std::vector<BlockCycles> first, std::vector<BlockCycles> repeated,
               std::vector<BlockCycles> last);

  std::int64_t steps() const { return steps_; }
  std::int64_t blocks() const;
  std::int64_t cycles() const;
  // Blocks of one step, those of all strips in the order they run; step from 0.
  std::int64_t blocks(std::int64_t step) const { return static_cast<std::int64_t>(of(step).size()); }
  // position: of the block in its step, from 0.
  std::int64_t cycles(std::int64_t step, std::int64_t position) const;

 private:
  const BlockCycles& of(std::int64_t step) const;
  // Over all steps, of what `of_step` says of one.
  std::int64_t sum(const std::function<std::int64_t(const BlockCycles&)>& of_step) const;

  std::int64_t steps_;
  std::vector<BlockCycles> first_;
  std::vector<BlockCycles> repeated_;
  std::vector<BlockCycles> last_;
};

// Remaining seconds from the share done so far; a share is in (0, 1].
double remaining_seconds(double elapsed_s, double share_done);

// "850 ms", "12 s", "3 min 20 s", "5 h 07 min".
std::string readable_duration(double seconds);

}  // namespace stencil
