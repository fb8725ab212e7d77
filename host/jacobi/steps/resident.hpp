// A strip that stays in the device over steps: only the rows that ranks exchange travel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/jacobi/itstep.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// The whole strip is one block, in buffer 0 of f and of r. The bits of its own rows are those of itstep().
class ResidentStrip {
 public:
  // The device and the arrays must outlive this. Throws ArgumentError, before any data moves, as itstep()
  // for one block, and for steps < 1 or halo rows that leave the strip no row of its own.
  ResidentStrip(Accelerator& device, const StripArrays& strip, const RowHalo& halo, const SweepWeights& weights,
                std::int64_t steps);

  // Makes niter sweeps. The first step loads f and r, each later one the halo rows of f, which may have changed in the
  // host's array. When it returns the host's array has the rows that neighbours hold as theirs; after the last step,
  // and wherever `whole` is set, all rows. Cycles and bytes as in the sequential schedule. observer may be null.
  // Throws DeviceError from the device, std::logic_error after the last step.
  void step(std::int64_t niter, bool whole, BlockObserver* observer);

  // The same in two halves, for a host that exchanges rows with one neighbour while those for the other are stored.
  // begin() returns when the host's array has the rows that the neighbour above holds: true, if those for the neighbour
  // below are still to come. Then the host may send the former and set the halo rows below the strip: end() has these
  // loaded for the next step, beside the last store, where below_is_set. Else the step is over, and end() only tells
  // the observer.
  [[nodiscard]] bool begin(std::int64_t niter, bool whole, BlockObserver* observer);
  void end(bool below_is_set, BlockObserver* observer);

 private:
  // Rows [first, last) of the strip.
  struct Rows {
    std::int64_t first;
    std::int64_t last;
  };
  Rows halo_below() const { return {strip_.rows - halo_.after, strip_.rows}; }
  After load(Bank bank, const std::vector<Rows>& all);
  std::vector<Rows> halo_rows() const;
  std::vector<Rows> edge_rows() const;
  Place place(Bank bank, const Rows& rows) const;

  Accelerator& device_;
  StripArrays strip_;
  RowHalo halo_;
  SweepWeights weights_;
  std::int64_t steps_;
  std::int64_t made_ = 0;  // of these
  BlockRun run_;           // the step under way
  CycleCounts cycles_;     // before it
  TrafficCounts traffic_;
  std::size_t ended_ = 0;    // of its sweeps
  bool is_stored_ = true;    // nothing of it is left to end()
  Ticket loaded_below_ = 0;  // of halo rows that end() has had loaded for the next step; 0: none
  TrafficCounts ahead_;      // of these
};

}  // namespace stencil
#pragma GCC visibility pop
