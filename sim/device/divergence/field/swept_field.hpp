// The field that a command, or a chain of skewed blocks, works on, and what sweeps make of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "models/formula/point_formula.hpp"
#include "sim/device/capsule/program.hpp"

namespace stencil {

// Rows of all blocks of a chain, one below the other; of a command by itself, its block.
class SweptField {
 public:
  // The commands [first, last] of a program; last > first: a chain.
  SweptField(const Program& program, std::size_t first, std::size_t last);

  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }
  std::int64_t sweeps() const { return command_block(command_).sweeps; }
  const std::vector<double>& r() const { return r_; }
  const DeviceCommand& command() const { return command_; }
  const PointFormula& formula() const;

  // `values`: what device and golden models agree on after this many sweeps. after() gives what the formula makes of
  // them with the next sweep and, but for tiles, the one behind it.
  void settle(std::int64_t sweeps, std::vector<double> values);
  // What golden sweeps make of values after this many sweeps, up to the last.
  std::vector<double> swept_on(const std::vector<double>& values, std::int64_t from) const;
  // What the formula makes of the values before the first sweep.
  std::vector<double> exact(std::int64_t sweeps) const;
  // Golden values after this many sweeps, from 0, unless settled.
  const std::vector<double>& after(std::int64_t sweeps) const;

  // The row of the field at word 0 of a command's buffer: loaded; after this many sweeps.
  std::int64_t first_loaded(std::size_t command) const { return starts_[command - first_]; }
  std::int64_t first_finished(std::size_t command, std::int64_t sweeps) const;
  // Commands of the field, and the first row that number `command` of them, from 0, reads from its buffer for its next
  // sweep after this many; of the one behind the last: the row behind those that the last reads.
  std::size_t commands() const { return starts_.size(); }
  std::int64_t first_read(std::int64_t command, std::int64_t sweeps) const;

  // Whether a sweep sets the point (row, col) before (other_row, other_col).
  bool is_before(std::int64_t row, std::int64_t col, std::int64_t other_row, std::int64_t other_col) const;
  // Whether sweep number `sweep`, from 0, sets this word at all.
  bool sets(std::int64_t word, std::int64_t sweep) const;
  // Words in rising order, in the order in which a sweep sets them.
  std::vector<std::int64_t> in_order_of_sweep(std::vector<std::int64_t> words) const;
  bool is_tile() const { return std::holds_alternative<TileCommand>(command_); }

 private:
  DeviceCommand command_;
  std::size_t first_;
  std::int64_t rows_ = 0;
  std::int64_t cols_ = 0;
  std::vector<double> r_;
  std::vector<std::int64_t> starts_;
  std::vector<bool> above_;
  mutable std::map<std::int64_t, std::vector<double>> states_;
};

// The same tile without its first `sweeps` sweeps.
Tile without_first(Tile tile, std::int64_t sweeps);

// Words of two fields of one size whose bits differ, rising.
std::vector<std::int64_t> differing(const std::vector<double>& a, const std::vector<double>& b);

// A sweep of it as one side made it: from right values to some that are wrong.
class SweepView {
 public:
  // sweep: from 0, settled; got: what that side had after it. field and got outlive this.
  SweepView(const SweptField& field, std::int64_t sweep, const std::vector<double>& got)
      : field_(field), sweep_(sweep), got_(got) {}

  const SweptField& field() const { return field_; }
  std::int64_t sweep() const { return sweep_; }
  double got(std::int64_t word) const { return got_[static_cast<std::size_t>(word)]; }
  const std::vector<double>& all_got() const { return got_; }
  double expected(std::int64_t word) const { return field_.after(sweep_ + 1)[static_cast<std::size_t>(word)]; }
  // Words that differ, in the order in which the sweep sets them.
  std::vector<std::int64_t> wrong() const;
  // Whether a word that the sweep sets is what the formula gives of what that side has: of a tile, new points among it.
  bool follows(std::int64_t word) const;
  // Those of wrong() that do not follow.
  std::vector<std::int64_t> wrong_by_themselves() const;
  // The operands of a point as the device saw them if all that it read was right, in the order of the formula.
  std::vector<double> operands(std::int64_t word) const;

 private:
  const SweptField& field_;
  std::int64_t sweep_;
  const std::vector<double>& got_;
};

}  // namespace stencil
