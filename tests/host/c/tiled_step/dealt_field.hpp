// A field dealt to a grid of ranks, as the parts that step.h takes, beside the whole golden field.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <vector>

#include "models/gauss_seidel.hpp"
#include "step.h"
#include "tests/host/support/seed.hpp"
#include "tests/support/world.hpp"

namespace stencil {

using test::Random;

// The lines of a dimension that each of some parts owns.
inline std::vector<long> deal(Random& random, int parts, long least) {
  std::vector<long> lines;
  for (int part = 0; part < parts; ++part) lines.push_back(random(least, least + 7));
  return lines;
}

inline long start_of(const std::vector<long>& lines, int part) {
  long start = 0;
  for (int before = 0; before < part; ++before) start += lines[static_cast<std::size_t>(before)];
  return start;
}

inline double start_value(long row, long col) {
  return static_cast<double>((row * 37 + col * 101) % 64) / 8;
}

// A field dealt to a grid of ranks of a communicator, each with a plain array that has gaps.
class Dealt {
 public:
  Dealt(MPI_Comm comm, std::vector<long> rows, std::vector<long> cols, long halo)
      : comm_(comm), rows_(std::move(rows)), cols_(std::move(cols)) {
    const int rank = comm_rank(comm), across = static_cast<int>(cols_.size());
    const auto place = [&](const std::vector<long>& lines, int at, long& first_owned, long& owned, long& global) {
      const bool last = at + 1 == static_cast<int>(lines.size());
      first_owned = at > 0 ? 1 : 0;
      owned = lines[static_cast<std::size_t>(at)];
      global = start_of(lines, at);
      return first_owned + owned + (last ? 0 : halo);
    };
    part.rows = place(rows_, rank / across, part.first_owned, part.owned, part.global_row);
    part.cols = place(cols_, rank % across, part.first_owned_col, part.owned_cols, part.global_col);
    part.stride = part.cols + 2;
    part.comm = MPI_Comm_c2f(comm);
    f_.assign(static_cast<std::size_t>(part.rows * part.stride), -1.0);
    for (long i = 0; i < part.rows; ++i) {
      for (long j = 0; j < part.cols; ++j) {
        element(i, j) = start_value(part.global_row - part.first_owned + i, part.global_col - part.first_owned_col + j);
      }
    }
    part.f = f_.data();
    whole_.resize(static_cast<std::size_t>(rows_total() * cols_total()));
    for (long i = 0; i < rows_total(); ++i) {
      for (long j = 0; j < cols_total(); ++j)
        whole_[static_cast<std::size_t>(i * cols_total() + j)] = start_value(i, j);
    }
  }

  void step(long sweeps, const char* tiles = nullptr) {
    stencil_step_begin(&part, "gauss-seidel", nullptr, sweeps, nullptr, tiles, 0);
    stencil_step_wait();
    GridCuts cuts;
    for (std::size_t p = 1; p < rows_.size(); ++p) cuts.rows.push_back(start_of(rows_, static_cast<int>(p)));
    for (std::size_t q = 1; q < cols_.size(); ++q) cuts.cols.push_back(start_of(cols_, static_cast<int>(q)));
    permuted_gauss_seidel(rows_total(), cols_total(), whole_.data(), cuts, sweeps, 1);
  }

  // Points that this rank owns and that are not those of the golden field; halo lines and gaps that were overwritten.
  long differing() const {
    long differ = 0;
    for (long i = 0; i < part.rows; ++i) {
      for (long j = 0; j < part.stride; ++j) {
        const double got = f_[static_cast<std::size_t>(i * part.stride + j)];
        const long row = part.global_row - part.first_owned + i, col = part.global_col - part.first_owned_col + j;
        const bool behind = i >= part.first_owned + part.owned || j >= part.first_owned_col + part.owned_cols;
        const bool corner = i < part.first_owned && j < part.first_owned_col;
        const double expected = j >= part.cols     ? -1.0
                                : behind || corner ? start_value(row, col)
                                                   : whole_[static_cast<std::size_t>(row * cols_total() + col)];
        differ += got == expected ? 0 : 1;
      }
    }
    return differ;
  }

  stencil_part part{};

 private:
  long rows_total() const { return start_of(rows_, static_cast<int>(rows_.size())); }
  long cols_total() const { return start_of(cols_, static_cast<int>(cols_.size())); }
  double& element(long i, long j) { return f_[static_cast<std::size_t>(i * part.stride + j)]; }
  static int comm_rank(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
  }

  MPI_Comm comm_;
  std::vector<long> rows_, cols_;
  std::vector<double> f_, whole_;
};

}  // namespace stencil
