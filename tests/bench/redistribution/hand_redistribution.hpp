// A redistribution of a block-cyclic matrix as a good programmer would write it for this case without a library, the
// reference for VSDA_Copy. Index lists and buffers are made once; one message for each other process; what
// stays goes from source to target at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace stencil::bench {

// n x n matrix in nb x nb blocks, first block on process (0, 0) of a prow x pcol process grid, row-major ranks,
// lld = rows.
struct SquareLayout {
  std::int64_t n = 0;
  std::int64_t nb = 1;
  std::int64_t prow = 1;
  std::int64_t pcol = 1;

  std::int64_t local(std::int64_t i, std::int64_t procs) const { return i / (nb * procs) * nb + i % nb; }
  std::int64_t owner(std::int64_t i, std::int64_t procs) const { return i / nb % procs; }
  std::int64_t count(std::int64_t process, std::int64_t procs) const {
    std::int64_t sum = 0;
    for (std::int64_t block = process; block * nb < n; block += procs) sum += std::min(nb, n - block * nb);
    return sum;
  }
};

// From one layout to another on the same process grid.
class HandRedistribution {
 public:
  HandRedistribution(const SquareLayout& to, const SquareLayout& from, MPI_Comm comm) : comm_(comm), pcol_(to.pcol) {
    MPI_Comm_rank(comm, &rank_);
    MPI_Comm_size(comm, &ranks_);
    from_lld_ = from.count(rank_ / pcol_, from.prow);
    to_lld_ = to.count(rank_ / pcol_, to.prow);
    rows_ = pieces_of(to, from, to.prow);
    cols_ = pieces_of(to, from, to.pcol);
    for (int peer = 0; peer < ranks_; ++peer) {
      out_.emplace_back(new double[static_cast<std::size_t>(elements(rank_, peer))]);
      in_.emplace_back(new double[static_cast<std::size_t>(elements(peer, rank_))]);
    }
  }

  void run(double* target, const double* source) {
    std::vector<MPI_Request> requests;
    for (int peer = 0; peer < ranks_; ++peer) {
      const auto count = static_cast<int>(elements(peer, rank_));
      if (peer == rank_ || count == 0) continue;
      requests.emplace_back();
      MPI_Irecv(in_[at(peer)].get(), count, MPI_DOUBLE, peer, 1, comm_, &requests.back());
    }
    for (int peer = 0; peer < ranks_; ++peer) {
      const auto count = static_cast<int>(elements(rank_, peer));
      if (peer == rank_ || count == 0) continue;
      double* packed = out_[at(peer)].get();
      for_each_run(rank_, peer, [&](std::int64_t, std::int64_t from, std::int64_t length) {
        packed = std::copy_n(source + from, length, packed);
      });
      requests.emplace_back();
      MPI_Isend(out_[at(peer)].get(), count, MPI_DOUBLE, peer, 1, comm_, &requests.back());
    }
    for_each_run(rank_, rank_, [&](std::int64_t to, std::int64_t from, std::int64_t length) {
      std::copy_n(source + from, length, target + to);
    });
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    for (int peer = 0; peer < ranks_; ++peer) {
      if (peer == rank_) continue;
      const double* packed = in_[at(peer)].get();
      for_each_run(peer, rank_, [&](std::int64_t to, std::int64_t, std::int64_t length) {
        std::copy_n(packed, length, target + to);
        packed += length;
      });
    }
  }

 private:
  // Consecutive indices of one dimension within one block of either layout; with blocks of 1, single elements in order.
  struct Piece {
    std::int64_t to = 0;  // local indices
    std::int64_t from = 0;
    std::int64_t length = 0;
  };
  using Pieces = std::vector<std::vector<std::vector<Piece>>>;  // by source process, target process

  static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

  static Pieces pieces_of(const SquareLayout& to, const SquareLayout& from, std::int64_t procs) {
    Pieces pieces(at(procs), std::vector<std::vector<Piece>>(at(procs)));
    for (std::int64_t i = 0; i < to.n;) {
      const std::int64_t end = std::min({to.n, (i / to.nb + 1) * to.nb, (i / from.nb + 1) * from.nb});
      pieces[at(from.owner(i, procs))][at(to.owner(i, procs))].push_back(
          {to.local(i, procs), from.local(i, procs), end - i});
      i = end;
    }
    return pieces;
  }

  const std::vector<Piece>& rows(int sender, int receiver) const {
    return rows_[at(sender / pcol_)][at(receiver / pcol_)];
  }
  const std::vector<Piece>& cols(int sender, int receiver) const {
    return cols_[at(sender % pcol_)][at(receiver % pcol_)];
  }

  std::int64_t elements(int sender, int receiver) const {
    std::int64_t in_rows = 0;
    std::int64_t in_cols = 0;
    for (const Piece& piece : rows(sender, receiver)) in_rows += piece.length;
    for (const Piece& piece : cols(sender, receiver)) in_cols += piece.length;
    return in_rows * in_cols;
  }

  // Calls visit(index in the target, index in the source, length), column by column.
  template <typename Visit>
  void for_each_run(int sender, int receiver, Visit&& visit) const {
    const std::vector<Piece>& row_pieces = rows(sender, receiver);
    const bool single = !row_pieces.empty() && row_pieces.front().length == 1;
    for (const Piece& col : cols(sender, receiver)) {
      for (std::int64_t j = 0; j < col.length; ++j) {
        const std::int64_t to = (col.to + j) * to_lld_;
        const std::int64_t from = (col.from + j) * from_lld_;
        if (single) {
          for (const Piece& row : row_pieces) visit(to + row.to, from + row.from, std::int64_t{1});
        } else {
          for (const Piece& row : row_pieces) visit(to + row.to, from + row.from, row.length);
        }
      }
    }
  }

  MPI_Comm comm_;
  std::int64_t pcol_;
  int rank_ = 0;
  int ranks_ = 1;
  std::int64_t from_lld_ = 0;
  std::int64_t to_lld_ = 0;
  Pieces rows_;
  Pieces cols_;
  std::vector<std::unique_ptr<double[]>> out_;
  std::vector<std::unique_ptr<double[]>> in_;
};

}  // namespace stencil::bench
