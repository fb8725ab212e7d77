// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/stores/row_versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace stencil {

std::int64_t RowVersions::cols_of(const Capsule& capsule, std::size_t call) {
  const auto of_buffer = [&](const CapsuleCall& made) {
    return made.kind == CapsuleCall::Kind::command &&
           command_block(made.command).f_buffer == capsule.calls[call].place.buffer;
  };
  const auto begin = capsule.calls.begin();
  const auto at = begin + static_cast<std::ptrdiff_t>(call);
  if (const auto next = std::find_if(at, capsule.calls.end(), of_buffer); next != capsule.calls.end())
    return command_block(next->command).cols;
  const auto before = std::find_if(std::make_reverse_iterator(at), capsule.calls.rend(), of_buffer);
  return before == capsule.calls.rend() ? 0 : command_block(before->command).cols;
}

void RowVersions::add(const Capsule& capsule) {
  for (std::size_t at = 0; at < capsule.calls.size() && !found_; ++at) {
    const CapsuleCall& call = capsule.calls[at];
    const bool is_transfer = call.kind == CapsuleCall::Kind::load || call.kind == CapsuleCall::Kind::store;
    if (is_transfer && (call.place.bank != Bank::f || call.host == nullptr)) continue;
    if (call.kind == CapsuleCall::Kind::load) load(capsule, at);
    if (call.kind == CapsuleCall::Kind::store) store(call, at, cols_of(capsule, at));
    if (call.kind != CapsuleCall::Kind::command) continue;
    const auto* const tile = std::get_if<TileCommand>(&call.command);
    if (tile == nullptr) return;
    sweep(*tile, at);
    ++tile_;
  }
}

void RowVersions::load(const Capsule& capsule, std::size_t call) {
  const CapsuleCall& made = capsule.calls[call];
  const std::int64_t cols = cols_of(capsule, call);
  if (cols == 0) return;
  auto& buffer = on_device_[made.place.buffer];
  for (std::int64_t word = 0; word + cols <= made.place.length_words; word += cols) {
    const double* const host = made.host + word;
    buffer[(made.place.offset_words + word) / cols] = {host, on_host_[host]};
    if (on_host_[host] < newest_[host].version)
      note(host, fmt::format("the load of f buffer {} (call {}) read it from the host", made.place.buffer, call));
  }
}

void RowVersions::store(const CapsuleCall& call, std::size_t number, std::int64_t cols) {
  for (std::int64_t word = 0; cols > 0 && word + cols <= call.place.length_words; word += cols) {
    const auto& buffer = on_device_[call.place.buffer];
    const auto copy = buffer.find((call.place.offset_words + word) / cols);
    if (copy == buffer.end()) continue;
    on_host_[call.host + word] = copy->second.version;
    Setter& newest = newest_[call.host + word];
    if (copy->second.version < newest.version)
      newest.stored = fmt::format("; the store of f buffer {} (call {}) brought it from there, which has it older",
                                  call.place.buffer, number);
  }
}

void RowVersions::sweep(const TileCommand& tile, std::size_t call) {
  const std::int64_t moved = std::max<std::int64_t>(tile.sweeps - 1, 0);
  const Rows set{std::min(tile.top.at, tile.top.at + tile.top.slope * moved),
                 std::max(tile.bottom.at, tile.bottom.at + tile.bottom.slope * moved)};
  const auto place = places_(tile_);
  const std::string name = fmt::format("tile {} of step {} (call {})", place ? place->block : tile_,
                                       place ? place->step.value_or(0) : 0, call);
  auto& buffer = on_device_[tile.f_buffer];
  if (place && buffer.count(set.first) != 0) {
    // The block of a place begins one row before those that its tile sets.
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(buffer[set.first].host);
    const Array array{first - static_cast<std::uintptr_t>((place->row + 1) * tile.cols) * sizeof(double), place->col};
    if (array_ && (array_->begin != array.begin || array_->col != array.col)) is_one_array_ = false;
    array_ = array;
  }
  for (std::int64_t row = std::max<std::int64_t>(set.first - 1, 0); row <= set.last; ++row) {
    const auto copy = buffer.find(row);
    if (copy != buffer.end() && copy->second.version < newest_[copy->second.host].version)
      return note(copy->second.host, name + " read what its buffer had before");
  }
  ++versions_;
  for (std::int64_t row = set.first; row < set.last; ++row) {
    const auto copy = buffer.find(row);
    if (copy == buffer.end()) continue;
    copy->second.version = versions_;
    newest_[copy->second.host] = {versions_, name, place ? place->row + 1 + row - set.first : -1, ""};
  }
}

void RowVersions::note(const double* host, const std::string& reader) {
  if (found_) return;
  const Setter& setter = newest_[host];
  found_ = fmt::format("row {} of the field, which {} had set, had not been stored when {}{}", setter.row, setter.tile,
                       reader, setter.stored);
}

std::optional<std::string> RowVersions::found() const {
  if (!is_one_array_) return std::nullopt;
  if (found_) return found_;
  for (const auto& [host, setter] : newest_) {
    const auto stored = on_host_.find(host);
    if (setter.version > 0 && (stored == on_host_.end() || stored->second < setter.version))
      return fmt::format("row {} of the field was set by {}, and no store brings it home", setter.row, setter.tile);
  }
  return std::nullopt;
}

}  // namespace stencil
