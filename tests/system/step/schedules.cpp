// The problem of examples/schedules in C++: strips that lie one behind another in one array, whose rows have gaps.
// SPDX-License-Identifier: Apache-2.0
//
// argv: strips|joined|joined-strips|resident ROWS COLS ITERATIONS SWEEPS HEIGHT.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "step.h"

namespace {

class Strips {
 public:
  Strips(long rows, long cols, long halo, long height) : rows_(rows), halo_(halo), stride_(cols + 3) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    for (long first = rank_ * height; first < rows; first += ranks_ * height) {
      stencil_part part{};
      part.owned = std::min(height, rows - first);
      part.first_owned = first > 0 ? halo : 0;
      part.rows = part.first_owned + part.owned + (first + part.owned < rows ? halo : 0);
      part.cols = cols;
      part.stride = stride_;
      part.global_row = first;
      local_ += part.rows;
      parts_.push_back(part);
    }
    f_.assign(static_cast<std::size_t>(local_ * stride_), 0.0);
    r_.assign(f_.size(), -1.0);
    long at = 0;
    for (stencil_part& part : parts_) {
      part.f = f_.data() + at * stride_;
      part.r = r_.data() + at * stride_;
      at += part.rows;
    }
  }

  std::vector<stencil_part>& parts() { return parts_; }

  // A tag is twice the number of the strip above the cut, and 1 more upwards.
  void exchange() {
    std::vector<MPI_Request> requests;
    const auto post = [&](auto call, double* row, int peer, int tag) {
      requests.emplace_back();
      call(row, static_cast<int>(halo_ * stride_), MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, &requests.back());
    };
    const int before = (rank_ + ranks_ - 1) % ranks_, after = (rank_ + 1) % ranks_;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const stencil_part& part = parts_[k];
      const int strip = static_cast<int>(k) * ranks_ + rank_;
      const long end = part.first_owned + part.owned;
      if (part.first_owned > 0) {
        post(MPI_Irecv, part.f, before, 2 * (strip - 1));
        post(MPI_Isend, part.f + part.first_owned * stride_, before, 2 * (strip - 1) + 1);
      }
      if (end < part.rows) {
        post(MPI_Irecv, part.f + end * stride_, after, 2 * strip + 1);
        post(MPI_Isend, part.f + (end - halo_) * stride_, after, 2 * strip);
      }
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }

  // Of the one strip of a rank: rows travel to the rank before it, or after it, which has them as halo rows.
  void shift(bool up) {
    const stencil_part& part = parts_.front();
    const int before = rank_ > 0 ? rank_ - 1 : MPI_PROC_NULL, after = rank_ + 1 < ranks_ ? rank_ + 1 : MPI_PROC_NULL;
    const long end = part.first_owned + part.owned;
    const int words = static_cast<int>(halo_ * stride_);
    MPI_Sendrecv(part.f + (up ? part.first_owned : end - halo_) * stride_, words, MPI_DOUBLE, up ? before : after, 0,
                 part.f + (up ? end : 0) * stride_, words, MPI_DOUBLE, up ? after : before, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }

  double value(long row, long col) const {
    for (const stencil_part& part : parts_) {
      const long at = row - part.global_row;
      if (0 <= at && at < part.owned) return part.f[(part.first_owned + at) * stride_ + col];
    }
    return 0.0;
  }
  int rank() const { return rank_; }

 private:
  int rank_ = 0, ranks_ = 1;
  long rows_, halo_, stride_, local_ = 0;
  std::vector<stencil_part> parts_;
  std::vector<double> f_, r_;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::string how = argv[1];
  const long rows = std::atol(argv[2]), cols = std::atol(argv[3]), iterations = std::atol(argv[4]);
  const long sweeps = std::atol(argv[5]);
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double weights[3] = {1.0, 1.0, 0.25};
  const bool strips = how == "strips" || how == "joined-strips";
  Strips field(rows, cols, sweeps, strips ? std::atol(argv[6]) : rows / ranks);
  std::vector<stencil_part>& parts = field.parts();
  if (how == "joined") {
    stencil_steps_begin(parts.data(), "jacobi", weights, sweeps, iterations, nullptr, 0);
    stencil_step_wait();
  }
  for (long made = 0; how != "joined" && made < iterations; made += sweeps) {
    if (made > 0 && strips) field.exchange();
    const long now = std::min(sweeps, iterations - made);
    const bool shifts = !strips && made + now < iterations;
    if (how == "joined-strips") {
      stencil_joined_begin(parts.data(), static_cast<long>(parts.size()), "jacobi", weights, sweeps, iterations - made,
                           nullptr, 0);
    } else if (strips) {
      stencil_strips_begin(parts.data(), static_cast<long>(parts.size()), "jacobi", weights, now, nullptr, nullptr, 0);
    } else {
      stencil_resident_begin(parts.data(), "jacobi", weights, now, (iterations - made + sweeps - 1) / sweeps);
      stencil_edge_wait();
    }
    if (shifts) field.shift(true);
    stencil_step_wait();
    if (shifts) field.shift(false);
  }
  const double value = field.value(rows / 2, 3);
  double sum = 0.0;
  MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (field.rank() == 0)
    std::printf("%ld x %ld points, %ld sweeps: %.17g in the middle row\n", rows, cols, iterations, sum);
  MPI_Finalize();
  return 0;
}
