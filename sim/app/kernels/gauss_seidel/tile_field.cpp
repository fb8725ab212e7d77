// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_field.hpp"

#include <algorithm>
#include <cstddef>

#include "host/mpi/check.hpp"
#include "host/mpi/message_tags.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

constexpr std::int64_t piece_words = (std::int64_t{4} << 20) / static_cast<std::int64_t>(sizeof(double));

std::int64_t rows_of_a_piece(std::int64_t cols) {
  return std::max<std::int64_t>(1, piece_words / cols);
}

PointRange with_lines_beside(const PointRange& owned, const PointRange& stored) {
  return {std::max(owned.first - 1, stored.first), std::min(owned.last + 1, stored.last)};
}

// One rank's part of a piece of rows.
struct Share {
  TileFrame points;

  std::vector<double> packed(const TileFrame& frame, const double* field) const {
    std::vector<double> words;
    words.reserve(static_cast<std::size_t>(points.words()));
    for (std::int64_t i = points.rows.first; i < points.rows.last; ++i) {
      const double* row = field + frame.index(i, points.cols.first);
      words.insert(words.end(), row, row + points.cols.count());
    }
    return words;
  }

  // Copies the part into a piece of rows of `cols` columns whose first row is that of the part.
  void put(const double* words, std::int64_t cols, double* piece) const {
    for (std::int64_t i = 0; i < points.rows.count(); ++i) {
      std::copy_n(words + i * points.cols.count(), points.cols.count(), piece + i * cols + points.cols.first);
    }
  }
};

}  // namespace

std::vector<double> load_tile_field(const TileGrid& grid, std::int64_t rank, const RowReader& read) {
  const TileFrame frame = grid.stored(rank);
  const TileFrame owned = grid.owned(rank);
  const PointRange rows = with_lines_beside(owned.rows, frame.rows);
  const PointRange cols = with_lines_beside(owned.cols, frame.cols);
  const std::int64_t width = grid.cols().points();
  std::vector<double> field(static_cast<std::size_t>(frame.words()), from_bits(canonical_nan_bits));
  std::vector<double> piece;
  const std::int64_t most = rows_of_a_piece(width);
  for (std::int64_t first = frame.rows.first; first < frame.rows.last; first += most) {
    const std::int64_t count = std::min(most, frame.rows.last - first);
    piece.resize(static_cast<std::size_t>(count * width));
    read(first, count, piece.data());
    for (std::int64_t i = first; i < first + count; ++i) {
      const double* row = piece.data() + (i - first) * width;
      double* target = field.data() + frame.index(i, frame.cols.first);
      const auto take = [&](const PointRange& range) {
        std::copy(row + range.first, row + range.last, target + (range.first - frame.cols.first));
      };
      if (i == 0 || i == grid.rows().points() - 1) {
        take(frame.cols);
        continue;
      }
      if (i >= rows.first && i < rows.last) take(cols);
      if (frame.cols.first == 0) take({0, 1});
      if (frame.cols.last == width) take({width - 1, width});
    }
  }
  return field;
}

void collect_tile_field(MPI_Comm comm, const TileGrid& grid, const double* field, const RowSink& sink) {
  int me = 0;
  check_mpi(MPI_Comm_rank(comm, &me), "MPI_Comm_rank");
  const std::int64_t width = grid.cols().points();
  const std::int64_t most = rows_of_a_piece(width);
  std::vector<double> piece;
  std::vector<double> received;
  for (std::int64_t p = 0; p < grid.rows().parts(); ++p) {
    const PointRange rows = grid.rows().owned(p);
    for (std::int64_t first = rows.first; first < rows.last; first += most) {
      const std::int64_t last = std::min(first + most, rows.last);
      if (me == 0) piece.resize(static_cast<std::size_t>((last - first) * width));
      for (std::int64_t q = 0; q < grid.cols().parts(); ++q) {
        const auto owner = static_cast<int>(grid.rank_of(p, q));
        if (me != 0 && me != owner) continue;
        const Share share{{{first, last}, grid.cols().owned(q)}};
        const auto words = static_cast<int>(share.points.words());
        if (me != 0) {
          const std::vector<double> own = share.packed(grid.stored(me), field);
          check_mpi(MPI_Send(own.data(), words, MPI_DOUBLE, 0, collected_tile_tag, comm), "MPI_Send");
        } else if (owner == 0) {
          share.put(share.packed(grid.stored(0), field).data(), width, piece.data());
        } else {
          received.resize(static_cast<std::size_t>(words));
          check_mpi(MPI_Recv(received.data(), words, MPI_DOUBLE, owner, collected_tile_tag, comm, MPI_STATUS_IGNORE),
                    "MPI_Recv");
          share.put(received.data(), width, piece.data());
        }
      }
      if (me == 0) sink(first, last - first, piece.data());
    }
  }
}

}  // namespace stencil
