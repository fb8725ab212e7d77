// A halo update by VSDA against the same written by hand, persistent requests and PETSc, as ratios of one run:
//   mpirun -n 2 vsda_update_bench [ROUNDS]
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tests/bench/arrays/halo_exchange.hpp"
#include "tests/bench/interleaved.hpp"

namespace stencil::bench {
namespace {

constexpr double batch_seconds = 0.5e-3;
constexpr int updates_before_a_batch = 5;  // the previous candidate has left its data in the caches

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// A value for every element of the global field; rank 0's first row is row 0.
double value(long element) {
  return 1.0 + static_cast<double>(element);
}

// A rank's local part with its own rows filled.
class LocalPart {
 public:
  explicit LocalPart(const HaloShape& shape)
      : shape_(shape),
        first_(world_rank() * shape.rows * shape.cols - (world_rank() > 0 ? shape.message_doubles() : 0)) {
    values_.resize(static_cast<std::size_t>(local_doubles(shape)));
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = value(first_ + static_cast<long>(i));
  }

  double* data() { return values_.data(); }

  // Whether an exchange corrects wrong halo rows and leaves the other rows as they were.
  bool filled_by(const HaloExchange& exchange) {
    const auto own = static_cast<std::size_t>(world_rank() * shape_.rows * shape_.cols - first_);
    const auto own_end = own + static_cast<std::size_t>(shape_.rows * shape_.cols);
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (i < own || i >= own_end) values_[i] = -1.0;
    exchange.update();
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i] != value(first_ + static_cast<long>(i))) return false;
    return true;
  }

 private:
  HaloShape shape_;
  long first_;  // global number of the first local element
  std::vector<double> values_;
};

// The number of updates that take about batch_seconds, the same on every rank.
long batch_of(const HaloExchange& exchange) {
  long updates = 1;
  for (;;) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    for (long i = 0; i < updates; ++i) exchange.update();
    double took = MPI_Wtime() - began;
    MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (took >= batch_seconds) return updates;
    updates *= 2;
  }
}

Candidate candidate_of(const HaloExchange& exchange) {
  const long updates = batch_of(exchange);
  Candidate candidate;
  candidate.name = exchange.name;
  candidate.prepare = [exchange] {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < updates_before_a_batch; ++i) exchange.update();
  };
  candidate.work = [exchange, updates] {
    for (long i = 0; i < updates; ++i) exchange.update();
    return static_cast<double>(updates);
  };
  return candidate;
}

void refuse_wrong(bool right, const HaloExchange& exchange) {
  if (right) return;
  fmt::print(stderr, "rank {}: {}: the halo rows are wrong\n", world_rank(), exchange.name);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// All ways to update one local part, by hand first and again last: the difference between those two is noise.
std::vector<Candidate> all_ways(const HaloShape& shape, int rounds) {
  LocalPart part(shape);
  std::vector<HaloExchange> exchanges{hand_written(shape, part.data()), vsda(shape, part.data()),
                                      persistent(shape, part.data())};
  for (HaloExchange& exchange : petsc(shape, part.data())) exchanges.push_back(std::move(exchange));
  exchanges.push_back(hand_written(shape, part.data()));
  exchanges.back().name = "by hand again";
  std::vector<Candidate> candidates;
  for (const HaloExchange& exchange : exchanges) {
    refuse_wrong(part.filled_by(exchange), exchange);
    candidates.push_back(candidate_of(exchange));
  }
  interleave(candidates, rounds);
  for (const HaloExchange& exchange : exchanges) refuse_wrong(part.filled_by(exchange), exchange);
  return candidates;
}

// The same messages out of a small and a large local part.
double cost_of_a_large_local_part(const HaloShape& small, long times, int rounds) {
  HaloShape large = small;
  large.rows *= times;
  LocalPart in_small(small);
  LocalPart in_large(large);
  std::vector<Candidate> candidates{candidate_of(vsda(small, in_small.data())),
                                    candidate_of(vsda(large, in_large.data()))};
  interleave(candidates, rounds);
  return median_time_ratio(candidates[1], candidates[0]);
}

void print_table(const std::vector<HaloShape>& shapes, const std::vector<std::vector<Candidate>>& columns) {
  fmt::print("{:<32}", "bytes per message");
  for (const HaloShape& shape : shapes) fmt::print("{:>10}", shape.message_bytes());
  fmt::print("\n{:<32}", "bytes per local part, no halo");
  for (const HaloShape& shape : shapes)
    fmt::print("{:>10}", shape.rows * shape.cols * static_cast<long>(sizeof(double)));
  fmt::print("\n{:<32}", columns.front().front().name + ", us");
  for (const std::vector<Candidate>& column : columns) fmt::print("{:>10.3f}", 1e6 / column.front().median());
  fmt::print("\n");
  for (std::size_t row = 1; row < columns.front().size(); ++row) {
    fmt::print("{:<32}", columns.front()[row].name);
    for (const std::vector<Candidate>& column : columns)
      fmt::print("{:>10.3f}", median_time_ratio(column[row], column.front()));
    fmt::print("\n");
  }
}

int run(int rounds) {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks < 2 || rounds < 1) {
    if (world_rank() == 0) fmt::print(stderr, "run it as: mpirun -n 2 vsda_update_bench [ROUNDS], ROUNDS >= 1\n");
    return 2;
  }
  const std::vector<HaloShape> shapes{{256, 100, 1},  {256, 128, 1},   {256, 1024, 1},
                                      {256, 1024, 8}, {256, 1024, 32}, {256, 1024, 128}};
  std::vector<std::vector<Candidate>> columns;
  columns.reserve(shapes.size());
  for (const HaloShape& shape : shapes) columns.push_back(all_ways(shape, rounds));
  if (world_rank() == 0) {
    fmt::print("halo update on {} ranks, both directions; medians of {} rounds in turn; times of hand-written = 1\n",
               ranks, rounds);
    print_table(shapes, columns);
    if (!petsc_is_there()) fmt::print("PETSc not installed, not compared\n");
  }
  constexpr long times = 256;
  for (const HaloShape& small : {HaloShape{256, 128, 1}, HaloShape{256, 1024, 8}}) {
    const double ratio = cost_of_a_large_local_part(small, small.cols == 128 ? times : times / 8, rounds);
    if (world_rank() == 0)
      fmt::print("VSDA, {} bytes per message, local part {} times as large: {:.3f}\n", small.message_bytes(),
                 small.cols == 128 ? times : times / 8, ratio);
  }
  return 0;
}

}  // namespace
}  // namespace stencil::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  stencil::bench::petsc_begin();
  const int status = stencil::bench::run(argc > 1 ? std::atoi(argv[1]) : 101);
  stencil::bench::petsc_end();
  MPI_Finalize();
  return status;
}
