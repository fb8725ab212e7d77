// Rows of a grid cut into strips and dealt to ranks, each strip stored with shadow rows: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stencil {

// Consecutive rows that one rank owns. It stores them as [first_row - before, first_row + owned + after), packed, from
// row `at` of its memory on.
struct Strip {
  std::int64_t number = 0;  // global, by rising row
  int rank = 0;
  std::int64_t first_row = 0;
  std::int64_t owned = 0;
  std::int64_t before = 0;  // shadow rows above
  std::int64_t after = 0;   // shadow rows below
  std::int64_t at = 0;

  std::int64_t first_local() const { return first_row - before; }
  std::int64_t local_rows() const { return before + owned + after; }
};

// Shadows are `shadow` rows wide, but end with the grid: a last strip shorter than that is all its neighbour can see.
class Strips {
 public:
  // Strip k is rows [k*strip_rows, (k+1)*strip_rows), the last one shorter if need be, and belongs to rank k mod ranks:
  // blocks of one dimension dealt as ScaLAPACK deals blocks. A rank may get none.
  // Throws ArgumentError unless rows >= 1, ranks >= 1, shadow >= 0, max(1, shadow) <= strip_rows <= rows.
  static Strips cyclic(std::int64_t rows, std::int64_t strip_rows, int ranks, std::int64_t shadow);

  // Strip k is the k-th portion, of rank k.
  // Throws ArgumentError unless shadow >= 0, there is a portion, and each has at least 1 row; of several, at least
  // `shadow` rows each.
  static Strips blocked(const std::vector<std::int64_t>& portions, std::int64_t shadow);

  // Portions as in blocked(), each cut into strips of at most strip_rows rows; where the last would have fewer than
  // `shadow` rows, the one before is that much shorter, as the published blocks are.
  // Throws ArgumentError as blocked(), and unless strip_rows >= max(1, 2*shadow).
  static Strips portioned(const std::vector<std::int64_t>& portions, std::int64_t strip_rows, std::int64_t shadow);

  int ranks() const { return static_cast<int>(of_rank_.size()); }
  std::int64_t rows() const { return all_.back().first_row + all_.back().owned; }

  // By rising number.
  const std::vector<Strip>& all() const { return all_; }
  const Strip& operator[](std::int64_t number) const { return all_[static_cast<std::size_t>(number)]; }
  // Numbers of a rank's strips, rising; they lie in its memory in this order, one behind the other.
  const std::vector<std::int64_t>& of(int rank) const { return of_rank_[static_cast<std::size_t>(rank)]; }
  // Rows of a rank's memory, shadows included.
  std::int64_t local_rows(int rank) const;
  // The strip that owns a row.  @pre 0 <= row < rows()
  const Strip& at_row(std::int64_t row) const;

 private:
  explicit Strips(int ranks) : of_rank_(static_cast<std::size_t>(ranks)) {}
  void add(int rank, std::int64_t owned);
  void give_shadows(std::int64_t shadow);

  std::vector<Strip> all_;
  std::vector<std::vector<std::int64_t>> of_rank_;
};

}  // namespace stencil
