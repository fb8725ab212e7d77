// SPDX-License-Identifier: Apache-2.0
#include "host/c/running_step.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/steps/kernel_names.hpp"
#include "host/c/steps/sweep_part.hpp"
#include "host/c/steps/tiled_step.hpp"

namespace stencil {
namespace {

struct RunningStep {
  std::string begun_by = "stencil_step_begin";
  std::unique_ptr<SweepStep> rows;  // either this or `tiled`
  std::unique_ptr<TiledStep> tiled;
  StepMemory tiled_memory;  // the caller's
  std::thread thread;
  std::exception_ptr failure;
  bool edge_ended = false;

  void join() {
    if (thread.joinable()) thread.join();
  }
};

struct Steps {
  std::int64_t begun = 0;  // as reports count them: a round of tiles is two
  TileTime tile_time;      // of all rounds of tiles
  std::unique_ptr<RunningStep> running;
  std::unique_ptr<ResidentPart> resident;  // while steps of it are left
  std::unique_ptr<JoinedParts> joined;     // likewise; never both
};

// Never destroyed: a program may end with a step in flight.
Steps& steps() {
  static auto* const all = new Steps;
  return *all;
}

// A thread still in the simulator would meet statics that are gone.
void join_at_exit() {
  if (steps().running != nullptr) steps().running->join();
}

// Runs `work` beside the program, or, where there are no more threads, at once.
template <class Work>
void start(RunningStep& step, const Work& work) {
  const auto guarded = [&step, work] {
    try {
      work();
    } catch (...) {
      step.failure = std::current_exception();
    }
  };
  static const int registered = std::atexit(join_at_exit);
  static_cast<void>(registered);
  try {
    step.thread = std::thread(guarded);
  } catch (const std::system_error&) {
    guarded();
  }
}

// Why calls of the accelerator are refused between the steps of a part that stays in it, or between joined ones;
// empty: they are not.
std::string describe_steps_left() {
  if (steps().joined != nullptr)
    return fmt::format("{} of joined steps of stencil_joined_begin {} left",
                       counted(steps().joined->sweeps_left(), "sweep"),
                       steps().joined->sweeps_left() == 1 ? "is" : "are");
  if (steps().resident == nullptr) return "";
  return fmt::format("a part stays in the device for {} of stencil_resident_begin",
                     counted(steps().resident->steps_left(), "more step"));
}

void refuse_while_steps_are_left() {
  const std::string why = describe_steps_left();
  refuse_process_accelerator(why.empty() ? why : why + ", which must be made first");
}

void keep_running(std::unique_ptr<RunningStep> step) {
  refuse_process_accelerator(
      fmt::format("a step of {} is in flight, must be ended by stencil_step_wait first", step->begun_by));
  steps().running = std::move(step);
}

// Takes the step that is in flight when its thread has ended, or has failed.
std::unique_ptr<RunningStep> joined_step() {
  std::unique_ptr<RunningStep> step = std::move(steps().running);
  step->join();
  step_in_flight.store(nullptr, std::memory_order_relaxed);
  refuse_process_accelerator("");
  if (step->failure) std::rethrow_exception(step->failure);
  return step;
}

void run_rows(std::unique_ptr<SweepStep> rows, const char* begun_by) {
  auto step = std::make_unique<RunningStep>();
  step->begun_by = begun_by;
  step->rows = std::move(rows);
  SweepStep& swept = *step->rows;
  if (swept.memory() != nullptr) {
    start(*step, [&swept] { swept.sweep(); });
    step_in_flight.store(swept.memory(), std::memory_order_relaxed);
  }
  steps().begun += swept.steps();
  keep_running(std::move(step));
}

void end_tiles(TiledStep& step) {
  step.finish();
  steps().tile_time = step.info().solution->time;
  const Accelerator& device = process_accelerator();
  process_call_ledger().record_tiled_step(step.info(), step.tiles(), device.cycles(), device.traffic());
  if (CallObserver* const observer = process_call_observer()) observer->tiled_step_ended(step.info());
}

// make: the next step of several between which the accelerator is refused to others. may_go_on: none of others are
// left.
template <class Make>
void begin_one_of_many(const char* begun_by, bool may_go_on, const Make& make) {
  if (steps().running == nullptr && may_go_on) refuse_process_accelerator("");
  try {
    run_rows(make(), begun_by);
  } catch (...) {
    if (steps().running == nullptr) refuse_while_steps_are_left();
    throw;
  }
}

}  // namespace

void begin_step(const GivenSweeps& given, const GivenBlocks& blocks) {
  run_rows(make_row_step(steps().begun, given, blocks), "stencil_step_begin");
}

void begin_strips(const GivenSweeps& given, const GivenBlocks& blocks) {
  run_rows(make_strips_step(steps().begun, given, blocks), "stencil_strips_begin");
}

void begin_joined_steps(const GivenSweeps& given, std::int64_t iterations, const GivenBlocks& blocks) {
  run_rows(make_joined_steps(steps().begun, given, iterations, blocks), "stencil_steps_begin");
}

void begin_joined_step(const GivenSweeps& given, std::int64_t iterations, const GivenBlocks& blocks) {
  begin_one_of_many("stencil_joined_begin", steps().resident == nullptr,
                    [&] { return make_joined_step(steps().begun, given, iterations, blocks, steps().joined); });
}

void begin_resident_step(const GivenSweeps& given, std::int64_t left) {
  begin_one_of_many("stencil_resident_begin", steps().joined == nullptr,
                    [&] { return make_resident_step(steps().begun, given, left, steps().resident); });
}

bool is_tiles_kernel(const char* kernel) {
  return kernel != nullptr && std::string(kernel) == tiles_kernel;
}

MPI_Comm comm_of_tiles(const stencil_part* part) {
  process_accelerator();
  check_pointer("part", part, "a stencil_part");
  return callers_comm(*part).value_or(CallersComm());
}

void begin_tiled_step(const stencil_part* part, std::int64_t sweeps, const GivenBlocks& blocks) {
  Accelerator& device = process_accelerator();
  check_pointer("part", part, "a stencil_part");
  PredictedDevice predicted;
  if (dry_accelerator_maker() && device.capabilities().timed)
    predicted = [&device] {
      return dry_accelerator_maker()(device.capabilities(), process_accelerator_options().link);
    };
  auto step = std::make_unique<RunningStep>();
  const TiledWish wish{sweeps, blocks.schedule, blocks.blocking, blocks.portion, process_call_observer() != nullptr};
  step->tiled =
      std::make_unique<TiledStep>(callers_comm(*part), part, wish, device, predicted, steps().begun, steps().tile_time);
  TiledStep& tiled = *step->tiled;
  step->tiled_memory = {steps().begun, {{stepped(*part, part->f), {}}}};
  step_in_flight.store(&step->tiled_memory, std::memory_order_relaxed);
  if (CallObserver* const observer = process_call_observer()) tiled.tell(observer->tiled_step_begins(tiled.info()));
  start(*step, [&tiled] { tiled.run_ahead(); });
  steps().begun += 2;
  keep_running(std::move(step));
}

void wait_for_edge() {
  if (steps().running == nullptr)
    throw ArgumentError("no step is in flight, must be begun by stencil_resident_begin before each stencil_edge_wait");
  if (steps().resident == nullptr)
    throw ArgumentError(
        fmt::format("a step of {} is in flight, must be one of stencil_resident_begin", steps().running->begun_by));
  if (steps().running->edge_ended)
    throw ArgumentError("called twice for a step, must be followed by stencil_step_wait");
  std::unique_ptr<RunningStep> step = joined_step();
  step->edge_ended = true;
  step->rows->end_edge();
  step_in_flight.store(step->rows->memory(), std::memory_order_relaxed);
  keep_running(std::move(step));
}

void wait_for_step() {
  if (steps().running == nullptr) {
    throw ArgumentError("no step is in flight, must be begun by stencil_step_begin before each stencil_step_wait");
  }
  const std::unique_ptr<RunningStep> step = joined_step();
  if (step->tiled != nullptr) return end_tiles(*step->tiled);
  step->rows->end();
  if (steps().resident != nullptr && steps().resident->steps_left() == 0) steps().resident.reset();
  if (steps().joined != nullptr && steps().joined->sweeps_left() == 0) steps().joined.reset();
  refuse_while_steps_are_left();
}

std::string describe_step_in_flight() {
  if (steps().running == nullptr) {
    const std::string why = describe_steps_left();
    return why.empty() ? why : why + ", which must be made before the program ends";
  }
  return fmt::format("a step of {} is still in flight, must be ended by stencil_step_wait", steps().running->begun_by);
}

void reset_steps() {
  join_at_exit();
  step_in_flight.store(nullptr, std::memory_order_relaxed);
  steps().running.reset();
  steps().resident.reset();
  steps().joined.reset();
  steps().begun = 0;
  steps().tile_time = {};
  forget_chosen_schemes();
  refuse_process_accelerator("");
}

}  // namespace stencil
