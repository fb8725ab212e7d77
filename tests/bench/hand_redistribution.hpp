// A redistribution of a block-cyclic matrix as a good programmer writes it for the case at hand: loops over blocks, one
// buffer and one message for each other process, no library. What VSDA_Copy is measured against.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace stencil::bench {

// n x n matrix in nb x nb blocks, first block on process (0, 0) of a prow x pcol grid, row-major ranks.
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

// Calls visit(peer, local offset, length) for each piece of a column of `mine` that lies in one block of `other`.
template <typename Visit>
void for_each_piece(const SquareLayout& mine, const SquareLayout& other, int rank, Visit&& visit) {
  const std::int64_t row = rank / mine.pcol;
  const std::int64_t col = rank % mine.pcol;
  const std::int64_t lld = mine.count(row, mine.prow);
  for (std::int64_t j0 = col * mine.nb; j0 < mine.n; j0 += mine.nb * mine.pcol) {
    for (std::int64_t j = j0; j < std::min(mine.n, j0 + mine.nb); ++j) {
      const std::int64_t column = mine.local(j, mine.pcol) * lld;
      const std::int64_t peer_col = other.owner(j, other.pcol);
      for (std::int64_t i0 = row * mine.nb; i0 < mine.n; i0 += mine.nb * mine.prow) {
        const std::int64_t end = std::min(mine.n, i0 + mine.nb);
        for (std::int64_t i = i0; i < end;) {
          const std::int64_t piece = std::min(end, (i / other.nb + 1) * other.nb) - i;
          visit(other.owner(i, other.prow) * other.pcol + peer_col, column + mine.local(i, mine.prow), piece);
          i += piece;
        }
      }
    }
  }
}

inline void hand_redistribute(const SquareLayout& to, double* target, const SquareLayout& from, const double* source,
                              MPI_Comm comm) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const auto size = static_cast<std::size_t>(ranks);
  std::vector<std::int64_t> sends(size, 0);
  std::vector<std::int64_t> receives(size, 0);
  for_each_piece(from, to, rank,
                 [&](std::int64_t peer, std::int64_t, std::int64_t n) { sends[static_cast<std::size_t>(peer)] += n; });
  for_each_piece(to, from, rank, [&](std::int64_t peer, std::int64_t, std::int64_t n) {
    receives[static_cast<std::size_t>(peer)] += n;
  });
  std::vector<double*> out(size);
  std::vector<double*> in(size);
  std::vector<MPI_Request> requests;
  for (std::size_t peer = 0; peer < size; ++peer) {
    out[peer] = new double[static_cast<std::size_t>(sends[peer])];
    const bool self = static_cast<int>(peer) == rank;
    in[peer] = self ? out[peer] : new double[static_cast<std::size_t>(receives[peer])];
    if (self || receives[peer] == 0) continue;
    requests.emplace_back();
    MPI_Irecv(in[peer], static_cast<int>(receives[peer]), MPI_DOUBLE, static_cast<int>(peer), 1, comm,
              &requests.back());
  }
  std::vector<double*> next = out;
  for_each_piece(from, to, rank, [&](std::int64_t peer, std::int64_t offset, std::int64_t n) {
    double*& place = next[static_cast<std::size_t>(peer)];
    std::memcpy(place, source + offset, static_cast<std::size_t>(n) * sizeof(double));
    place += n;
  });
  for (std::size_t peer = 0; peer < size; ++peer) {
    if (static_cast<int>(peer) == rank || sends[peer] == 0) continue;
    requests.emplace_back();
    MPI_Isend(out[peer], static_cast<int>(sends[peer]), MPI_DOUBLE, static_cast<int>(peer), 1, comm, &requests.back());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  next = in;
  for_each_piece(to, from, rank, [&](std::int64_t peer, std::int64_t offset, std::int64_t n) {
    double*& place = next[static_cast<std::size_t>(peer)];
    std::memcpy(target + offset, place, static_cast<std::size_t>(n) * sizeof(double));
    place += n;
  });
  for (std::size_t peer = 0; peer < size; ++peer) {
    if (in[peer] != out[peer]) delete[] in[peer];
    delete[] out[peer];
  }
}

}  // namespace stencil::bench
