// SPDX-License-Identifier: Apache-2.0
#include "sim/run/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "host/errors.hpp"

namespace stencil {
namespace {

constexpr int rows_tag = 22100;
constexpr std::int64_t piece_words = (std::int64_t{4} << 20) / static_cast<std::int64_t>(sizeof(double));

void check_rows_per_rank(std::int64_t rows, int ranks, std::int64_t stw) {
  const std::int64_t fewest = rows / ranks;
  if (ranks == 1 || fewest >= stw) return;
  const std::int64_t most_ranks = std::max<std::int64_t>(1, rows / stw);
  throw ArgumentError(
      fmt::format("--rows is {} over {} ranks: rank {} would own {} rows, fewer than --stw {}; must be at least {} "
                  "rows, or at most {} rank{}",
                  rows, ranks, ranks - 1, fewest, stw, ranks * stw, most_ranks, most_ranks == 1 ? "" : "s"));
}

}  // namespace

RowDistribution::RowDistribution(MPI_Comm communicator, std::int64_t rows, std::int64_t cols, std::int64_t stw)
    : communicator_(communicator), cols_(cols) {
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank_);
  MPI_Comm_size(communicator, &ranks);
  check_rows_per_rank(rows, ranks, stw);

  std::vector<long> owned(static_cast<std::size_t>(ranks));
  VSDA_Create(communicator, VSDA_BLOCKED, 0, rows, cols * static_cast<long>(sizeof(double)), stw, nullptr, owned.data(),
              &vsda_);
  std::int64_t first_row = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    RankRows part;
    part.first_row = first_row;
    part.owned = owned[static_cast<std::size_t>(rank)];
    part.before = rank == 0 ? 0 : stw;
    part.after = rank == ranks - 1 ? 0 : stw;
    first_row += part.owned;
    all_.push_back(part);
  }
}

RowDistribution::~RowDistribution() {
  VSDA_Destroy(&vsda_);
}

int RowDistribution::owner_of_row(std::int64_t row) const {
  const auto after = std::upper_bound(
      all_.begin(), all_.end(), row, [](std::int64_t wanted, const RankRows& part) { return wanted < part.first_row; });
  return static_cast<int>(after - all_.begin()) - 1;
}

void RowDistribution::exchange(double* portion) {
  std::array<MPI_Request, 4> token{};
  VSDA_Update_begin(&vsda_, token.data(), portion);
  VSDA_Update_end(token.data());
}

void RowDistribution::collect(const double* portion,
                              const std::function<void(std::int64_t, std::int64_t, const double*)>& sink) const {
  const std::int64_t piece_rows = std::max<std::int64_t>(1, piece_words / cols_);
  std::vector<double> piece;
  for (int source = 0; source < ranks(); ++source) {
    if (rank_ != 0 && rank_ != source) continue;
    const RankRows& part = of(source);
    for (std::int64_t done = 0; done < part.owned; done += piece_rows) {
      const std::int64_t rows = std::min(piece_rows, part.owned - done);
      const auto words = static_cast<int>(rows * cols_);
      const double* own = portion + (part.before + done) * cols_;
      if (rank_ != 0) {
        MPI_Send(own, words, MPI_DOUBLE, 0, rows_tag, communicator_);
      } else if (source == 0) {
        sink(part.first_row + done, rows, own);
      } else {
        piece.resize(static_cast<std::size_t>(words));
        MPI_Recv(piece.data(), words, MPI_DOUBLE, source, rows_tag, communicator_, MPI_STATUS_IGNORE);
        sink(part.first_row + done, rows, piece.data());
      }
    }
  }
}

}  // namespace stencil
