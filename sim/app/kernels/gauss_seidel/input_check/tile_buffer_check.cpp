// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/input_check/tile_buffer_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>

#include "host/gauss_seidel/pipeline/tile_frames.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {

const ExpectedTile& TileBufferCheck::tile_of(std::int64_t number) {
  const std::int64_t in_step = grid_.rows().tiles() * grid_.cols().tiles();
  while (history_.rounds() <= number / (2 * in_step)) history_.make_round();
  return history_.tiles()[static_cast<std::size_t>(number % (2 * in_step))];
}

std::optional<WrongRow> TileBufferCheck::operator()(const Capsule& calls) {
  for (std::size_t i = 0; i < calls.calls.size(); ++i) {
    const CapsuleCall& call = calls.calls[i];
    const auto number = static_cast<std::int64_t>(i);
    if (call.kind == CapsuleCall::Kind::load && call.place.bank == Bank::f) load(call, number);
    if (call.kind != CapsuleCall::Kind::command) continue;
    const auto* const command = std::get_if<TileCommand>(&call.command);
    if (command == nullptr) return std::nullopt;
    const ExpectedTile& tile = tile_of(tiles_++);
    if (history_.stray()) return std::nullopt;  // by a plan that is wrong, nothing is known of a tile
    Buffer& buffer = buffers_[command->f_buffer];
    if (auto wrong = wrong_point(tile, buffer, number)) return wrong;
    sweep(tile, buffer, number);
  }
  return std::nullopt;
}

void TileBufferCheck::load(const CapsuleCall& call, std::int64_t number) {
  Buffer& buffer = buffers_[call.place.buffer];
  const auto first = static_cast<std::size_t>(call.place.offset_words);
  if (buffer.size() < first + call.data.size()) buffer.resize(first + call.data.size());
  for (std::size_t k = 0; k < call.data.size(); ++k) buffer[first + k] = {call.data[k], number, true};
}

// A buffer holds the points of tile_frame().
std::size_t TileBufferCheck::word_in_buffer(const ExpectedTile& tile, std::size_t word) const {
  const std::int64_t in_step = grid_.rows().tiles() * grid_.cols().tiles();
  const bool backward = tile.step % 2 == 1;
  const std::int64_t number = backward ? in_step - 1 - tile.index : tile.index;
  const TileFrame held = tile_frame(grid_, rank_, number / grid_.cols().tiles(), number % grid_.cols().tiles());
  const auto at = static_cast<std::int64_t>(word);
  return static_cast<std::size_t>(held.index(tile.frame.rows.first + at / tile.frame.cols.count(),
                                             tile.frame.cols.first + at % tile.frame.cols.count()));
}

std::optional<WrongRow> TileBufferCheck::wrong_point(const ExpectedTile& tile, const Buffer& buffer,
                                                     std::int64_t call) const {
  for (std::size_t word = 0; word < tile.before.size(); ++word) {
    if (tile.reads[word] == 0) continue;
    const std::size_t at = word_in_buffer(tile, word);
    const Word held = at < buffer.size() ? buffer[at] : Word();
    if (held.call >= 0 && bits_of(held.value) == bits_of(tile.before[word])) continue;
    WrongRow wrong;
    const auto index = static_cast<std::int64_t>(word);
    wrong.row = tile.frame.rows.first + index / tile.frame.cols.count();
    wrong.col = tile.frame.cols.first + index % tile.frame.cols.count();
    wrong.expected = bits_of(tile.before[word]);
    wrong.got = bits_of(held.value);
    const PointSetter& setter = tile.setters[word];
    wrong.owner = setter.rank;
    wrong.step = tile.step;
    wrong.order = tile.order;
    wrong.block = CapsulePlace{std::nullopt, tile.index, tile.frame.rows.first, tile.frame.cols.first};
    wrong.found = WrongRow::Found::stored;
    const std::string from = setter.step < 0        ? ""
                             : setter.rank == rank_ ? fmt::format(" (set in step {} by this rank)", setter.step)
                                                    : fmt::format(" (set in step {} by rank {}, received in a message)",
                                                                  setter.step, setter.rank);
    const std::string since =
        held.call < 0  ? "which no call has loaded"
        : held.is_load ? fmt::format("as call {} has loaded it: too early, or not its newest value", held.call)
                       : fmt::format("as the command before (call {}) has left it: not loaded again since", held.call);
    wrong.whose = fmt::format("its command (call {}) reads row {}, column {}{}, {} (host/gauss_seidel/pipeline)", call,
                              wrong.row, wrong.col, from, since);
    return wrong;
  }
  return std::nullopt;
}

// The golden results: the values that the tile read were compared before.
void TileBufferCheck::sweep(const ExpectedTile& tile, Buffer& buffer, std::int64_t call) const {
  for (std::size_t word = 0; word < tile.after.size(); ++word) {
    if (tile.sets[word] == 0) continue;
    const std::size_t at = word_in_buffer(tile, word);
    if (at >= buffer.size()) buffer.resize(at + 1);
    buffer[at] = {tile.after[word], call, false};
  }
}

}  // namespace stencil
