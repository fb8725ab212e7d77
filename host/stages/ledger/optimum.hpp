// The fewest rows of a datum that any way of copying can move for a sequence of stages, found by trying all ways.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/stages/stage.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Follows one datum. For every row it carries the cost of the cheapest way to each of the states none, host, device and
// both from stage to stage (the shortest path through the states); rows with the same past are carried together.
// Independent of runStage's decisions.
class CopyOptimum {
 public:
  // Begins with the current validity of the datum.
  explicit CopyOptimum(const SharedDatum& datum);

  // The stage runs; accesses to other data are ignored.
  void run(const Stage& stage);
  // The stage throws: rows that it names as written become wrong on the sides where it ran (Stage::ran_on) and do not
  // change elsewhere.
  void run_and_fail(const Stage& stage);
  // The rows must be right on that side now, but need not stay there.
  void require(Side side, const RowRange& rows);
  // The datum loses its place on the device, but keeps its value.
  void leave_device();
  // All rows that are right anywhere must be right on the host.
  void flush();

  // Rows copied so far by the cheapest way; a row copied twice counts twice.
  std::int64_t rows() const;

 private:
  static constexpr std::int64_t impossible = std::int64_t{1} << 40;
  using Costs = std::array<std::int64_t, 4>;  // by state: bit 0 right on the host, bit 1 right on the device

  // The requirements of a stage on a row, as sets of sides (bits as in Costs).
  struct Need {
    int there = 0;      // must be right before
    int written = 0;    // is right afterwards, and only there
    int wrong = 0;      // is wrong afterwards
    bool kept = false;  // must stay right on another side
  };
  struct Segment {
    RowRange rows;
    Costs costs{};
    Need need;
  };

  // Index of the segment that begins at `row`, after cutting one there if need be; number of segments for the end.
  std::size_t cut_at(std::int64_t row);
  static Costs after(const Costs& costs, const Need& need);
  void add_needs(const Stage& stage, bool failed);
  void go_on();

  DatumReference<const SharedDatum> datum_;
  std::vector<Segment> segments_;
};

}  // namespace stencil
#pragma GCC visibility pop
