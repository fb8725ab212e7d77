// Rows over ranks: VSDA's automatic distribution with shadows stw wide between neighbours.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "vsda.h"

namespace stencil {

// Rows of one rank, in global numbers. The local portion is [first_row - before, first_row + owned + after).
struct RankRows {
  std::int64_t first_row = 0;
  std::int64_t owned = 0;
  std::int64_t before = 0;  // shadow rows above, 0 on the first rank
  std::int64_t after = 0;   // shadow rows below, 0 on the last rank

  std::int64_t first_local() const { return first_row - before; }
  std::int64_t local_rows() const { return before + owned + after; }
};

class RowDistribution {
 public:
  // Sends nothing. Throws ArgumentError when a rank would own fewer rows than a neighbour's shadow needs.
  RowDistribution(MPI_Comm communicator, std::int64_t rows, std::int64_t cols, std::int64_t stw);
  RowDistribution(const RowDistribution&) = delete;
  RowDistribution& operator=(const RowDistribution&) = delete;
  ~RowDistribution();

  int rank() const { return rank_; }
  int ranks() const { return static_cast<int>(all_.size()); }
  std::int64_t cols() const { return cols_; }
  const RankRows& of(int rank) const { return all_[static_cast<std::size_t>(rank)]; }
  const RankRows& mine() const { return of(rank_); }
  int owner_of_row(std::int64_t row) const;

  // Collective: fills the shadows of the local portion from the neighbours.
  void exchange(double* portion);

  // Collective: rank 0 receives the owned rows of all ranks, in order, in pieces of at most 4 MiB (at least one row),
  // and hands each to `sink(first_row, rows, values)`.
  void collect(const double* portion, const std::function<void(std::int64_t, std::int64_t, const double*)>& sink) const;

 private:
  MPI_Comm communicator_;
  std::int64_t cols_;
  int rank_ = 0;
  std::vector<RankRows> all_;
  VSDA vsda_{};
};

}  // namespace stencil
