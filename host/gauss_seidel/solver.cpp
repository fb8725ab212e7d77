// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/base/check.hpp"
#include "host/gauss_seidel/group_messages.hpp"
#include "host/gauss_seidel/residual.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

// The plan and the messages of all groups of one direction.
struct Direction {
  Direction(MPI_Comm comm, const TileGrid& grid, int rank, bool backward)
      : steps(plan_group(grid, rank, backward)), messages(comm, steps) {}

  std::vector<TileStep> steps;
  GroupMessages messages;
};

// The field's points in it.
std::int64_t bytes_of(const TileMessage& message) {
  return message.words() * static_cast<std::int64_t>(sizeof(double));
}

TileTraffic traffic_of(const std::vector<TileStep>& steps) {
  TileTraffic sum;
  for (const TileStep& step : steps) {
    for (const TileMessage& message : step.sends) {
      ++sum.messages;
      sum.words += message.words();
    }
  }
  return sum;
}

// The largest residual of all ranks, NaN if any is a NaN (MPI does not define MPI_MAX for NaN). All ranks wait for one
// another.
double largest_residual(MPI_Comm comm, double own, TileTime& time) {
  // A double holds cycles exactly up to 2^53.
  double sent[3] = {std::isnan(own) ? 0.0 : own, std::isnan(own) ? 1.0 : 0.0, static_cast<double>(time.now())};
  double all[3] = {};
  check_mpi(MPI_Allreduce(sent, all, 3, MPI_DOUBLE, MPI_MAX, comm), "MPI_Allreduce");
  time.wait_until(static_cast<std::int64_t>(all[2]));
  return all[1] > 0.0 ? std::numeric_limits<double>::quiet_NaN() : all[0];
}

class Solver {
 public:
  Solver(MPI_Comm comm, const TileGrid& grid, int rank, TileExecutor& executor, double* field)
      : comm_(comm),
        grid_(grid),
        rank_(rank),
        frame_(grid.stored(rank)),
        executor_(executor),
        field_(field),
        forward_(comm, grid, rank, false),
        backward_(comm, grid, rank, true) {}

  TileSolution operator()(const TileSolverOptions& options) {
    observer_ = options.observer;
    if (options.rounds > 0) forward_.messages.post_receives();
    measure(options);
    for (std::int64_t round = 0; round < options.rounds; ++round) {
      backward_.messages.post_receives();
      run(forward_, round);
      if (round + 1 < options.rounds) forward_.messages.post_receives();
      run(backward_, round);
      measure(options);
    }
    forward_.messages.end_sends();
    backward_.messages.end_sends();
    return std::move(solution_);
  }

 private:
  void run(Direction& group, std::int64_t round) {
    group.messages.end_sends();
    for (std::size_t k = 0; k < group.steps.size(); ++k) {
      receive(group, k);
      const std::int64_t before = executor_.cycles();
      {
        const HostPhase phase(observer_, "tile", std::nullopt, true);
        executor_.run(round, group.steps[k], frame_, field_);
      }
      solution_.time.busy += executor_.cycles() - before;
      send(group, k);
    }
    const TileTraffic sent = traffic_of(group.steps);
    solution_.traffic.messages += sent.messages;
    solution_.traffic.words += sent.words;
  }

  // A step without messages waits for nothing.
  void receive(Direction& group, std::size_t k) {
    const std::vector<TileMessage>& messages = group.steps[k].receives;
    const HostPhase phase(messages.empty() ? nullptr : observer_, "wait");
    solution_.time.wait_until(group.messages.receive(k, frame_, field_));
    if (observer_ == nullptr) return;
    for (const TileMessage& message : messages) observer_->received(message.peer, bytes_of(message));
  }

  void send(Direction& group, std::size_t k) {
    const std::vector<TileMessage>& messages = group.steps[k].sends;
    const HostPhase phase(messages.empty() ? nullptr : observer_, "send");
    if (observer_ != nullptr) {
      for (const TileMessage& message : messages) observer_->sent(message.peer, bytes_of(message));
    }
    group.messages.send(k, frame_, field_, solution_.time.now());
  }

  void measure(const TileSolverOptions& options) {
    if (!options.residuals) return;
    const HostPhase phase(observer_, "residual");
    solution_.residuals.push_back(largest_residual(comm_, residual_of(grid_, rank_, field_), solution_.time));
  }

  MPI_Comm comm_;
  const TileGrid& grid_;
  int rank_;
  TileFrame frame_;
  TileExecutor& executor_;
  double* field_;
  Direction forward_;
  Direction backward_;
  TileSolution solution_;
  HostObserver* observer_ = nullptr;
};

}  // namespace

TileSolution solve_tiles(MPI_Comm comm, const TileGrid& grid, TileExecutor& executor, double* field,
                         const TileSolverOptions& options) {
  int ranks = 0;
  int rank = 0;
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  grid.check_ranks(ranks);
  check_range("rounds", options.rounds, 0);
  check_pointer("field", field, "the rank's part of the field");
  return Solver(comm, grid, rank, executor, field)(options);
}

}  // namespace stencil
