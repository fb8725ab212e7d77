// The problem of examples/step in C++: plain arrays whose rows have gaps, halo rows exchanged by MPI, work of the rank
// beside the sweeps.
// SPDX-License-Identifier: Apache-2.0
//
// argv: ROWS COLS STEPS SWEEPS.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "step.h"

namespace {

class Rows {
 public:
  Rows(long rows, long cols, long halo) : cols_(cols), stride_(cols + 3), halo_(halo) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    for (int rank = 0; rank < rank_; ++rank) start_ += share(rows, rank);
    owned_ = share(rows, rank_);
    above_ = rank_ > 0 ? halo : 0;
    below_ = rank_ < ranks_ - 1 ? halo : 0;
    const auto words = static_cast<std::size_t>((above_ + owned_ + below_) * stride_);
    f_.assign(words, 0.0);
    r_.assign(words, -1.0);
  }

  stencil_part part() {
    stencil_part part{};
    part.f = f_.data();
    part.r = r_.data();
    part.rows = above_ + owned_ + below_;
    part.cols = cols_;
    part.stride = stride_;
    part.first_owned = above_;
    part.owned = owned_;
    part.global_row = start_;
    return part;
  }

  void exchange() {
    std::vector<MPI_Request> requests;
    const auto words = static_cast<int>(halo_ * stride_);
    const auto post = [&](auto call, long row, int peer) {
      requests.emplace_back();
      call(f_.data() + row * stride_, words, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests.back());
    };
    if (above_ > 0) post(MPI_Irecv, 0, rank_ - 1);
    if (above_ > 0) post(MPI_Isend, above_, rank_ - 1);
    if (below_ > 0) post(MPI_Irecv, above_ + owned_, rank_ + 1);
    if (below_ > 0) post(MPI_Isend, above_ + owned_ - halo_, rank_ + 1);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }

  double value(long row, long col) const {
    if (row < start_ || row >= start_ + owned_) return 0.0;
    return f_[static_cast<std::size_t>((above_ + row - start_) * stride_ + col)];
  }

 private:
  long share(long rows, int rank) const { return rows / ranks_ + (rows % ranks_ > rank ? 1 : 0); }

  int rank_ = 0, ranks_ = 1;
  long cols_, stride_, halo_;
  long start_ = 0, owned_ = 0, above_ = 0, below_ = 0;
  std::vector<double> f_, r_;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const long rows = std::atol(argv[1]), cols = std::atol(argv[2]), steps = std::atol(argv[3]);
  const long sweeps = std::atol(argv[4]);
  const double weights[3] = {1.0, 1.0, 0.25};
  Rows field(rows, cols, sweeps);
  long beside = 0;
  for (long step = 0; step < steps; ++step) {
    field.exchange();
    const stencil_part part = field.part();
    stencil_step_begin(&part, "jacobi", weights, sweeps, nullptr, nullptr, 0);
    // Messages of the program's own while the accelerator sweeps.
    MPI_Allreduce(&step, &beside, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    stencil_step_wait();
  }
  const double value = field.value(rows / 2, 3);
  double sum = 0.0;
  MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%ld x %ld points, %ld sweeps: %.17g in the middle row\n", rows, cols, (beside + 1) * sweeps, sum);
  MPI_Finalize();
  return 0;
}
