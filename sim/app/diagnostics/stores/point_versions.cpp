// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/stores/point_versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace stencil {
namespace {

constexpr std::uintptr_t page_words = 512;

struct Range {
  std::int64_t first, last;  // last: behind it
};

Range over(const TileEdge& low, const TileEdge& high, std::int64_t sweeps) {
  return {std::min(low.at, low.in_sweep(sweeps)), std::max(high.at, high.in_sweep(sweeps))};
}

// use(row, column of the block) for each point that a sweep sets, once a sweep: edges that slope leave out some of the
// points between the outermost rows and columns.
template <class Use>
void for_each_set(const TileCommand& tile, const Use& use) {
  for (std::int64_t sweep = 1; sweep <= tile.sweeps; ++sweep) {
    for (std::int64_t row = tile.top.in_sweep(sweep); row < tile.bottom.in_sweep(sweep); ++row) {
      for (std::int64_t col = tile.left.in_sweep(sweep); col < tile.right.in_sweep(sweep); ++col) use(row, col);
    }
  }
}

std::uintptr_t address_of(const double* host) {
  return reinterpret_cast<std::uintptr_t>(host);
}

}  // namespace

PointVersions::Word& PointVersions::word(const double* host) {
  const std::uintptr_t number = address_of(host) / sizeof(double);
  std::vector<Word>& page = pages_[number / page_words];
  if (page.empty()) page.resize(page_words);
  return page[number % page_words];
}

void PointVersions::add(const Capsule& capsule) {
  for (std::size_t at = 0; at < capsule.calls.size() && !found_; ++at) {
    const CapsuleCall& call = capsule.calls[at];
    const bool is_transfer = call.kind == CapsuleCall::Kind::load || call.kind == CapsuleCall::Kind::store;
    if (is_transfer && (call.place.bank != Bank::f || call.host == nullptr)) continue;
    if (call.kind == CapsuleCall::Kind::load) load(call, at);
    if (call.kind == CapsuleCall::Kind::store) store(call, at);
    if (call.kind != CapsuleCall::Kind::command) continue;
    const auto* const tile = std::get_if<TileCommand>(&call.command);
    if (tile == nullptr) return;
    sweep(*tile, at);
    ++tile_;
  }
}

void PointVersions::load(const CapsuleCall& call, std::size_t number) {
  Buffer& buffer = buffers_[call.place.buffer];
  const auto first = static_cast<std::size_t>(call.place.offset_words);
  const auto count = static_cast<std::size_t>(call.place.length_words);
  if (buffer.size() < first + count) buffer.resize(first + count);
  for (std::size_t k = 0; k < count; ++k) {
    const Word& from = word(call.host + k);
    buffer[first + k] = {call.host + k, from.on_host};
    if (from.on_host < from.newest)
      note(from, fmt::format("the load of f buffer {} (call {}) read it from the host", call.place.buffer, number));
  }
}

void PointVersions::store(const CapsuleCall& call, std::size_t number) {
  const Buffer& buffer = buffers_[call.place.buffer];
  const auto first = static_cast<std::size_t>(call.place.offset_words);
  for (std::size_t k = 0; k < static_cast<std::size_t>(call.place.length_words) && first + k < buffer.size(); ++k) {
    const Copy& copy = buffer[first + k];
    if (copy.host == nullptr) continue;
    Word& into = word(call.host + k);
    into.on_host = copy.version;
    if (copy.version >= into.newest) continue;
    into.older_from = call.place.buffer;
    into.older_by = static_cast<std::int32_t>(number);
  }
}

// The block of a place begins one line before those that its tile sets.
void PointVersions::check_array(const TileCommand& tile, const CapsulePlace& place) {
  const Buffer& buffer = buffers_[tile.f_buffer];
  const auto host = [&](std::int64_t row, std::int64_t col) {
    const auto at = static_cast<std::size_t>(row * tile.cols + col);
    return at < buffer.size() ? buffer[at].host : nullptr;
  };
  const std::int64_t row = over(tile.top, tile.bottom, tile.sweeps).first;
  const std::int64_t col = over(tile.left, tile.right, tile.sweeps).first;
  const double* const first = host(row, col);
  const double* const above = host(row - 1, col);
  if (first == nullptr || above == nullptr) return;
  const auto pitch =
      static_cast<std::int64_t>(address_of(first) - address_of(above)) / static_cast<std::int64_t>(sizeof(double));
  const std::int64_t words = (place.row + 1) * pitch + place.col + 1;
  const Array array{address_of(first) - static_cast<std::uintptr_t>(words) * sizeof(double), pitch};
  if (array_ && (array_->begin != array.begin || array_->pitch != array.pitch)) is_one_array_ = false;
  array_ = array;
  whole_rows_ = whole_rows_ && pitch == tile.cols;
}

// Each point that a sweep sets, and the four beside it.
void PointVersions::check_reads(const TileCommand& tile, const std::optional<CapsulePlace>& place,
                                const std::string& name) {
  const Buffer& buffer = buffers_[tile.f_buffer];
  const std::int64_t first_row = over(tile.top, tile.bottom, tile.sweeps).first;
  const std::int64_t first_col = over(tile.left, tile.right, tile.sweeps).first;
  const auto check = [&](std::int64_t row, std::int64_t col) {
    const auto at = static_cast<std::size_t>(row * tile.cols + col);
    if (found_ || at >= buffer.size() || buffer[at].host == nullptr) return;
    if (place && array_) {
      const std::int64_t field_row = place->row + 1 + row - first_row, field_col = place->col + 1 + col - first_col;
      const auto word_of_it = static_cast<std::int64_t>((address_of(buffer[at].host) - array_->begin) / sizeof(double));
      if (word_of_it != field_row * array_->pitch + field_col) {
        found_ = fmt::format("{} reads {}, which no load has brought into f buffer {}: in its place is {}", name,
                             point(field_row, field_col), tile.f_buffer,
                             point(word_of_it / array_->pitch, word_of_it % array_->pitch));
        return;
      }
    }
    const Word& read = word(buffer[at].host);
    if (buffer[at].version < read.newest) note(read, name + " read what its buffer had before");
  };
  for_each_set(tile, [&](std::int64_t row, std::int64_t col) {
    check(row - 1, col);
    for (std::int64_t beside = col - 1; beside <= col + 1; ++beside) check(row, beside);
    check(row + 1, col);
  });
}

void PointVersions::sweep(const TileCommand& tile, std::size_t call) {
  const auto place = places_(tile_);
  const std::string name = fmt::format("tile {} of step {} (call {})", place ? place->block : tile_,
                                       place ? place->step.value_or(0) : 0, call);
  if (place) check_array(tile, *place);
  check_reads(tile, place, name);
  if (found_) return;
  names_.push_back(name);
  Buffer& buffer = buffers_[tile.f_buffer];
  const std::int64_t first_row = over(tile.top, tile.bottom, tile.sweeps).first;
  const std::int64_t first_col = over(tile.left, tile.right, tile.sweeps).first;
  for_each_set(tile, [&](std::int64_t row, std::int64_t col) {
    const auto at = static_cast<std::size_t>(row * tile.cols + col);
    if (at >= buffer.size() || buffer[at].host == nullptr) return;
    Word& set = word(buffer[at].host);
    buffer[at].version = set.newest = static_cast<std::int64_t>(names_.size());
    set.row = place ? static_cast<std::int32_t>(place->row + 1 + row - first_row) : -1;
    set.col = place ? static_cast<std::int32_t>(place->col + 1 + col - first_col) : -1;
    set.older_from = set.older_by = -1;
  });
}

std::string PointVersions::point(std::int64_t row, std::int64_t col) const {
  return whole_rows_ ? fmt::format("row {} of the field", row)
                     : fmt::format("row {}, column {} of the field", row, col);
}

void PointVersions::note(const Word& word, const std::string& reader) {
  if (found_) return;
  const std::string older =
      word.older_by < 0 ? ""
                        : fmt::format("; the store of f buffer {} (call {}) brought it from there, which has it older",
                                      word.older_from, word.older_by);
  found_ = fmt::format("{}, which {} had set, had not been stored when {}{}", point(word),
                       names_[static_cast<std::size_t>(word.newest - 1)], reader, older);
}

std::optional<std::string> PointVersions::found() const {
  if (!is_one_array_) return std::nullopt;
  if (found_) return found_;
  for (const auto& [number, page] : pages_) {
    for (const Word& word : page) {
      if (word.on_host < word.newest)
        return fmt::format("{} was set by {}, and no store brings it home", point(word),
                           names_[static_cast<std::size_t>(word.newest - 1)]);
    }
  }
  return std::nullopt;
}

}  // namespace stencil
