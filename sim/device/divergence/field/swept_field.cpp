// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/field/swept_field.hpp"

#include <algorithm>
#include <utility>

#include "models/formula/exact_sweeps.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/jacobi.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/touched_words.hpp"

namespace stencil {

SweptField::SweptField(const Program& program, std::size_t first, std::size_t last)
    : command_(program.blocks[last].command), first_(first) {
  std::vector<double> f;
  for (std::size_t i = first; i <= last; ++i) {
    const ProgramBlock& block = program.blocks[i];
    const CommandBlock size = command_block(block.command);
    starts_.push_back(rows_);
    const auto* sweep = std::get_if<SweepCommand>(&block.command);
    above_.push_back(sweep != nullptr && sweep->above);
    rows_ += size.rows;
    cols_ = size.cols;
    f.insert(f.end(), block.f.begin(), block.f.end());
    r_.insert(r_.end(), block.r.begin(), block.r.end());
  }
  states_[0] = std::move(f);
}

const PointFormula& SweptField::formula() const {
  const auto* sweep = std::get_if<SweepCommand>(&command_);
  return sweep == nullptr ? tile_formula() : formula_of(sweep->weights);
}

const std::vector<double>& SweptField::after(std::int64_t sweeps) const {
  const auto found = states_.find(sweeps);
  if (found != states_.end()) return found->second;
  if (const auto* tile = std::get_if<TileCommand>(&command_)) {
    std::vector<double> state = states_.at(0);
    Tile shorter = *tile;
    shorter.sweeps = sweeps;
    golden_tile(shorter, state.data());
    return states_[sweeps] = std::move(state);
  }
  const auto nearest = std::prev(states_.upper_bound(sweeps));
  std::vector<double> state = nearest->second;
  golden_sweeps(rows_, cols_, state.data(), r_.data(), std::get<SweepCommand>(command_).weights,
                sweeps - nearest->first);
  return states_[sweeps] = std::move(state);
}

std::vector<double> SweptField::exact(std::int64_t sweeps) const {
  std::vector<double> values = states_.at(0);
  if (const auto* tile = std::get_if<TileCommand>(&command_)) {
    Tile shorter = *tile;
    shorter.sweeps = sweeps;
    exact_tile(shorter, values.data());
  } else {
    exact_sweeps(rows_, cols_, values.data(), r_.data(), std::get<SweepCommand>(command_).weights, sweeps);
  }
  return values;
}

std::vector<double> SweptField::swept_on(const std::vector<double>& values, std::int64_t from) const {
  ProgramBlock block{command_, values, r_};
  if (auto* sweep = std::get_if<SweepCommand>(&block.command)) {
    sweep->rows = rows_;
    sweep->above = sweep->below = false;
    sweep->niter -= from;
  } else {
    auto& tile = std::get<TileCommand>(block.command);
    static_cast<Tile&>(tile) = without_first(tile, from);
  }
  const std::int64_t left = command_block(block.command).sweeps;
  Program program;
  program.blocks.push_back(std::move(block));
  return SweptField(program, 0, 0).after(left);
}

void SweptField::settle(std::int64_t sweeps, std::vector<double> values) {
  states_[sweeps] = values;
  if (const auto* tile = std::get_if<TileCommand>(&command_)) {
    Tile next = without_first(*tile, sweeps);
    next.sweeps = 1;
    exact_tile(next, values.data());
    states_[sweeps + 1] = std::move(values);
    return;
  }
  for (const std::int64_t made : {sweeps + 1, sweeps + 2}) {
    exact_sweeps(rows_, cols_, values.data(), r_.data(), std::get<SweepCommand>(command_).weights, 1);
    states_[made] = values;
  }
}

std::int64_t SweptField::first_finished(std::size_t command, std::int64_t sweeps) const {
  return first_loaded(command) - (above_[command - first_] ? sweeps : 0);
}

std::int64_t SweptField::first_read(std::int64_t command, std::int64_t sweeps) const {
  const auto number = static_cast<std::size_t>(command);
  if (number < commands()) return first_finished(first_ + number, sweeps);
  return rows_ - (is_continued(command_) ? sweeps : 0);
}

bool SweptField::is_before(std::int64_t row, std::int64_t col, std::int64_t other_row, std::int64_t other_col) const {
  const auto* tile = std::get_if<TileCommand>(&command_);
  if (tile != nullptr && tile->backward) return std::pair(other_row, other_col) < std::pair(row, col);
  return std::pair(row, col) < std::pair(other_row, other_col);
}

bool SweptField::sets(std::int64_t word, std::int64_t sweep) const {
  const std::int64_t row = word / cols_;
  const std::int64_t col = word % cols_;
  const auto* tile = std::get_if<TileCommand>(&command_);
  if (tile == nullptr) return row > 0 && row < rows_ - 1 && col > 0 && col < cols_ - 1;
  const std::int64_t t = sweep + 1;
  return row >= tile->top.in_sweep(t) && row < tile->bottom.in_sweep(t) && col >= tile->left.in_sweep(t) &&
         col < tile->right.in_sweep(t);
}

std::vector<std::int64_t> SweptField::in_order_of_sweep(std::vector<std::int64_t> words) const {
  const auto* tile = std::get_if<TileCommand>(&command_);
  if (tile != nullptr && tile->backward) std::reverse(words.begin(), words.end());
  return words;
}

Tile without_first(Tile tile, std::int64_t sweeps) {
  for (TileEdge* edge : {&tile.top, &tile.bottom, &tile.left, &tile.right}) edge->at += edge->slope * sweeps;
  tile.sweeps -= sweeps;
  return tile;
}

std::vector<std::int64_t> differing(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<std::int64_t> words;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (bits_of(a[i]) != bits_of(b[i])) words.push_back(static_cast<std::int64_t>(i));
  }
  return words;
}

std::vector<std::int64_t> SweepView::wrong() const {
  return field_.in_order_of_sweep(differing(field_.after(sweep_ + 1), got_));
}

bool SweepView::follows(std::int64_t word) const {
  if (!field_.is_tile()) return bits_of(got(word)) == bits_of(expected(word));
  return bits_of(field_.formula().value(operands(word))) == bits_of(got(word));
}

std::vector<std::int64_t> SweepView::wrong_by_themselves() const {
  std::vector<std::int64_t> words = wrong();
  const auto only_follows = [this](std::int64_t word) { return field_.sets(word, sweep_) && follows(word); };
  words.erase(std::remove_if(words.begin(), words.end(), only_follows), words.end());
  return words;
}

std::vector<double> SweepView::operands(std::int64_t word) const {
  const std::int64_t cols = field_.cols();
  const std::int64_t row = word / cols;
  const std::int64_t col = word % cols;
  const std::vector<double>& before = field_.after(sweep_);
  std::vector<double> values;
  for (const FormulaInput& input : field_.formula().inputs) {
    switch (input.kind) {
      case FormulaInput::Kind::field: {
        const std::int64_t at = word + input.rows * cols + input.cols;
        const bool is_new = field_.is_tile() && field_.is_before(row + input.rows, col + input.cols, row, col);
        const bool inside = at >= 0 && at < static_cast<std::int64_t>(before.size());
        values.push_back(!inside ? 0.0 : is_new ? got(at) : before[static_cast<std::size_t>(at)]);
        break;
      }
      case FormulaInput::Kind::right_hand_side:
        values.push_back(field_.r()[static_cast<std::size_t>(word)]);
        break;
      case FormulaInput::Kind::weight:
        for_each_weight(std::get<SweepCommand>(field_.command()).weights, [&](Weight weight, double value) {
          if (weight == input.weight) values.push_back(value);
        });
        break;
      case FormulaInput::Kind::constant:
        values.push_back(input.constant);
        break;
    }
  }
  return values;
}

}  // namespace stencil
