// Results of blocks, and of the last step, against the golden field after the step.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "host/base/text.hpp"
#include "models/compare.hpp"
#include "models/formula/exact_sweeps.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/sweeps/input_check/input_check.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/divergence/field/swept_field.hpp"

namespace stencil {
namespace {

bool is_loaded(const Capsule& calls, std::size_t end, Bank bank, std::int64_t buffer, std::int64_t word) {
  return std::any_of(calls.calls.begin(), calls.calls.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const CapsuleCall& call) {
                       const Place& place = call.place;
                       return call.kind == CapsuleCall::Kind::load && place.bank == bank && place.buffer == buffer &&
                              place.offset_words <= word && word < place.offset_words + place.length_words;
                     });
}

// A load that came between a command and the store of its results, and has words of these; empty: there is none.
std::string loaded_over(const Capsule& calls, std::size_t command, std::size_t store, std::int64_t word) {
  const Place& stored = calls.calls[store].place;
  for (std::size_t at = store; at-- > command + 1;) {
    const Place& place = calls.calls[at].place;
    const bool covers = calls.calls[at].kind == CapsuleCall::Kind::load && place.bank == stored.bank &&
                        place.buffer == stored.buffer && place.offset_words <= word &&
                        word < place.offset_words + place.length_words;
    if (covers)
      return fmt::format(": call {} loaded words {} to {} of f buffer {} over it before call {} stored it", at,
                         place.offset_words, place.offset_words + place.length_words - 1, place.buffer, store);
  }
  return "";
}

}  // namespace

std::optional<WrongRow> InputCheck::compare_store(const Moved& moved) {
  const CapsuleCall& store = moved.calls.calls[moved.call];
  const auto& sweep = std::get<SweepCommand>(moved.calls.calls[command_positions(moved.calls)[moved.command]].command);
  const std::int64_t cols = golden_.cols();
  const std::int64_t first = moved.place.row - (sweep.above ? sweep.niter : 0) + store.place.offset_words / cols;
  for (std::int64_t k = 0; (k + 1) * cols <= static_cast<std::int64_t>(store.data.size()); ++k) {
    const double* const data = store.data.data() + k * cols;
    const auto on_host = row_on_host(moved.place, Bank::f, store.host + k * cols);
    const std::int64_t target = on_host.value_or(first + k);
    if (target < 0 || target >= golden_.rows()) continue;
    const Comparison row = compare_rows(golden_.f().data() + target * cols, data, target, 1, cols);
    WrongRow wrong = WrongRow::at(target, row.first.value_or(Mismatch{}));
    wrong.step = step_;
    wrong.owner = strips_.at_row(target).rank;
    if (on_host != first + k) {
      wrong.found = WrongRow::Found::stored;
      // Where the rows loaded are others than the plan had, so are the results.
      const bool is_that_row =
          first + k >= 0 && first + k < golden_.rows() &&
          compare_rows(golden_.f().data() + (first + k) * cols, data, first + k, 1, cols).mismatches == 0;
      wrong.whose = fmt::format("{}row {} of its results goes to {}",
                                is_that_row ? "" : "counted from the rows that were loaded for it, ", first + k,
                                on_host ? fmt::format("row {}", *on_host) : "no row of the local part");
      return wrong;
    }
    // Of halo rows the last blocks store what their sweeps have spoilt.
    if (strips_.at_row(target).number != *moved.place.strip) continue;
    if (row.first) {
      stored_[static_cast<std::size_t>(target)] = stored_wrong;
      wrong.found = WrongRow::Found::results;
      if (!find_cause(moved, sweep, first + k, data, wrong)) return std::nullopt;
      return wrong;
    }
    stored_[static_cast<std::size_t>(target)] = stored_right;
  }
  return std::nullopt;
}

// Why results of a block are wrong though all that it loaded is right: the golden field, the loops that the golden
// models and an accelerator without RTL share, or the command that the host has given. False: the device has not made
// the calls as they were recorded, such as in another order.
bool InputCheck::find_cause(const Moved& moved, const SweepCommand& sweep, std::int64_t row, const double* data,
                            WrongRow& wrong) const {
  judge_golden(golden_, wrong);
  if (wrong.component == WrongRow::Component::reference) return true;
  const Capsule& calls = moved.calls;
  const std::size_t position = command_positions(calls)[moved.command];
  const SweptField field(program_of(calls_before(calls, position + 1)),
                         commands_before(calls, chain_start(calls, position)), moved.command);
  const std::int64_t in_field =
      field.first_finished(moved.command, sweep.niter) + row - (moved.place.row - (sweep.above ? sweep.niter : 0));
  if (sweep.cols != golden_.cols())
    wrong.detail = fmt::format(": its command has {} columns, the field {}", sweep.cols, golden_.cols());
  else if (in_field < 0 || in_field >= field.rows())
    wrong.detail = fmt::format(": it is none of the {} that its command has", counted(field.rows(), "row"));
  const CapsuleCall& store = calls.calls[moved.call];
  if (wrong.detail.empty())
    wrong.detail = loaded_over(calls, position, moved.call, store.place.offset_words + (data - store.data.data()));
  if (!wrong.detail.empty()) return true;
  const double exact = exact_point(field.rows(), field.cols(), field.after(0), field.r(), sweep.weights, sweep.niter,
                                   in_field, wrong.col);
  if (bits_of(exact) != wrong.got) {
    Capsule made = calls_before(calls, moved.call + 1);
    expect(made);
    if (difference(made).mismatches > 0) return false;
    made.by_formula = true;
    wrong.calls = std::make_shared<Capsule>(std::move(made));
    return true;
  }
  wrong.detail = cause_of(moved, field, sweep, row, in_field);
  if (wrong.detail.empty())
    wrong.detail = ", though what its command reads is right" + golden_.held_row(Bank::f, row, data, true);
  return true;
}

// Why a command that does what it is given leaves a wrong row: what it reads, or how it is told to sweep.
std::string InputCheck::cause_of(const Moved& moved, const SweptField& field, const SweepCommand& sweep,
                                 std::int64_t row, std::int64_t in_field) const {
  const std::int64_t north = row - in_field, south = north + field.rows(), cols = field.cols();
  for (const Bank bank : {Bank::f, Bank::r}) {
    const double* const read = (bank == Bank::f ? field.after(0) : field.r()).data();
    const double* const right = (bank == Bank::f ? golden_.before() : golden_.r()).data();
    const std::int64_t last = std::min(south, golden_.rows());
    const Comparison found = compare_rows(right + north * cols, read, north, last - north, cols);
    if (!found.first) continue;
    const std::int64_t at = found.first->row;
    std::string why = golden_.held_row(bank, at, read + (at - north) * cols, false);
    const std::size_t command = command_positions(moved.calls)[moved.command];
    if (!sweep.above && !sweep.below &&
        !is_loaded(moved.calls, command, bank, bank == Bank::f ? sweep.f_buffer : sweep.r_buffer, (at - north) * cols))
      why += ", into which no call since the last wait has loaded it";
    return fmt::format(": row {} of {} is wrong in the buffer that its command reads{}", at,
                       bank == Bank::f ? "f" : "r", why);
  }
  const std::string is_right = ", though what its command reads is right: ";
  if (!same_bits(sweep.weights, golden_.weights())) {
    std::string which;
    for_each_weight(sweep.weights, [&](Weight weight, double given) {
      for_each_weight(golden_.weights(), [&](Weight right, double value) {
        if (weight == right && bits_of(given) != bits_of(value))
          which += fmt::format("{}{} is {}, must be {}", which.empty() ? ": " : ", ", name_of(weight), given, value);
      });
    });
    return is_right + "the weights are not those of the problem" + which;
  }
  const std::int64_t niter = steps_.niter(step_);
  if (sweep.niter != niter)
    return is_right + fmt::format("its command has {}, the step {}", counted(sweep.niter, "sweep"), niter);
  const std::int64_t inside = std::min(north > 0 ? in_field : niter, south < golden_.rows() ? south - 1 - row : niter);
  if (inside >= niter) return "";
  return is_right + fmt::format("it lies {} from the edge of the rows that its command has, {} sweeps need {}",
                                counted(inside, "row"), niter, niter);
}

std::optional<WrongRow> InputCheck::wrong_result(const Strip& strip, const double* f) {
  golden_.advance(steps_.iterations);
  const std::int64_t first = strip.first_row;
  const std::int64_t cols = golden_.cols();
  const double* const owned = f + strip.before * cols;
  const Comparison rows = compare_rows(golden_.f().data() + first * cols, owned, first, strip.owned, cols);
  if (!rows.first) return std::nullopt;
  WrongRow wrong = WrongRow::at(rows.first->row, *rows.first);
  wrong.found = WrongRow::Found::result;
  wrong.step = steps_.last();
  wrong.order = 3 * steps_.count();
  wrong.owner = strip.rank;
  wrong.detail = golden_.held_row(Bank::f, wrong.row, owned + (wrong.row - first) * cols, true);
  wrong.is_unstored = stored_[static_cast<std::size_t>(wrong.row)] != stored_right;
  wrong.whose = fmt::format(fmt::runtime(wrong.is_unstored ? "which no block of step {} has stored right"
                                                           : "stored right in step {} and overwritten since"),
                            wrong.step);
  return wrong;
}

}  // namespace stencil
