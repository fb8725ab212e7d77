// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/buffer_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "models/compare.hpp"

namespace stencil {

std::optional<WrongRow> BufferCheck::operator()(const Capsule& calls, const InputCheck::Places& place_of) {
  std::int64_t block = calls.origin.first_block;
  for (std::size_t i = 0; i < calls.calls.size(); ++i) {
    const CapsuleCall& call = calls.calls[i];
    if (call.kind == CapsuleCall::Kind::load) load(call, i);
    if (call.kind != CapsuleCall::Kind::command) continue;
    const auto* const command = std::get_if<SweepCommand>(&call.command);
    const auto place = place_of(calls.origin.step, block++);
    if (command == nullptr || !place || !place->strip) return std::nullopt;
    const Reader reader{*command, *place, place->step.value_or(calls.origin.step), i};
    golden_.advance(reader.step * steps_.stw);
    golden_.advance(reader.step * steps_.stw + steps_.niter(reader.step));
    for (const Bank bank : {Bank::r, Bank::f}) {
      if (auto wrong = wrong_row(reader, bank)) return wrong;
    }
    sweep(reader);
  }
  return std::nullopt;
}

void BufferCheck::load(const CapsuleCall& call, std::size_t number) {
  const std::int64_t cols = golden_.cols();
  Rows& rows = buffers_[{call.place.bank, call.place.buffer}];
  for (std::int64_t at = 0; at + cols <= call.place.length_words; at += cols)
    rows[(call.place.offset_words + at) / cols] = {number, {call.data.begin() + at, call.data.begin() + at + cols}};
}

std::optional<WrongRow> BufferCheck::wrong_row(const Reader& reader, Bank bank) const {
  const auto buffer = buffers_.find({bank, bank == Bank::f ? reader.sweep.f_buffer : reader.sweep.r_buffer});
  const std::int64_t cols = golden_.cols();
  const std::vector<double>& right = bank == Bank::f ? golden_.before() : golden_.r();
  for (std::int64_t at = 0; at < reader.sweep.rows && reader.place.row + at < golden_.rows(); ++at) {
    const std::int64_t row = reader.place.row + at;
    const Row* held = nullptr;
    if (buffer != buffers_.end() && buffer->second.count(at) != 0) held = &buffer->second.at(at);
    if (held == nullptr || held->words.empty()) {
      if (bank == Bank::r) continue;  // a formula may read none
      return not_loaded(reader, row);
    }
    const Comparison found = compare_rows(right.data() + row * cols, held->words.data(), row, 1, cols);
    if (!found.first) continue;
    WrongRow wrong = WrongRow::at(row, *found.first);
    wrong.bank = bank;
    name_source(reader, *held, wrong);
    return wrong;
  }
  return std::nullopt;
}

WrongRow BufferCheck::not_loaded(const Reader& reader, std::int64_t row) const {
  WrongRow wrong;
  wrong.row = row;
  wrong.step = wrong.order = reader.step;
  wrong.owner = strips_.at_row(row).rank;
  wrong.block = reader.place;
  wrong.found = WrongRow::Found::stored;
  wrong.whose = fmt::format(
      "its command (call {}) reads row {}, which no call has loaded since the command before on f buffer {} has left "
      "it undefined (host/jacobi/steps)",
      reader.call, row, reader.sweep.f_buffer);
  return wrong;
}

void BufferCheck::name_source(const Reader& reader, const Row& held, WrongRow& wrong) const {
  wrong.step = wrong.order = reader.step;
  wrong.owner = strips_.at_row(wrong.row).rank;
  wrong.block = reader.place;
  wrong.found = WrongRow::Found::load;
  const bool is_halo = strips_.at_row(wrong.row).number != *reader.place.strip;
  wrong.whose = fmt::format("{}, as call {} has loaded it for the command (call {})",
                            is_halo ? fmt::format("a halo row from rank {}", wrong.owner) : "its own row", held.call,
                            reader.call);
  std::vector<std::int64_t> sweeps;
  for (std::int64_t step = 0; step < reader.step; ++step) sweeps.push_back(step * steps_.stw);
  const auto at =
      wrong.bank == Bank::f ? golden_.sweeps_before(source_, wrong.row, held.words.data(), sweeps) : std::nullopt;
  if (at) {
    const std::int64_t older = reader.step - *at / steps_.stw;
    wrong.detail = fmt::format(
        ": the row as it was before step {}, {} too old: the load came before {} (host/jacobi/steps)", *at / steps_.stw,
        counted(older, "step"), is_halo ? "the exchange had brought the row" : "the row was stored");
  } else {
    const std::string held_row = golden_.held_row(wrong.bank, wrong.row, held.words.data(), false);
    // A block leaves undefined values in its halo rows: they match the field at no step.
    const char* const early = is_halo && wrong.bank == Bank::f && held_row.empty()
                                  ? ": before the exchange had brought the row, or from elsewhere"
                                  : "";
    wrong.detail = held_row + early + " (host/jacobi/steps)";
  }
}

// The rows that the command finishes are right where what it has read is; those beside them are undefined, and so is
// all that a link of a chain leaves.
void BufferCheck::sweep(const Reader& reader) {
  const SweepCommand& sweep = reader.sweep;
  const bool is_link = sweep.above || sweep.below;
  Rows& f = buffers_[{Bank::f, sweep.f_buffer}];
  const std::int64_t cols = golden_.cols();
  for (auto& [at, held] : f) {
    const std::int64_t row = reader.place.row + at;
    const bool is_first = at < sweep.niter && reader.place.row > 0;
    const bool is_last = at >= sweep.rows - sweep.niter && reader.place.row + sweep.rows < golden_.rows();
    held.call = reader.call;
    held.words.clear();
    if (is_link || is_first || is_last || at >= sweep.rows || row >= golden_.rows()) continue;
    const auto first = golden_.f().begin() + row * cols;
    held.words.assign(first, first + cols);
  }
  if (is_link) buffers_.erase({Bank::r, sweep.r_buffer});
}

}  // namespace stencil
