// Rows of a field cut into strips and dealt to ranks, each strip stored with halo rows (VSDA: shadow edges): pure
// arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stencil {

// Consecutive rows that one rank owns. The rank stores rows [first_row - before, first_row + owned + after) of the
// field, packed, from row `at` of its memory on.
struct Strip {
  std::int64_t number = 0;  // among all strips of the field, from north to south
  int rank = 0;
  std::int64_t first_row = 0;
  std::int64_t owned = 0;
  std::int64_t before = 0;  // halo rows north of the owned ones
  std::int64_t after = 0;   // halo rows south of them
  std::int64_t at = 0;

  std::int64_t first_local() const { return first_row - before; }
  std::int64_t local_rows() const { return before + owned + after; }
};

// A halo is `halo` rows wide, or less where the field ends sooner: next to a last strip shorter than that, it holds the
// whole strip.
class Strips {
 public:
  // Strip k is rows [k*strip_rows, (k+1)*strip_rows), the last one shorter if need be, and belongs to rank k mod ranks,
  // as ScaLAPACK deals blocks. A rank may get none.
  // Throws ArgumentError unless rows >= 1, ranks >= 1, halo >= 0, max(1, halo) <= strip_rows <= rows.
  static Strips cyclic(std::int64_t rows, std::int64_t strip_rows, int ranks, std::int64_t halo);

  // Strip k is the local part of rank k, rows_of_rank[k] rows.
  // Throws ArgumentError unless halo >= 0, there is a rank, and each rank has at least 1 row; where there are several,
  // at least `halo` rows.
  static Strips blocked(const std::vector<std::int64_t>& rows_of_rank, std::int64_t halo);

  // Local parts as in blocked(), each cut into strips of at most strip_rows rows. Where the last strip would have fewer
  // than `halo` rows, it gets the missing ones from the strip before it, as the published program does with blocks.
  // Throws ArgumentError as blocked(), and unless strip_rows >= max(1, 2*halo).
  static Strips cut(const std::vector<std::int64_t>& rows_of_rank, std::int64_t strip_rows, std::int64_t halo);

  int ranks() const { return static_cast<int>(of_rank_.size()); }
  std::int64_t rows() const { return all_.back().first_row + all_.back().owned; }

  // By rising number.
  const std::vector<Strip>& all() const { return all_; }
  const Strip& operator[](std::int64_t number) const { return all_[static_cast<std::size_t>(number)]; }
  // Numbers of a rank's strips, rising; its memory holds them in this order, one after another.
  const std::vector<std::int64_t>& of(int rank) const { return of_rank_[static_cast<std::size_t>(rank)]; }
  // Rows of a rank's memory, halo rows included.
  std::int64_t local_rows(int rank) const;
  // The strip that owns a row.  @pre 0 <= row < rows()
  const Strip& at_row(std::int64_t row) const;

 private:
  explicit Strips(int ranks) : of_rank_(static_cast<std::size_t>(ranks)) {}
  void add(int rank, std::int64_t owned);
  void give_halos(std::int64_t halo);

  std::vector<Strip> all_;
  std::vector<std::vector<std::int64_t>> of_rank_;
};

}  // namespace stencil
