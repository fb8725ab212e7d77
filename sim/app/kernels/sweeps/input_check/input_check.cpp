// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/input_check.hpp"

#include <algorithm>

#include "models/compare.hpp"
#include "sim/device/capsule/touched_words.hpp"

namespace stencil {
namespace {

// Number of the command that reads what a load brings, among all commands; no value: none does.
std::optional<std::int64_t> reader_of(const Capsule& calls, std::size_t load) {
  std::int64_t number = 0;
  for (std::size_t i = 0; i < calls.calls.size(); ++i) {
    const CapsuleCall& call = calls.calls[i];
    if (call.kind != CapsuleCall::Kind::command) continue;
    const std::vector<Place> read = words_read(call.command);
    const Place& place = calls.calls[load].place;
    const bool reads = std::any_of(read.begin(), read.end(), [&](const Place& each) {
      return each.bank == place.bank && each.buffer == place.buffer;
    });
    if (i > load && reads) return number;
    ++number;
  }
  return std::nullopt;
}

// Rows of the rank's own come before copies: what is wrong there may have been sent.
void fill_in_step(WrongRow& wrong, std::int64_t step) {
  wrong.step = step;
  if (step == 0)
    wrong.room = WrongRow::Room::blocking;  // all rows are as they were read
  else
    wrong.since = step - 1;
  wrong.order = 2 * step + (wrong.room == WrongRow::Room::halo_exchange ? 1 : 0);
}

}  // namespace

InputCheck::InputCheck(const ProblemSource& source, const SweepWeights& weights, const Steps& steps,
                       const Strips& strips)
    : golden_(source, weights), steps_(steps), strips_(strips) {}

std::optional<WrongRow> InputCheck::wrong_load(const Capsule& calls, const Places& place_of) {
  const std::int64_t step = calls.origin.step;
  golden_.advance(step * steps_.stw);
  std::optional<WrongRow> found;
  for (std::size_t i = 0; i < calls.calls.size(); ++i) {
    if (calls.calls[i].kind != CapsuleCall::Kind::load) continue;
    const std::optional<std::int64_t> reader = reader_of(calls, i);
    const auto place = reader ? place_of(step, calls.origin.first_block + *reader) : std::nullopt;
    if (!place) continue;
    std::optional<WrongRow> wrong = compare(calls.calls[i], *place);
    if (!wrong) continue;
    fill_in_step(*wrong, step);
    judge_golden(golden_, *wrong);
    if (!found || wrong->order < found->order) found = wrong;
  }
  return found;
}

std::optional<WrongRow> InputCheck::compare(const CapsuleCall& load, const CapsulePlace& place) const {
  const std::vector<double>& right = load.place.bank == Bank::f ? golden_.f() : golden_.r();
  const std::int64_t cols = golden_.cols();
  const std::int64_t first = place.row * cols + load.place.offset_words;
  const auto words = static_cast<std::int64_t>(load.data.size());
  if (first < 0 || first + words > golden_.rows() * cols) return std::nullopt;
  std::optional<WrongRow> found;
  for (std::int64_t at = 0; at < words; at += cols) {
    const std::int64_t count = std::min(cols, words - at);
    const Comparison row = compare_rows(right.data() + first + at, load.data.data() + at, 0, 1, count);
    if (!row.first) continue;
    WrongRow wrong;
    wrong.block = place;
    wrong.bank = load.place.bank;
    wrong.row = (first + at) / cols;
    wrong.col = row.first->col;
    wrong.expected = row.first->expected_bits;
    wrong.got = row.first->got_bits;
    wrong.owner = strips_.at_row(wrong.row).rank;
    const bool own = strips_.at_row(wrong.row).number == place.strip;
    if (own) return wrong;
    wrong.room = WrongRow::Room::halo_exchange;
    if (!found) found = wrong;
  }
  return found;
}

std::optional<WrongRow> InputCheck::wrong_result(const Strip& strip, const double* f) {
  golden_.advance(steps_.iterations);
  const std::int64_t first = strip.first_row;
  const std::int64_t cols = golden_.cols();
  const Comparison rows =
      compare_rows(golden_.f().data() + first * cols, f + strip.before * cols, first, strip.owned, cols);
  if (!rows.first) return std::nullopt;
  WrongRow wrong;
  wrong.found = WrongRow::Found::result;
  wrong.step = steps_.last();
  wrong.since = wrong.step;
  wrong.order = 2 * steps_.count();
  wrong.row = rows.first->row;
  wrong.col = rows.first->col;
  wrong.expected = rows.first->expected_bits;
  wrong.got = rows.first->got_bits;
  wrong.owner = strip.rank;
  judge_golden(golden_, wrong);
  return wrong;
}

}  // namespace stencil
