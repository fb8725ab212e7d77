// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/input_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "host/base/text.hpp"
#include "models/compare.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

// Number of the command that reads what a load brings, among all commands; no value: none does.
std::optional<std::size_t> reader_of(const Capsule& calls, std::size_t load) {
  const Place& place = calls.calls[load].place;
  for (std::size_t i = load + 1; i < calls.calls.size(); ++i) {
    const CapsuleCall& call = calls.calls[i];
    const bool is_overwritten = call.kind == Kind::load && call.place.bank == place.bank &&
                                call.place.buffer == place.buffer &&
                                call.place.offset_words < place.offset_words + place.length_words &&
                                place.offset_words < call.place.offset_words + call.place.length_words;
    if (is_overwritten) return std::nullopt;
    if (call.kind != Kind::command) continue;
    const std::vector<Place> read = words_read(call.command);
    const bool reads = std::any_of(read.begin(), read.end(), [&](const Place& each) {
      return each.bank == place.bank && each.buffer == place.buffer;
    });
    if (reads) return commands_before(calls, i);
  }
  return std::nullopt;
}

// Number of the command whose results a store takes.
std::optional<std::size_t> writer_of(const Capsule& calls, std::size_t store) {
  const CapsuleCall& call = calls.calls[store];
  if (call.host == nullptr || call.place.bank != Bank::f) return std::nullopt;
  const auto writer = command_of(calls, store, call.place.buffer);
  return writer ? std::optional(commands_before(calls, *writer)) : std::nullopt;
}

}  // namespace

InputCheck::InputCheck(const ProblemSource& source, const SweepWeights& weights, const Steps& steps,
                       const Strips& strips, const double* f, const double* r)
    : source_(source),
      golden_(source, weights),
      steps_(steps),
      strips_(strips),
      f_(f),
      r_(r),
      stored_(static_cast<std::size_t>(golden_.rows())),
      swept_(strips.all().size()) {}

// The row of the field that the rank keeps there: as part of the strip of the block, or as an own row of the strip
// before or after that one, from which joined steps take halo rows; no value: none.
std::optional<std::int64_t> InputCheck::row_on_host(const CapsulePlace& place, Bank bank, const double* words) const {
  const Strip& strip = strips_[*place.strip];
  const std::int64_t word = words - (bank == Bank::f ? f_ : r_);
  const std::int64_t at = word / golden_.cols();  // row of the rank's memory
  if (word >= 0 && at >= strip.at && at < strip.at + strip.local_rows()) return strip.first_local() + at - strip.at;
  for (const std::int64_t number : {strip.number - 1, strip.number + 1}) {
    if (bank == Bank::r || word < 0 || number < 0 || number >= static_cast<std::int64_t>(strips_.all().size()))
      continue;
    const Strip& other = strips_[number];
    const std::int64_t first = other.at + other.before;
    if (other.rank == strip.rank && at >= first && at < first + other.owned) return other.first_row + at - first;
  }
  return std::nullopt;
}

void InputCheck::begin_step(std::int64_t step, const std::vector<Strip>& mine) {
  golden_.advance(step * steps_.stw);
  stored_before_ = std::exchange(stored_, std::vector<Stored>(stored_.size()));
  swept_before_ = std::exchange(swept_, std::vector<char>(swept_.size()));
  step_ = step;
  right_.assign(stored_.size(), 0);
  const std::int64_t cols = golden_.cols();
  std::int64_t rows = 0;
  for (const Strip& strip : mine) rows = std::max(rows, strip.at + strip.local_rows());
  unexchanged_.assign(static_cast<std::size_t>(rows), 0);
  for (std::int64_t row = 0; row < rows && !left_.empty(); ++row) {
    unexchanged_[static_cast<std::size_t>(row)] =
        compare_rows(left_.data() + row * cols, f_ + row * cols, row, 1, cols).first ? 0 : 1;
  }
  left_.assign(f_, f_ + rows * cols);
  for (const Strip& strip : mine) {
    for (std::int64_t row = strip.first_row; row < strip.first_row + strip.owned; ++row) {
      const double* const words = f_ + (strip.at + row - strip.first_local()) * cols;
      right_[static_cast<std::size_t>(row)] =
          compare_rows(golden_.f().data() + row * cols, words, row, 1, cols).first ? 0 : 1;
    }
  }
}

std::optional<WrongRow> InputCheck::wrong_load(const Capsule& calls, const Places& place_of) {
  const std::int64_t step = calls.origin.step;
  golden_.advance(step * steps_.stw + steps_.niter(step));
  follow(calls, place_of);
  std::optional<WrongRow> found;
  for (std::size_t i = 0; i < calls.calls.size(); ++i) {
    const Kind kind = calls.calls[i].kind;
    if (kind != Kind::load && kind != Kind::store) continue;
    const auto command = kind == Kind::load ? reader_of(calls, i) : writer_of(calls, i);
    if (!command) continue;
    const auto place = place_of(step, calls.origin.first_block + static_cast<std::int64_t>(*command));
    if (!place || !place->strip) continue;
    const Moved moved{calls, i, *command, *place};
    std::optional<WrongRow> wrong = kind == Kind::load ? compare_load(moved) : compare_store(moved);
    if (!wrong) continue;
    name_sweeps(calls, *command, *wrong);
    wrong->block = *place;
    // Rows of the rank's own come before copies of others, which may have been sent wrong; results come after both.
    const bool is_copy = wrong->component == WrongRow::Component::halo_exchange;
    wrong->order = 3 * step + (wrong->found == WrongRow::Found::results ? 2 : is_copy ? 1 : 0);
    if (!found || wrong->order < found->order) found = wrong;
  }
  return found || !stays_ ? found : wrong_ahead(calls, place_of);
}

// Blocks of other sweeps than the step has are others than its plan has.
void InputCheck::name_sweeps(const Capsule& calls, std::size_t command, WrongRow& wrong) const {
  const CommandBlock block = command_block(calls.calls[command_positions(calls)[command]].command);
  const std::int64_t niter = steps_.niter(step_);
  const bool is_of_plan = wrong.found == WrongRow::Found::load && wrong.component == WrongRow::Component::blocking;
  if (block.sweeps == niter || (!is_of_plan && wrong.found != WrongRow::Found::stored)) return;
  wrong.found = WrongRow::Found::stored;
  wrong.component = WrongRow::Component::blocking;
  wrong.whose =
      fmt::format("its command has {}, the step {}; row {} is the first that lies elsewhere than in a plan of {}",
                  counted(block.sweeps, "sweep"), niter, wrong.row, niter);
}

void InputCheck::follow(const Capsule& calls, const Places& place_of) {
  for (std::size_t i = 0; i < calls.calls.size(); ++i) {
    const CapsuleCall& call = calls.calls[i];
    if (call.kind == Kind::command) {
      const auto number = static_cast<std::int64_t>(commands_before(calls, i));
      const auto place = place_of(calls.origin.step, calls.origin.first_block + number);
      if (place && place->strip) swept_[static_cast<std::size_t>(*place->strip)] = 1;
    }
    if (call.kind != Kind::store || call.host == nullptr || call.place.bank != Bank::f) continue;
    const std::ptrdiff_t at = call.host - f_;
    if (at >= 0 && at + call.data.size() <= left_.size())
      std::copy(call.data.begin(), call.data.end(), left_.begin() + at);
  }
}

void InputCheck::find_age(const Strip& strip, const double* words, WrongRow& wrong) const {
  wrong.whose = fmt::format("a halo row from rank {}", wrong.owner);
  if (unexchanged_[static_cast<std::size_t>(strip.at + wrong.row - strip.first_local())] != 0)
    wrong.whose +=
        fmt::format(", which the exchange before the step has not set: step {} left it so on this rank", step_ - 1);
  if (words == nullptr) return;
  std::vector<std::int64_t> sweeps;
  for (std::int64_t step = 0; step < step_; ++step) sweeps.push_back(step * steps_.stw);
  if (const auto at = golden_.sweeps_before(source_, wrong.row, words, sweeps))
    wrong.detail = fmt::format(": it holds the row as it was before step {}, {} too old", *at / steps_.stw,
                               counted(step_ - *at / steps_.stw, "step"));
}

// Of a row that a load takes wrong from its place. words: all of it, else null.
void InputCheck::find_origin(const Strip& strip, const double* words, WrongRow& wrong) const {
  const auto at = static_cast<std::size_t>(wrong.row);
  if (words != nullptr) wrong.detail = golden_.held_row(wrong.bank, wrong.row, words, false);
  if (wrong.bank == Bank::r || step_ == 0) {
    wrong.whose = "which the rank has read right";
  } else if (strips_.at_row(wrong.row).number != strip.number) {
    wrong.component = WrongRow::Component::halo_exchange;
    find_age(strip, words, wrong);
  } else if (right_[at] != 0) {
    wrong.whose = "its own row, right after the exchange of halo rows and overwritten since";
  } else if (swept_before_[static_cast<std::size_t>(strip.number)] == 0) {
    wrong.whose = fmt::format("its own row: strip {} was not swept in step {}", strip.number, step_ - 1);
  } else if (stored_before_[at] != stored_right) {
    wrong.is_unstored = true;
    wrong.whose = fmt::format("its own row, which no block of step {} has stored{}", step_ - 1,
                              stored_before_[at] == stored_wrong ? " right" : "");
  } else {
    wrong.whose = fmt::format(
        "its own row, stored right in step {} and overwritten since, by the host or by the exchange "
        "of halo rows",
        step_ - 1);
    const auto held = words == nullptr ? std::nullopt : golden_.row_before(words);
    if (held && strips_.at_row(*held).number != strip.number) {
      wrong.component = WrongRow::Component::halo_exchange;
      wrong.whose = fmt::format(
          "its own row, stored right in step {} and overwritten by the exchange of halo rows, which puts a row of rank "
          "{} {} too far {}",
          step_ - 1, strips_.at_row(*held).rank, counted(std::abs(*held - wrong.row), "row"),
          *held > wrong.row ? "up" : "down");
    }
  }
}

std::optional<WrongRow> InputCheck::compare_load(const Moved& moved) const {
  const CapsuleCall& load = moved.calls.calls[moved.call];
  const std::vector<double>& right = load.place.bank == Bank::f ? golden_.before() : golden_.r();
  const Strip& strip = strips_[*moved.place.strip];
  const std::int64_t cols = golden_.cols();
  const std::int64_t first = moved.place.row * cols + load.place.offset_words;
  const auto words = static_cast<std::int64_t>(load.data.size());
  if (first < 0) return std::nullopt;
  std::optional<WrongRow> found;
  for (std::int64_t at = 0; at < words; at += cols) {
    const bool is_of_field = first + at + cols <= golden_.rows() * cols;
    const std::int64_t count = std::min(cols, words - at);
    const double* const data = load.data.data() + at;
    const Comparison row = compare_rows(is_of_field ? right.data() + first + at : data, data, 0, 1, count);
    if (is_of_field && !row.first) continue;
    WrongRow wrong = WrongRow::at((first + at) / cols, row.first.value_or(Mismatch{}));
    wrong.step = step_;
    wrong.bank = load.place.bank;
    const auto on_host = load.host != nullptr ? row_on_host(moved.place, wrong.bank, load.host + at) : wrong.row;
    if (!on_host || !is_of_field) {
      const std::int64_t end = strip.first_local() + strip.local_rows();
      wrong.whose = fmt::format("which lies {} the local part, rows {} .. {} of the field",
                                wrong.row >= end ? "behind" : "outside", strip.first_local(), end - 1);
      return wrong;
    }
    wrong.owner = strips_.at_row(wrong.row).rank;
    if (*on_host != wrong.row) {
      wrong.whose = fmt::format("taken from row {}", *on_host);
      return wrong;
    }
    find_origin(strip, count == cols ? data : nullptr, wrong);
    if (wrong.component != WrongRow::Component::halo_exchange) return wrong;
    if (!found) found = wrong;
  }
  return found;
}

}  // namespace stencil
