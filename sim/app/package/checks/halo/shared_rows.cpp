// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/halo/shared_rows.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace stencil {
namespace {

constexpr int row_words = 9;
static_assert(sizeof(SharedRow) == row_words * sizeof(std::int64_t));

}  // namespace

std::vector<SharedClaim> gathered_rows(MPI_Comm communicator, const std::vector<SharedRow>& own) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  const int words = row_words * static_cast<int>(own.size());
  std::vector<int> counts(static_cast<std::size_t>(ranks)), starts(counts.size());
  MPI_Gather(&words, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, communicator);
  std::partial_sum(counts.begin(), counts.end() - 1, starts.begin() + 1);
  std::vector<SharedRow> all(rank == 0 ? static_cast<std::size_t>(starts.back() + counts.back()) / row_words : 0);
  MPI_Gatherv(own.data(), words, MPI_INT64_T, all.data(), counts.data(), starts.data(), MPI_INT64_T, 0, communicator);
  std::vector<SharedClaim> claims;
  for (int from = 0; rank == 0 && from < ranks; ++from) {
    const auto first = static_cast<std::size_t>(starts[static_cast<std::size_t>(from)] / row_words);
    const auto count = static_cast<std::size_t>(counts[static_cast<std::size_t>(from)] / row_words);
    for (std::size_t i = first; i < first + count; ++i) claims.push_back({all[i], from});
  }
  return claims;
}

std::vector<OtherRow> other_rows(std::vector<SharedClaim> all) {
  // Those of one key stand together, the owner's first.
  std::sort(all.begin(), all.end(), [](const SharedClaim& a, const SharedClaim& b) {
    return std::tie(a.row.key, b.row.is_owner, a.rank) < std::tie(b.row.key, a.row.is_owner, b.rank);
  });
  std::vector<OtherRow> others;
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    const SharedClaim& owner = all[first];
    for (end = first; end < all.size() && all[end].row.key == owner.row.key;) ++end;
    const bool is_alone = owner.row.is_owner != 0 && end > first + 1 && all[first + 1].row.is_owner == 0 &&
                          (owner.row.is_of_field() || end == first + 2);
    for (std::size_t i = first + 1; is_alone && i < end; ++i) {
      if (all[i].rank != owner.rank && all[i].row.digest != owner.row.digest)
        others.push_back({all[i], owner.rank, owner.row.changed != 0});
    }
  }
  std::sort(others.begin(), others.end(), [](const OtherRow& a, const OtherRow& b) {
    return std::tie(a.claim.rank, a.owner, a.claim.row.row) < std::tie(b.claim.rank, b.owner, b.claim.row.row);
  });
  return others;
}

std::int64_t owned_end(const std::vector<SharedRow>& rows) {
  std::int64_t end = 0;
  for (const SharedRow& row : rows)
    if (row.is_of_step() && row.is_owner != 0) end = std::max(end, row.row + 1);
  return end;
}

std::vector<SharedRow> within(std::vector<SharedRow> rows, std::int64_t field_rows) {
  for (SharedRow& row : rows) {
    if (!row.is_of_step() || (row.row >= 0 && row.row < field_rows)) continue;
    row.row += row.row < 0 ? field_rows : -field_rows;
    row.key[3] = row.row;
  }
  return rows;
}

}  // namespace stencil
