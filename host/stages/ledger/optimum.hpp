// The fewest rows of a datum that any way of copying can move for what was done with it: found by trying all ways.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/stages/stage.hpp"

namespace stencil {

// Follows one datum. For every row, the cost of the cheapest way to each of the states none, host, device and both is
// carried from stage to stage (the shortest path through the states); rows with the same past are carried together.
// Knows nothing of how runStage decides.
class CopyOptimum {
 public:
  // From what is right now.
  explicit CopyOptimum(const SharedDatum& datum);

  // The stage is run; accesses to other data are passed over.
  void run(const Stage& stage);
  // It throws: what it was to write is wrong where it ran, and as it was on the other side.
  void run_and_fail(const Stage& stage);
  // The rows must be right there; they need not for long.
  void want(Side side, const RowRange& rows);
  // The datum loses its place on the device, but keeps its value.
  void leave_device();
  // All that is right anywhere is wanted on the host.
  void flush();

  // Rows copied, so far, by the cheapest way; a row copied twice counts twice.
  std::int64_t rows() const;

 private:
  static constexpr std::int64_t impossible = std::int64_t{1} << 40;
  using Costs = std::array<std::int64_t, 4>;  // by state: bit 0 right on the host, bit 1 right on the device

  // What a stage asks of a row, as sets of sides.
  struct Need {
    int there = 0;      // must be right
    int written = 0;    // nothing else is right afterwards
    int wrong = 0;      // is wrong afterwards
    bool kept = false;  // and right somewhere else
  };
  struct Segment {
    RowRange rows;
    Costs costs{};
    Need need;
  };

  // Index of the segment that begins at `row`, cut there if need be; one past the last for the end.
  std::size_t cut_at(std::int64_t row);
  static Costs after(const Costs& costs, const Need& need);
  void add_needs(const Stage& stage);
  void go_on();

  const SharedDatum& datum_;
  std::vector<Segment> segments_;
};

}  // namespace stencil
