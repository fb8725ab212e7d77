// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/solver.hpp"

#include <utility>

#include "host/base/check.hpp"
#include "host/gauss_seidel/group_messages.hpp"
#include "host/gauss_seidel/meeting/solve_meeting.hpp"
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

class Solver {
 public:
  Solver(MPI_Comm comm, const TileGrid& grid, int rank, TileExecutor& executor, double* field)
      : meeting_(comm),
        grid_(grid),
        rank_(rank),
        frame_(grid.stored(rank)),
        executor_(executor),
        field_(field),
        forward_(comm, grid, rank, false),
        backward_(comm, grid, rank, true) {}

  TileSolution operator()(const TileSolverOptions& options) {
    observer_ = options.observer;
    // Where residuals are measured, that of the start makes the first meeting.
    if (options.residuals) {
      measure(0);
    } else {
      meeting_.meet(0, 0.0, solution_.time.now());
    }
    for (Direction* const direction : {&forward_, &backward_}) direction->messages.use_tag(meeting_.tag());
    if (options.rounds > 0) forward_.messages.post_receives();
    for (std::int64_t round = 0; round < options.rounds; ++round) {
      backward_.messages.post_receives();
      run(forward_, round);
      if (round + 1 < options.rounds) forward_.messages.post_receives();
      run(backward_, round);
      if (options.residuals) measure(round + 1);
    }
    forward_.messages.end_sends();
    backward_.messages.end_sends();
    meeting_.done();
    return std::move(solution_);
  }

 private:
  void run(Direction& group, std::int64_t round) {
    group.messages.end_sends();
    for (std::size_t k = 0; k < group.steps.size(); ++k) {
      receive(group, round, k);
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
  void receive(Direction& group, std::int64_t round, std::size_t k) {
    const std::vector<TileMessage>& messages = group.steps[k].receives;
    const HostPhase phase(messages.empty() ? nullptr : observer_, "wait");
    solution_.time.wait_until(group.messages.receive(round, k, frame_, field_));
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

  void measure(std::int64_t rounds_done) {
    const HostPhase phase(observer_, "residual");
    const SolveMeeting::Largest largest =
        meeting_.meet(rounds_done, residual_of(grid_, rank_, field_), solution_.time.now());
    solution_.residuals.push_back(largest.value);
    solution_.time.wait_until(largest.cycle);
  }

  SolveMeeting meeting_;
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
