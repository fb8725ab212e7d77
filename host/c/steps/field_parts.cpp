// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/field_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/c/steps/known_points.hpp"
#include "host/mpi/check.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

// Names of a dimension and of the members of stencil_part that belong to it.
struct Dimension {
  const char* line;  // "row"
  const char* first_owned;
  const char* owned;
  const char* global;
  const char* behind;  // where lines with higher numbers are
  PointRange TileFrame::*range;
};
constexpr Dimension rows_dimension{"row", "first_owned", "owned", "global_row", "below", &TileFrame::rows};
constexpr Dimension cols_dimension{"column",     "first_owned_col", "owned_cols",
                                   "global_col", "on the right of", &TileFrame::cols};

std::string of_rank(const char* member, std::size_t rank) {
  return fmt::format("{} of rank {}", member, rank);
}

// The owned and held lines of one dimension. @pre lines > 0
void place(const Dimension& names, const char* count, std::int64_t lines, std::int64_t first_owned, std::int64_t owned,
           std::int64_t global, FieldPart& part) {
  check_range(names.first_owned, first_owned, 0, lines - 1, fmt::format("{} - 1", count).c_str());
  check_range(names.owned, owned, 0, lines - first_owned,
              fmt::format("{} = {}, {} = {}", count, lines, names.first_owned, first_owned).c_str());
  constexpr std::int64_t most_global = std::int64_t{1} << 40;
  check_range(names.global, global, 0, most_global);
  check_range(names.first_owned, first_owned, 0, global,
              fmt::format("{}: no {} lies before the first one of the field, periodic edges have no tiles",
                          names.global, names.line)
                  .c_str());
  const std::int64_t end = owned == 0 ? lines - first_owned : owned;
  part.owned.*names.range = {global, global + end};
  part.held.*names.range = {global - first_owned, global - first_owned + lines};
}

// Of shares[first], shares[first + step], ..., `parts` of them, each must begin where the one before ends.
std::vector<std::int64_t> cuts_of(const std::vector<FieldShare>& shares, const Dimension& names, std::size_t step,
                                  std::size_t parts) {
  std::vector<std::int64_t> cuts;
  std::int64_t next = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const PointRange& owned = shares[part * step].owned.*names.range;
    check_range(of_rank(names.global, part * step).c_str(), owned.first, next, next,
                part == 0 ? "the field begins there"
                          : fmt::format("the {} after those that rank {} owns", names.line, (part - 1) * step).c_str());
    if (part > 0) cuts.push_back(owned.first);
    next = owned.last;
  }
  return cuts;
}

// Halo lines of a rank beside its cuts, of a field of `points` lines.
void check_halo(const FieldShare& share, std::size_t rank, const Dimension& names, std::int64_t points) {
  const PointRange& owned = share.owned.*names.range;
  const PointRange& held = share.held.*names.range;
  const std::int64_t before = owned.first - held.first, behind = held.last - owned.last;
  if (owned.first > 0)
    check_range(of_rank(names.first_owned, rank).c_str(), before, 1, before + 1,
                fmt::format("a halo {} before a cut", names.line).c_str());
  const std::string has = fmt::format("rank {} has {} {} those that it owns", rank,
                                      counted(behind, fmt::format("halo {}", names.line)), names.behind);
  if (owned.last == points && behind > 0)
    throw ArgumentError(
        fmt::format("{}, which are the last ones of the field, must have 0: periodic edges have no "
                    "tiles",
                    has));
  if (owned.last == points || behind > share.sweeps) return;
  if (behind < 2) throw ArgumentError(fmt::format("{}, must have sweeps + 1 = {}", has, share.sweeps + 1));
  throw ArgumentError(
      fmt::format("sweeps = {}, must be 1 .. {}: {}, and a cut needs sweeps + 1", share.sweeps, behind - 1, has));
}

void check_equal(const std::vector<FieldShare>& shares, const Dimension& names, std::size_t rank, std::size_t like) {
  const PointRange& mine = shares[rank].owned.*names.range;
  const PointRange& theirs = shares[like].owned.*names.range;
  const std::string why = fmt::format("as of rank {}, beside it in the grid", like);
  check_range(of_rank(names.global, rank).c_str(), mine.first, theirs.first, theirs.first, why.c_str());
  check_range(of_rank(names.owned, rank).c_str(), mine.count(), theirs.count(), theirs.count(), why.c_str());
}

}  // namespace

FieldPart field_part(const stencil_part& given) {
  FieldPart part;
  check_range("rows", given.rows, 1, no_upper_end);
  check_range("cols", given.cols, 1);
  part.stride = given.stride == 0 ? given.cols : given.stride;
  constexpr std::int64_t most_doubles = PTRDIFF_MAX / static_cast<std::int64_t>(sizeof(double));
  check_range("stride", part.stride, given.cols, most_doubles / given.rows,
              fmt::format("cols = {}, rows = {}", given.cols, given.rows).c_str());
  place(rows_dimension, "rows", given.rows, given.first_owned, given.owned, given.global_row, part);
  place(cols_dimension, "cols", given.cols, given.first_owned_col, given.owned_cols, given.global_col, part);
  check_pointer("f", given.f, "the local part");
  part.f = given.f;
  return part;
}

std::vector<FieldShare> gather_shares(MPI_Comm comm, const FieldShare& mine) {
  if (comm == MPI_COMM_NULL) return {mine};
  int ranks = 0;
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  std::vector<FieldShare> all(static_cast<std::size_t>(ranks));
  constexpr int words = sizeof(FieldShare) / sizeof(std::int64_t);
  static_assert(sizeof(FieldShare) == 15 * sizeof(std::int64_t));
  check_mpi(MPI_Allgather(&mine, words, MPI_INT64_T, all.data(), words, MPI_INT64_T, comm), "MPI_Allgather");
  return all;
}

TileGridShape shape_of(const std::vector<FieldShare>& shares) {
  const FieldShare& one = shares.front();
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    const FieldShare& share = shares[rank];
    check_range(of_rank("sweeps", rank).c_str(), share.sweeps, one.sweeps, one.sweeps, "as on rank 0");
    if (share.tile_rows == one.tile_rows && share.tile_cols == one.tile_cols) continue;
    const auto tiles = [](const FieldShare& of) {
      return of.tile_rows == 0 ? std::string("auto") : fmt::format("{}x{}", of.tile_rows, of.tile_cols);
    };
    throw ArgumentError(
        fmt::format("blocking of rank {} = \"{}\", must be \"{}\", as on rank 0", rank, tiles(share), tiles(one)));
  }
  // The ranks of the first row of subdomains own the same rows.
  const auto beside = [&](const FieldShare& share) { return share.owned.rows.first == one.owned.rows.first; };
  const auto in_row = static_cast<std::size_t>(std::find_if_not(shares.begin(), shares.end(), beside) - shares.begin());
  if (shares.size() % in_row != 0)
    throw ArgumentError(
        fmt::format("global_row is {} on the first {} of {}, must be so on a number of ranks that "
                    "divides them: the parts make no grid",
                    one.owned.rows.first, in_row, counted(static_cast<std::int64_t>(shares.size()), "rank")));
  TileGridShape shape;
  shape.grid_rows = static_cast<std::int64_t>(shares.size() / in_row);
  shape.grid_cols = static_cast<std::int64_t>(in_row);
  shape.row_cuts = cuts_of(shares, rows_dimension, in_row, shares.size() / in_row);
  shape.col_cuts = cuts_of(shares, cols_dimension, 1, in_row);
  shape.rows = shares.back().owned.rows.last;
  shape.cols = shares[in_row - 1].owned.cols.last;
  shape.sweeps = one.sweeps;
  shape.tile_rows = std::max<std::int64_t>(one.tile_rows, 1);
  shape.tile_cols = std::max<std::int64_t>(one.tile_cols, 1);
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    check_equal(shares, rows_dimension, rank, rank / in_row * in_row);
    check_equal(shares, cols_dimension, rank, rank % in_row);
    check_halo(shares[rank], rank, rows_dimension, shape.rows);
    check_halo(shares[rank], rank, cols_dimension, shape.cols);
  }
  return shape;
}

Capabilities common_device(Capabilities device, const std::vector<FieldShare>& shares) {
  for (const FieldShare& share : shares) {
    device.memory_words = std::min(device.memory_words, share.memory_words);
    device.max_cols = std::min(device.max_cols, share.max_cols);
  }
  return device;
}

bool on_all_ranks(const std::vector<FieldShare>& shares, std::int64_t FieldShare::*flag) {
  return std::all_of(shares.begin(), shares.end(), [flag](const FieldShare& share) { return share.*flag != 0; });
}

std::vector<double> load_points(const FieldPart& part, const TileGrid& grid, std::int64_t rank) {
  const TileFrame stored = grid.stored(rank);
  std::vector<double> field(static_cast<std::size_t>(stored.words()), from_bits(canonical_nan_bits));
  for_each_known(grid, rank, [&](std::int64_t row, std::int64_t col, std::int64_t count) {
    std::copy_n(point_of(part, row, col), count, field.data() + stored.index(row, col));
  });
  return field;
}

void store_points(const std::vector<double>& field, const FieldPart& part, const TileGrid& grid, std::int64_t rank) {
  const TileFrame stored = grid.stored(rank);
  for_each_known(grid, rank, [&](std::int64_t row, std::int64_t col, std::int64_t count) {
    std::copy_n(field.data() + stored.index(row, col), count, point_of(part, row, col));
  });
}

}  // namespace stencil
