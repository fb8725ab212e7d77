// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/halo/shadow_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace stencil {
namespace {

constexpr std::size_t most_waiting = std::size_t{1} << 16, most_seen = std::size_t{1} << 17, most_begun = 64;
constexpr std::int64_t of_box = -2;

// Of one axis of a box: what a neighbour holds of this rank, and this rank of a neighbour.
struct Span {
  std::int64_t first, count;
  std::int64_t away;  // of a shadow: its furthest row or column
};

std::vector<Span> shadows(const UpdatedBox::Axis& axis) {
  std::vector<Span> all;
  if (axis.before > 0) all.push_back({axis.first - axis.before, axis.before, axis.before});
  if (axis.after > 0) all.push_back({axis.first + axis.owned, axis.after, axis.after});
  return all;
}

std::vector<Span> edges(const UpdatedBox::Axis& axis) {
  std::vector<Span> all;
  if (axis.before > 0) all.push_back({axis.first, axis.before, 0});
  if (axis.after > 0) all.push_back({axis.first + axis.owned - axis.after, axis.after, 0});
  return all;
}

std::int64_t in_field(const UpdatedBox::Axis& axis, std::int64_t local) {
  return (axis.start + local - axis.first + axis.size) % axis.size;
}

bool wraps(const UpdatedBox::Axis& axis, std::int64_t local) {
  const std::int64_t number = axis.start + local - axis.first;
  return number < 0 || number >= axis.size;
}

}  // namespace

void ShadowValues::add(const std::byte* memory, std::int64_t bytes, Piece piece) {
  piece.row.digest = digest_of(memory, bytes);
  if (waiting_.size() < most_waiting) waiting_.insert_or_assign(Place{memory, bytes}, piece);
  longest_ = std::max(longest_, bytes);
}

void ShadowValues::updated(const UsedMemory& shadow, const UsedMemory& edge) {
  const int rank = shadow.self;
  constexpr std::int64_t least_row = 8 * word;  // shorter elements are points, whose rows are not known yet
  const bool is_above = shadow.first < edge.first;
  for (const UsedMemory* const each : {&shadow, &edge}) {
    const std::byte* const memory = each->array + each->first;
    const std::int64_t bytes = each->last - each->first;
    drop(memory, bytes);
    const bool is_owner = each == &edge;
    const std::int64_t step = each->elemsize >= least_row ? each->elemsize : bytes;
    const std::int64_t rows = bytes / step;
    const std::int64_t values = digest_of(memory, bytes);
    for (std::int64_t at = 0; at < rows; ++at) {
      Piece piece;
      piece.row.key = {is_owner ? rank : each->peer, is_owner ? each->peer : rank, is_owner != is_above ? 1 : 0,
                       edge_row_key(values, at)};
      piece.row.is_owner = is_owner ? 1 : 0;
      piece.row.row = at;
      piece.is_wrapped = !is_owner && (is_above ? each->peer >= rank : each->peer <= rank);
      piece.away_bytes = is_owner ? 0 : step * (is_above ? rows - at : at + 1);
      add(memory + at * step, step, piece);
    }
  }
}

void ShadowValues::box_update_begins(const UpdatedBox& box) {
  if (box.elemsize != word) return;
  drop(box.array, box.rows.elements * box.cols.elements * word);
  add_box(box, true);
  if (begun_.size() < most_begun) begun_.push_back(box);
}

void ShadowValues::box_update_ended(const void* array) {
  const auto box =
      std::find_if(begun_.begin(), begun_.end(), [&](const UpdatedBox& one) { return one.array == array; });
  if (box == begun_.end()) return;
  add_box(*box, false);
  begun_.erase(box);
}

// Corners too: a neighbour along a diagonal holds the ends of edge rows.
void ShadowValues::add_box(const UpdatedBox& box, bool is_owner) {
  const Span own_rows{box.rows.first, box.rows.owned, 0}, own_cols{box.cols.first, box.cols.owned, 0};
  const auto add_part = [&](const Span& rows, const Span& cols) {
    for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row) {
      Piece piece;
      const std::int64_t col = in_field(box.cols, cols.first);
      piece.row.row = in_field(box.rows, row);
      piece.row.is_owner = is_owner ? 1 : 0;
      piece.row.cols = cols.count;
      piece.away_rows = rows.away == 0 ? 0 : row < box.rows.first ? box.rows.first - row : row - rows.first + 1;
      piece.away_cols = cols.away;
      piece.is_wrapped = !is_owner && (wraps(box.rows, row) || wraps(box.cols, cols.first));
      const std::byte* const memory = box.array + (row * box.cols.elements + cols.first) * word;
      piece.row.key = {of_box, piece.row.row, col, digest_of(memory, cols.count * word)};
      add(memory, cols.count * word, piece);
    }
  };
  for (const Span& cols : is_owner ? edges(box.cols) : shadows(box.cols)) add_part(own_rows, cols);
  for (const Span& rows : is_owner ? edges(box.rows) : shadows(box.rows)) {
    add_part(rows, own_cols);
    if (is_owner) continue;  // the ends of its edge rows are parts of its columns
    for (const Span& cols : shadows(box.cols)) add_part(rows, cols);
  }
}

// What overlaps these bytes.
void ShadowValues::drop(const std::byte* first, std::int64_t bytes) {
  auto at = waiting_.lower_bound(Place{first - longest_, 0});
  while (at != waiting_.end() && at->first.first < first + bytes)
    at = at->first.first + at->first.second > first ? waiting_.erase(at) : std::next(at);
}

void ShadowValues::loaded(const double* values, std::int64_t words) {
  const std::byte* const first = bytes_of(values);
  for (auto at = waiting_.lower_bound(Place{first, 0}); at != waiting_.end() && at->first.first < first + words * word;
       ++at) {
    const auto& [memory, bytes] = at->first;
    if (memory + bytes > first + words * word) continue;
    Piece piece = at->second;
    const std::int64_t now = digest_of(memory, bytes);
    piece.row.changed = now != piece.row.digest ? 1 : 0;
    piece.row.digest = now;
    loaded_.push_back(piece);
  }
  drop(first, words * word);
}

void ShadowValues::swept(const SweepCommand& command) {
  const std::int64_t reached = command.niter * command.cols * word;
  for (const Piece& piece : loaded_) {
    const bool is_reached =
        piece.away_bytes <= reached && piece.away_rows <= command.niter && piece.away_cols <= command.niter;
    if (!is_reached || (piece.is_wrapped && piece.row.changed != 0)) continue;
    const auto known = seen_.find(piece.row.key);
    if (known != seen_.end())
      known->second.differs = known->second.differs || known->second.row.digest != piece.row.digest;
    else if (seen_.size() < most_seen)
      seen_.emplace(piece.row.key, Seen{piece.row});
  }
  loaded_.clear();
}

std::vector<SharedRow> ShadowValues::rows() const {
  std::vector<SharedRow> all;
  for (const auto& [key, seen] : seen_)
    if (!seen.differs) all.push_back(seen.row);
  return all;
}

ShadowValues& shadow_values() {
  static auto* const all = new ShadowValues;
  return *all;
}

void compare_shadows(MPI_Comm communicator, const std::vector<SharedRow>& own, Coverage& coverage) {
  const std::vector<OtherRow> others = other_rows(gathered_rows(communicator, own));
  if (others.empty()) return;
  coverage.other_shadows += static_cast<std::int64_t>(others.size());
  const OtherRow& first = others.front();
  const SharedRow& row = first.claim.row;
  std::int64_t last = row.row;
  for (const OtherRow& one : others) {
    const SharedRow& next = one.claim.row;
    const bool beside = one.claim.rank == first.claim.rank && one.owner == first.owner && next.cols == row.cols &&
                        (!row.is_of_field() || next.key[2] == row.key[2]);
    if (beside && next.row == last + 1) ++last;
  }
  std::string which = row.row == last ? fmt::format("row {}", last) : fmt::format("rows {} .. {}", row.row, last);
  if (row.is_of_field()) {
    which += row.cols == 1 ? fmt::format(", column {}", row.key[2])
                           : fmt::format(", columns {} .. {}", row.key[2], row.key[2] + row.cols - 1);
    which = fmt::format("shadow {} of the field", which);
  } else {
    which =
        fmt::format("{} of the shadow that VSDA_Update_end fills from rank {}, counted from 0,", which, first.owner);
  }
  const bool several = row.row != last || row.cols > 1, reader = row.changed != 0, owner = first.owner_changed;
  const char* const them = several ? "them" : "it";
  const std::string who = reader && owner ? fmt::format("both ranks have changed {} since the update", them)
                          : reader ? fmt::format("rank {} has changed {} since the update", first.claim.rank, them)
                                   : fmt::format("rank {} has changed its own since the update", first.owner);
  fmt::print(stderr, "stencil: rank {}: f_to_accel: warning: {} {} not as rank {}, which owns {}, has loaded {}: {}\n",
             first.claim.rank, which, several ? "are" : "is", first.owner, them, them, who);
}

}  // namespace stencil
