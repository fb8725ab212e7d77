// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/golden_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "host/mpi/check.hpp"
#include "host/mpi/message_tags.hpp"
#include "models/jacobi.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {
namespace {

constexpr std::int64_t least_rows = 64;
constexpr std::int64_t most_beside = 16;

// Rows go in messages of at most 64 MiB, or one row, since MPI counts in 32 bits.
template <class Send>
void in_pieces(std::int64_t rows, std::int64_t cols, const Send& send) {
  const std::int64_t most = std::max<std::int64_t>(1, (std::int64_t{1} << 23) / cols);
  for (std::int64_t at = 0; at < rows; at += most) send(at, static_cast<int>(std::min(most, rows - at) * cols));
}

}  // namespace

GoldenRows::GoldenRows(MPI_Comm communicator, const ProblemSource& source, const SweepWeights& weights)
    : communicator_(communicator), weights_(weights), rows_(source.rows()), cols_(source.cols()) {
  int ranks = 1;
  check_mpi(MPI_Comm_rank(communicator, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(communicator, &ranks), "MPI_Comm_size");
  parts_ = static_cast<int>(std::clamp<std::int64_t>(rows_ / least_rows, 1, ranks));
  if (rank_ >= parts_) return;
  beside_ = parts_ > 1 ? most_beside : 0;
  held_first_ = std::max<std::int64_t>(0, first_row_of(rank_) - beside_);
  held_end_ = std::min(rows_, end_row() + beside_);
  const std::int64_t held = held_end_ - held_first_;
  f_.resize(static_cast<std::size_t>((rank_ == 0 ? rows_ : held) * cols_));
  r_.resize(static_cast<std::size_t>(held * cols_));
  source.read_rows(ProblemArray::f, held_first_, held, f_.data());
  source.read_rows(ProblemArray::r, held_first_, held, r_.data());
}

std::optional<GoldenSolution> GoldenRows::solve(const Steps& steps, bool with_changes, ProgressLine* progress) {
  std::vector<double> changes;
  Work work(progress, "golden solution");
  // A change is that of the first sweep of a step, which begins with rows that are right.
  const std::int64_t at_once = with_changes ? steps.stw : steps.iterations;
  for (std::int64_t swept = 0; swept < steps.iterations;) {
    LargestChange change;
    const std::int64_t end = std::min(swept + at_once, steps.iterations);
    for (bool first = true; swept < end; first = false) {
      work.at_units(swept, steps.iterations);
      const std::int64_t sweeps = std::min(most_beside, end - swept);
      sweep(sweeps, with_changes && first ? &change : nullptr);
      swept += sweeps;
      if (swept < steps.iterations) exchange();
    }
    if (!with_changes) continue;
    std::uint64_t largest = change.bits();
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_UINT64_T, MPI_MAX, communicator_), "MPI_Allreduce");
    changes.push_back(from_bits(largest));
  }
  r_ = {};
  collect();
  if (rank_ != 0) return std::nullopt;
  return GoldenSolution(cols_, std::move(f_), std::move(changes));
}

void GoldenRows::sweep(std::int64_t sweeps, LargestChange* change) {
  if (rank_ >= parts_) return;
  golden_sweeps(held_end_ - held_first_, cols_, f_.data(), r_.data(), weights_, sweeps, change);
}

// To each neighbour go the rows of this rank that lie beside it.
void GoldenRows::exchange() {
  if (rank_ >= parts_) return;
  const int north = rank_ > 0 ? rank_ - 1 : MPI_PROC_NULL;
  const int south = rank_ + 1 < parts_ ? rank_ + 1 : MPI_PROC_NULL;
  const std::int64_t first = first_row_of(rank_), end = end_row();
  // Where there is no neighbour, MPI wants an address all the same.
  const auto move = [&](std::int64_t sent, int to, std::int64_t received, int from) {
    in_pieces(beside_, cols_, [&](std::int64_t at, int words) {
      check_mpi(MPI_Sendrecv(to == MPI_PROC_NULL ? f_.data() : row(sent + at), words, MPI_DOUBLE, to, golden_rows_tag,
                             from == MPI_PROC_NULL ? f_.data() : row(received + at), words, MPI_DOUBLE, from,
                             golden_rows_tag, communicator_, MPI_STATUS_IGNORE),
                "MPI_Sendrecv");
    });
  };
  move(first, north, end, south);
  move(end - beside_, south, first - beside_, north);
}

void GoldenRows::collect() {
  if (rank_ >= parts_) return;
  const auto rows_of = [&](std::int64_t rank) { return first_row_of(rank + 1) - first_row_of(rank); };
  if (rank_ > 0) {
    in_pieces(rows_of(rank_), cols_, [&](std::int64_t at, int words) {
      check_mpi(MPI_Send(row(first_row_of(rank_) + at), words, MPI_DOUBLE, 0, golden_rows_tag, communicator_),
                "MPI_Send");
    });
    return;
  }
  for (int rank = 1; rank < parts_; ++rank) {
    in_pieces(rows_of(rank), cols_, [&](std::int64_t at, int words) {
      check_mpi(MPI_Recv(row(first_row_of(rank) + at), words, MPI_DOUBLE, rank, golden_rows_tag, communicator_,
                         MPI_STATUS_IGNORE),
                "MPI_Recv");
    });
  }
}

}  // namespace stencil
