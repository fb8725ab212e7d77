// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/solver.hpp"

#include <optional>
#include <utility>

#include "host/base/check.hpp"
#include "host/gauss_seidel/group_messages.hpp"
#include "host/gauss_seidel/meeting/solve_meeting.hpp"
#include "host/gauss_seidel/residual.hpp"
#include "host/gauss_seidel/tile_solve.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

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

}  // namespace

class TileSolve::Solver {
 public:
  Solver(MPI_Comm comm, const TileGrid& grid, int rank, TileExecutor& executor, double* field,
         const TileSolverOptions& options)
      : grid_(grid),
        options_(options),
        rank_(rank),
        frame_(grid.stored(rank)),
        executor_(executor),
        field_(field),
        forward_(comm, grid, rank, false),
        backward_(comm, grid, rank, true),
        observer_(options.observer) {
    check_within(forward_.steps, frame_);
    check_within(backward_.steps, frame_);
    solution_.time = options.start;
    if (comm != MPI_COMM_NULL) meeting_.emplace(comm);
    // Where residuals are measured, that of the start makes the first meeting.
    if (options.residuals) {
      measure(0);
    } else if (meeting_) {
      meeting_->meet(0, 0.0, solution_.time.now());
    }
    for (Direction* const direction : {&forward_, &backward_}) {
      if (meeting_) direction->messages.use_tag(meeting_->tag());
    }
    if (options.rounds > 0) forward_.messages.post_receives();
  }

  void run_ahead() {
    if (grid_.ranks() == 1 && !options_.residuals) return run_rounds();
    if (options_.rounds == 0) return;
    Exchange exchange{*this, forward_, 0, false};
    StepOrder order = steps_of(exchange);
    const std::vector<TileStep>& steps = forward_.steps;
    while (ahead_ < steps.size() && steps[ahead_].receives.empty() && !order.receives_ahead(ahead_))
      sweep(order, exchange, ahead_++);
  }

  TileSolution finish() {
    if (!ran_) run_rounds();
    forward_.messages.end_sends();
    backward_.messages.end_sends();
    if (meeting_) meeting_->done();
    return std::move(solution_);
  }

 private:
  // The plan and the messages of all groups of one direction.
  struct Direction {
    Direction(MPI_Comm comm, const TileGrid& grid, int rank, bool backward)
        : steps(plan_group(grid, rank, backward)), messages(comm, steps) {}

    const TileMessage& message(const TileDeparture& one) const { return steps[one.step].sends[one.message]; }

    std::vector<TileStep> steps;
    GroupMessages messages;
  };

  // A message whose points are in the array.
  struct Brought {
    TileDeparture message;
    std::int64_t cycle;  // the rank's time then
  };

  void run_rounds() {
    ran_ = true;
    for (std::int64_t round = 0; round < options_.rounds; ++round) {
      backward_.messages.post_receives();
      run(forward_, round);
      if (round + 1 < options_.rounds) forward_.messages.post_receives();
      run(backward_, round);
      if (options_.residuals) measure(round + 1);
    }
    busy([this] { executor_.finish(); });
  }

  // Cycles of the executor's clock during these calls are those of tiles.
  template <class Calls>
  void busy(const Calls& calls) {
    counted_ = executor_.cycles();
    calls();
    count();
  }
  void count() {
    const std::int64_t now = executor_.cycles();
    solution_.time.busy += now - counted_;
    counted_ = now;
  }

  // That which comes after the step; null: none, or not known to come at once.
  const TileStep* next(const Direction& group, std::int64_t round, std::size_t k) const {
    if (k + 1 < group.steps.size()) return &group.steps[k + 1];
    if (&group == &forward_) return &backward_.steps.front();
    return round + 1 < options_.rounds && !options_.residuals ? &forward_.steps.front() : nullptr;
  }

  // The messages of a group in a round; those sent are kept until they may leave.
  struct Exchange {
    void receive(std::size_t step, Arrivals which) { solver.receive(*this, step, which); }
    void send(const TileDeparture& message) {
      solver.count();
      const Brought one{message, solver.solution_.time.now()};
      if (sends) {
        solver.send(group, one);
      } else {
        solver.brought_.push_back(one);
      }
    }

    Solver& solver;
    Direction& group;
    std::int64_t round;
    bool sends;
  };

  StepOrder<Exchange> steps_of(Exchange& its) { return {executor_, its.group.steps, frame_, field_, its}; }

  void run(Direction& group, std::int64_t round) {
    group.messages.end_sends();
    // A line does not change after its sweep, so it is still what the tile made.
    for (const Brought& one : std::exchange(brought_, {})) send(group, one);
    Exchange exchange{*this, group, round, true};
    StepOrder order = steps_of(exchange);
    for (std::size_t k = std::exchange(ahead_, 0); k < group.steps.size(); ++k) {
      busy([&] { order.receive(k); });
      sweep(order, exchange, k);
    }
    const TileTraffic sent = traffic_of(group.steps);
    solution_.traffic.messages += sent.messages;
    solution_.traffic.words += sent.words;
  }

  void sweep(StepOrder<Exchange>& order, const Exchange& exchange, std::size_t k) {
    const HostPhase phase(observer_, "tile", std::nullopt, true);
    const std::vector<TileStep>& steps = exchange.group.steps;
    busy([&] { order.sweep(exchange.round, k, next(exchange.group, exchange.round, k)); });
    if (&exchange.group == &backward_ && (options_.residuals || exchange.round + 1 == options_.rounds))
      busy([&] { executor_.settle(steps[k], k + 1 < steps.size() ? &steps[k + 1] : nullptr); });
  }

  void receive(const Exchange& exchange, std::size_t step, Arrivals which) {
    count();
    // A round is two steps: forward, then backward.
    const HostPhase phase(observer_, "wait", 2 * exchange.round + (&exchange.group == &backward_ ? 1 : 0));
    solution_.time.wait_until(exchange.group.messages.receive(exchange.round, step, which, frame_, field_));
    if (observer_ == nullptr) return;
    for (const TileMessage& message : exchange.group.steps[step].receives)
      if (is_among(message, which)) observer_->received(message.peer, bytes_of(message));
  }

  void send(Direction& group, const Brought& one) {
    const HostPhase phase(observer_, "send");
    const TileMessage& message = group.message(one.message);
    if (observer_ != nullptr) observer_->sent(message.peer, bytes_of(message));
    group.messages.send(one.message, frame_, field_, one.cycle);
  }

  void measure(std::int64_t rounds_done) {
    if (rounds_done > 0) busy([this] { executor_.finish(); });
    const HostPhase phase(observer_, "residual");
    const SolveMeeting::Largest largest =
        meeting_->meet(rounds_done, residual_of(grid_, rank_, field_), solution_.time.now());
    solution_.residuals.push_back(largest.value);
    solution_.time.wait_until(largest.cycle);
  }

  std::optional<SolveMeeting> meeting_;  // none where MPI does not run
  const TileGrid& grid_;
  TileSolverOptions options_;
  int rank_;
  TileFrame frame_;
  TileExecutor& executor_;
  double* field_;
  Direction forward_;
  Direction backward_;
  TileSolution solution_;
  HostObserver* observer_;
  std::int64_t counted_ = 0;      // cycles of the executor's clock
  std::size_t ahead_ = 0;         // tiles that have run ahead
  std::vector<Brought> brought_;  // by them, all unsent
  bool ran_ = false;
};

TileSolve::TileSolve(MPI_Comm comm, const TileGrid& grid, TileExecutor& executor, double* field,
                     const TileSolverOptions& options) {
  int ranks = 1;
  int rank = 0;
  if (comm != MPI_COMM_NULL) {
    check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
    check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  }
  grid.check_ranks(ranks);
  check_range("rounds", options.rounds, 0);
  check_pointer("field", field, "the rank's part of the field");
  TileSolverOptions wanted = options;
  wanted.residuals = options.residuals && comm != MPI_COMM_NULL;
  solver_ = std::make_unique<Solver>(comm, grid, rank, executor, field, wanted);
}

TileSolve::~TileSolve() = default;

void TileSolve::run_ahead() {
  solver_->run_ahead();
}

TileSolution TileSolve::finish() {
  return solver_->finish();
}

TileSolution solve_tiles(MPI_Comm comm, const TileGrid& grid, TileExecutor& executor, double* field,
                         const TileSolverOptions& options) {
  return TileSolve(comm, grid, executor, field, options).finish();
}

}  // namespace stencil
