// Rows that two ranks have, one of which owns them: gathered at the end, and held against each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace stencil {

// A row that two ranks sweep, or may, or a part of one: numbers only, as messages have them.
struct SharedRow {
  // The same on both ranks: of steps, {-1, 0, 0, row of the field}; of an array in boxes, {-2, row, column, digest of
  // the values that an update brought}; of other arrays that an update of vsda.h fills, the rank that owns the row, the
  // other one, whether that is below the owner and a digest of the values that an update brought, with the place among
  // the rows of the edge in the last bits.
  std::array<std::int64_t, 4> key{};
  std::int64_t digest = 0;
  std::int64_t is_owner = 0;
  std::int64_t row = 0;      // of steps and boxes, of the field; else of the edge
  std::int64_t changed = 0;  // 1: since the update
  std::int64_t cols = 0;     // of boxes; of steps, the words from row to row where these are more than the columns
  bool is_of_field() const { return key[0] < 0; }
  bool is_of_step() const { return key[0] == -1; }
};

// The last number of such a key: the digest of the edge's values and the row's place in it.
inline std::int64_t edge_row_key(std::int64_t values, std::int64_t place) {
  constexpr int place_bits = 12;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(values) << place_bits) + place;
}

// Of rows of steps: the row behind the last one that is owned.
std::int64_t owned_end(const std::vector<SharedRow>& rows);
// Wraps halo rows of steps that lie beyond an end of a periodic field to its other end. field_rows: of the field.
std::vector<SharedRow> within(std::vector<SharedRow> rows, std::int64_t field_rows);

struct SharedClaim {
  SharedRow row;
  int rank = 0;
};
struct OtherRow {
  SharedClaim claim;
  int owner = 0;  // rank
  bool owner_changed = false;
};

// Of the rows of all ranks, those that a rank has otherwise than the row's owner, by their ranks and rows. Rows of
// several owners are left out, such as boxes beside each other, and two arrays of the same first values, which share
// their keys.
std::vector<OtherRow> other_rows(std::vector<SharedClaim> all);

// Collective: on rank 0 those of all ranks.
std::vector<SharedClaim> gathered_rows(MPI_Comm communicator, const std::vector<SharedRow>& own);

inline std::int64_t digest_of(const void* first, std::int64_t bytes) {
  const std::string_view view(static_cast<const char*>(first), static_cast<std::size_t>(bytes));
  return static_cast<std::int64_t>(std::hash<std::string_view>{}(view));
}

}  // namespace stencil
