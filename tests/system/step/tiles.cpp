// The problem of examples/tiles/step.c in C++: plain arrays in a grid of parts with gaps between rows, on another
// communicator; messages of the program's own while tiles run.
// SPDX-License-Identifier: Apache-2.0
//
// argv: ROWS COLS ROUNDS SWEEPS FILE.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "step.h"

namespace {

double start_value(long row, long col) {
  return static_cast<double>((row * 37 + col * 101) % 64) / 8;
}

// What one of `parts` ranks owns of a dimension, and holds with its halo: whole lines of others where it is cut.
struct Lines {
  Lines(long all, int parts, int part, long halo)
      : first(all / parts * part + std::min<long>(part, all % parts)),
        owned(all / parts + (all % parts > part ? 1 : 0)),
        before(part > 0 ? 1 : 0),
        behind(part < parts - 1 ? halo : 0) {}
  long held() const { return before + owned + behind; }
  long first, owned, before, behind;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const long rows = std::atol(argv[1]), cols = std::atol(argv[2]), rounds = std::atol(argv[3]);
  const long sweeps = std::atol(argv[4]);
  int world_rank = 0, rank = 0, ranks = 1;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_split(MPI_COMM_WORLD, 0, world_rank, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int across = ranks % 2 == 0 ? 2 : 1;
  const Lines down(rows, ranks / across, rank / across, sweeps + 1), along(cols, across, rank % across, sweeps + 1);

  const long stride = along.held() + 3;
  std::vector<double> f(static_cast<std::size_t>(down.held() * stride), -1.0);
  const auto at = [&](long row, long col) {
    return f.data() + (row - down.first + down.before) * stride + (col - along.first + along.before);
  };
  for (long row = down.first - down.before; row < down.first + down.owned + down.behind; ++row) {
    for (long col = along.first - along.before; col < along.first + along.owned + along.behind; ++col)
      *at(row, col) = start_value(row, col);
  }
  stencil_part part{};
  part.f = f.data();
  part.rows = down.held();
  part.cols = along.held();
  part.stride = stride;
  part.first_owned = down.before;
  part.owned = down.owned;
  part.global_row = down.first;
  part.first_owned_col = along.before;
  part.owned_cols = along.owned;
  part.global_col = along.first;
  part.comm = MPI_Comm_c2f(comm);

  long beside = 0;
  for (long round = 0; round < rounds; ++round) {
    stencil_step_begin(&part, "gauss-seidel", nullptr, sweeps, nullptr, nullptr, 0);
    MPI_Allreduce(&round, &beside, 1, MPI_LONG, MPI_MAX, comm);
    stencil_step_wait();
  }

  for (long row = 0; row < down.held(); ++row) {
    for (long gap = along.held(); gap < stride; ++gap) {
      if (f[static_cast<std::size_t>(row * stride + gap)] != -1.0) std::printf("a gap has changed\n");
    }
  }
  MPI_File file = MPI_FILE_NULL;
  MPI_File_open(comm, argv[5], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  for (long row = down.first; row < down.first + down.owned; ++row) {
    MPI_File_write_at(file, (row * cols + along.first) * static_cast<MPI_Offset>(sizeof(double)), at(row, along.first),
                      static_cast<int>(along.owned), MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&file);
  if (rank == 0) std::printf("%ld x %ld points, %ld rounds\n", rows, cols, beside + 1);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
