// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/input_check/tile_input_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "models/formula/exact_sweeps.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/gauss_seidel/input_check/plan_fault.hpp"

namespace stencil {
namespace {

WrongRow wrong_point(const TileFrame& frame, std::size_t word, double expected, double got, const PointSetter& setter) {
  const auto at = static_cast<std::int64_t>(word);
  WrongRow wrong;
  wrong.row = frame.rows.first + at / frame.cols.count();
  wrong.col = frame.cols.first + at % frame.cols.count();
  wrong.expected = bits_of(expected);
  wrong.got = bits_of(got);
  wrong.owner = setter.rank;
  if (setter.step >= 0) wrong.since = setter.step;
  return wrong;
}

CapsulePlace place_of(const ExpectedTile& tile) {
  return {std::nullopt, tile.index, tile.frame.rows.first, tile.frame.cols.first};
}

std::string range_of(const char* line, const PointRange& range) {
  return range.count() == 1 ? fmt::format("{} {}", line, range.first)
                            : fmt::format("{}s {} to {}", line, range.first, range.last - 1);
}

// Of a golden round that is wrong: where it goes wrong with the fewest sweeps.
std::string shortest_group(const TileHistory::Stray& stray) {
  if (!stray.golden) return "";
  const TileHistory::GoldenGroup& wrong = *stray.golden;
  return fmt::format("; {} golden sweep{} {}{} wrong in {}, {}{}", wrong.sweeps, wrong.sweeps == 1 ? "" : "s",
                     wrong.backward ? "backward" : "forward", wrong.sweeps == 1 ? " is" : " are",
                     range_of("row", wrong.rows), range_of("column", wrong.cols),
                     wrong.sweeps == 1 ? "" : fmt::format("; {} alone right", wrong.sweeps - 1));
}

bool holds(const TileFrame& frame, std::int64_t row, std::int64_t col) {
  return row >= frame.rows.first && row < frame.rows.last && col >= frame.cols.first && col < frame.cols.last;
}

}  // namespace

TileInputCheck::TileInputCheck(std::vector<double> field, const TileGrid& grid, std::int64_t rank)
    : grid_(grid),
      rank_(rank),
      stored_(grid.stored(rank)),
      history_(grid, rank, std::move(field)),
      written_(static_cast<std::size_t>(stored_.words())),
      kept_(written_.size()),
      setters_(kept_.size()) {
  const TileFrame owned = grid.owned(rank);
  for (std::int64_t row = owned.rows.first; row < owned.rows.last; ++row) {
    for (std::int64_t col = owned.cols.first; col < owned.cols.last; ++col) {
      const std::size_t word = stored_word(row, col);
      kept_[word] = history_.field()[static_cast<std::size_t>(row * grid.cols().points() + col)];
      written_[word] = Written::rank;
      setters_[word] = history_.setter(row, col);
    }
  }
}

const ExpectedTile& TileInputCheck::tile_of(const Capsule& calls) {
  while (history_.rounds() <= calls.origin.step / 2) history_.make_round();
  const auto in_step = static_cast<std::int64_t>(history_.tiles().size()) / 2;
  return history_.tiles()[static_cast<std::size_t>(calls.origin.step % 2 * in_step + calls.origin.first_block)];
}

std::optional<WrongRow> TileInputCheck::wrong_load(const Capsule& calls, const double* field) {
  const ExpectedTile& tile = tile_of(calls);
  if (read_.empty()) read_.assign(field, field + stored_.words());
  for (const TileLine& line : tile.received) {
    for (std::int64_t row = line.rows.first; row < line.rows.last; ++row) {
      for (std::int64_t col = line.cols.first; col < line.cols.last; ++col) {
        if (holds(stored_, row, col)) written_[stored_word(row, col)] = Written::message;
      }
    }
  }
  tile_ = &tile;
  if (left_wrong_) return left_wrong_;
  if (history_.stray()) {
    if (std::optional<WrongRow> wrong = wrong_by_formula(tile, calls)) return wrong;
    // Any tile of the round may be that which is made wrong.
    const bool is_last =
        tile.step % 2 == 1 && 2 * (tile.index + 1) == static_cast<std::int64_t>(history_.tiles().size());
    if (history_.stray()->tiles_right || is_last) {
      if (std::optional<WrongRow> wrong = planned_wrong()) return wrong;
    }
    // By a plan that is wrong, nothing is known of what a tile is given.
    if (!history_.stray()->tiles_right) return std::nullopt;
  }
  if (std::optional<WrongRow> wrong = wrong_own(field)) {
    wrong->found = WrongRow::Found::received;
    wrong->component = WrongRow::Component::halo_exchange;
    return wrong;
  }
  return wrong_words(tile, calls, field);
}

void TileInputCheck::after_tile(const double* field) {
  put_back(*tile_);
  if (left_wrong_ || (history_.stray() && !history_.stray()->tiles_right)) return;
  left_wrong_ = wrong_own(field);
  if (left_wrong_) left_wrong_->found = WrongRow::Found::put_back;
}

// All ranks find the same stray point; it is reported by the one that sets it.
std::optional<WrongRow> TileInputCheck::planned_wrong() const {
  const TileHistory::Stray& stray = *history_.stray();
  const PointSetter& setter = history_.setter(stray.row, stray.col);
  if (setter.rank != rank_) return std::nullopt;
  WrongRow wrong;
  wrong.found = WrongRow::Found::plan;
  if (stray.tiles_right) {
    wrong.blame_reference("models/gauss_seidel.cpp, models/average_of_five.hpp");
    wrong.detail = shortest_group(stray);
  }
  wrong.order = stray.tiles_right ? history_.tiles().front().order : history_.order();
  wrong.step = 2 * (history_.rounds() - 1) + 1;
  wrong.row = stray.row;
  wrong.col = stray.col;
  wrong.expected = bits_of(stray.expected);
  wrong.got = bits_of(history_.field()[static_cast<std::size_t>(stray.row * grid_.cols().points() + stray.col)]);
  wrong.owner = rank_;
  if (stray.tiles_right) return wrong;
  if (const auto fault = find_plan_fault(grid_)) {
    wrong.step = 2 * (history_.rounds() - 1) + (fault->backward ? 1 : 0);
    wrong.whose = ": " + fault->text;
  }
  return wrong;
}

// Whether the loop that makes golden tiles, and those of an accelerator without RTL, does not give what the formula
// does.
std::optional<WrongRow> TileInputCheck::wrong_by_formula(const ExpectedTile& tile, const Capsule& calls) const {
  if (history_.stray()->tiles_right) return std::nullopt;
  const auto command = std::find_if(calls.calls.begin(), calls.calls.end(),
                                    [](const CapsuleCall& call) { return call.kind == CapsuleCall::Kind::command; });
  if (command == calls.calls.end()) return std::nullopt;
  std::vector<double> exact = tile.before;
  exact_tile(std::get<TileCommand>(command->command), exact.data());
  for (std::size_t word = 0; word < exact.size(); ++word) {
    if (bits_of(exact[word]) == bits_of(tile.after[word])) continue;
    WrongRow wrong = wrong_point(tile.frame, word, exact[word], tile.after[word], {});
    wrong.found = WrongRow::Found::results;
    wrong.order = tile.order;
    wrong.step = tile.step;
    wrong.block = place_of(tile);
    wrong.calls = std::make_shared<Capsule>(calls);
    wrong.calls->by_formula = true;
    return wrong;
  }
  return std::nullopt;
}

// A point of the rank's own that is not what it was.
std::optional<WrongRow> TileInputCheck::wrong_own(const double* field) const {
  for (std::size_t word = 0; word < kept_.size(); ++word) {
    if (written_[word] != Written::rank || bits_of(kept_[word]) == bits_of(field[word])) continue;
    WrongRow wrong = wrong_point(stored_, word, kept_[word], field[word], setters_[word]);
    wrong.step = tile_->step;
    wrong.block = place_of(*tile_);
    wrong.order = tile_->order;
    return wrong;
  }
  return std::nullopt;
}

// Of a point that is wrong in the rank's memory too, and that another rank has set; what is right there was loaded
// wrong.
void TileInputCheck::find_sender(WrongRow& point, const double* field) const {
  if (!holds(stored_, point.row, point.col)) return;
  const std::size_t word = stored_word(point.row, point.col);
  const bool is_message = written_[word] == Written::message;
  const bool is_anothers = point.owner != rank_ && point.since;
  if (!point.since && !is_message && bits_of(read_[word]) == point.got) {
    point.component = WrongRow::Component::distribution;
    point.whose = "which no tile sets, as the rank has it before its first tile (gauss_seidel/tile_field.cpp)";
  }
  if (bits_of(field[word]) == point.expected) point.whose = "right in the memory of the rank";
  if (!point.whose.empty() || !(is_message || is_anothers)) return;
  point.component = WrongRow::Component::halo_exchange;
  if (!is_message)
    point.whose = fmt::format("a halo point from rank {}, which set it in step {}, and that no message has brought",
                              point.owner, *point.since);
}

std::optional<WrongRow> TileInputCheck::wrong_words(const ExpectedTile& tile, const Capsule& calls,
                                                    const double* field) const {
  for (const CapsuleCall& call : calls.calls) {
    if (call.kind != CapsuleCall::Kind::load || call.place.bank != Bank::f) continue;
    for (std::size_t k = 0; k < call.data.size(); ++k) {
      const std::size_t word = static_cast<std::size_t>(call.place.offset_words) + k;
      if (word >= tile.before.size() || tile.reads[word] == 0) continue;
      if (bits_of(tile.before[word]) == bits_of(call.data[k])) continue;
      WrongRow wrong = wrong_point(tile.frame, word, tile.before[word], call.data[k], tile.setters[word]);
      wrong.order = tile.order;
      wrong.step = tile.step;
      wrong.block = place_of(tile);
      find_sender(wrong, field);
      return wrong;
    }
  }
  return std::nullopt;
}

void TileInputCheck::put_back(const ExpectedTile& tile) {
  const std::int64_t cols = tile.frame.cols.count();
  for (std::size_t k = 0; k < tile.sets.size(); ++k) {
    if (tile.sets[k] == 0) continue;
    const auto at = static_cast<std::int64_t>(k);
    const std::int64_t row = tile.frame.rows.first + at / cols;
    const std::int64_t col = tile.frame.cols.first + at % cols;
    if (!holds(stored_, row, col)) continue;
    const std::size_t word = stored_word(row, col);
    kept_[word] = tile.after[k];
    written_[word] = Written::rank;
    setters_[word] = {static_cast<std::int32_t>(rank_), static_cast<std::int32_t>(tile.step)};
  }
}

std::optional<WrongRow> TileInputCheck::wrong_result(const double* field) {
  if (left_wrong_) return left_wrong_;
  const TileFrame owned = grid_.owned(rank_);
  for (std::int64_t row = owned.rows.first; row < owned.rows.last; ++row) {
    for (std::int64_t col = owned.cols.first; col < owned.cols.last; ++col) {
      const double expected = history_.field()[static_cast<std::size_t>(row * grid_.cols().points() + col)];
      const std::size_t word = stored_word(row, col);
      if (bits_of(expected) == bits_of(field[word])) continue;
      WrongRow wrong = wrong_point(stored_, word, expected, field[word], history_.setter(row, col));
      find_sender(wrong, field);
      wrong.found = WrongRow::Found::result;
      wrong.step = std::max<std::int64_t>(2 * history_.rounds() - 1, 0);
      wrong.order = history_.order();
      return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace stencil
