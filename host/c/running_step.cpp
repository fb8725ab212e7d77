// SPDX-License-Identifier: Apache-2.0
#include "host/c/running_step.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <map>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/kernel_names.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/step_info.hpp"
#include "host/c/step_weights.hpp"
#include "host/c/steps/sweep_part.hpp"
#include "host/c/steps/tiled_step.hpp"
#include "host/jacobi/itstep.hpp"

namespace stencil {
namespace {

class Runs final : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { all.push_back(run); }
  std::vector<BlockRun> all;
};

struct RunningStep {
  StepInfo info;
  StepMemory memory;           // the caller's
  double* f = nullptr;         // the caller's
  std::vector<double> f_copy;  // packed; empty: the caller's arrays are
  std::vector<double> r_copy;
  Runs runs;
  std::unique_ptr<TiledStep> tiled;  // a step of tiles; all above is unused then
  std::thread thread;
  std::exception_ptr failure;

  void join() {
    if (thread.joinable()) thread.join();
    step_in_flight.store(nullptr, std::memory_order_relaxed);
  }
};

struct Steps {
  std::int64_t begun = 0;  // as reports count them: a round of tiles is two
  TileTime tile_time;      // of all rounds of tiles
  std::unique_ptr<RunningStep> running;
  DryMaker make_dry;
  // Schemes that the library has chosen: programs make many steps of one shape.
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::size_t, int, int, std::int64_t>, BlockScheme>
      chosen;
};

// Never destroyed: a program may end with a step in flight.
Steps& steps() {
  static auto* const all = new Steps;
  return *all;
}

BlockScheme scheme_for(const StepWish& wish, const StepShape& shape, const Accelerator& device) {
  const auto key =
      std::tuple(shape.rows, shape.cols, shape.sweeps, shape.weights.index(), wish.schedule ? int(*wish.schedule) : -1,
                 wish.blocking ? int(*wish.blocking) : -1, wish.portion.value_or(0));
  const auto known = steps().chosen.find(key);
  if (known != steps().chosen.end()) return known->second;
  const BlockScheme scheme =
      choose_scheme(wish, shape, device.capabilities(), process_accelerator_options().link, steps().make_dry);
  steps().chosen.emplace(key, scheme);
  return scheme;
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

void use_arrays(RunningStep& step, const stencil_part& part) {
  StripArrays& strip = step.info.strip;
  strip = {part.rows, part.cols, part.f, part.r};
  step.info.array = step.f = part.f;
  step.info.stride = part.stride;
  step.memory = {step.info.number, stepped(part, part.f), stepped(part, part.r)};
  if (part.stride == part.cols) return;
  step.f_copy = packed(part, part.f);
  step.r_copy = packed(part, part.r);
  strip.f = step.f_copy.data();
  strip.r = step.r_copy.data();
}

void keep_running(std::unique_ptr<RunningStep> step) {
  steps().running = std::move(step);
  refuse_process_accelerator("a step of stencil_step_begin is in flight, must be ended by stencil_step_wait first");
}

void end_tiles(TiledStep& step) {
  step.finish();
  steps().tile_time = step.info().solution->time;
  const Accelerator& device = process_accelerator();
  process_call_ledger().record_tiled_step(step.info(), step.tiles(), device.cycles(), device.traffic());
  if (CallObserver* const observer = process_call_observer()) observer->tiled_step_ended(step.info());
}

}  // namespace

void begin_step(const stencil_part* given, const char* kernel, const double* weights, std::int64_t sweeps,
                const GivenBlocks& blocks) {
  if (names_file(kernel)) want_process_formula(kernel);
  Accelerator& device = process_accelerator();
  check_pointer("part", given, "a stencil_part");
  auto step = std::make_unique<RunningStep>();
  StepInfo& info = step->info;
  info.weights = weights_of(kernel, weights);
  check_range("sweeps", sweeps, 1);
  check_range("rows", given->rows, 0);
  const StepWish wish = step_wish(blocks);
  info.number = steps().begun;
  info.scheme.interval = sweeps;
  if (given->rows > 0) {
    const stencil_part part = checked_part(*given, sweeps);
    info.first_owned = part.first_owned;
    info.owned = part.owned;
    info.global_row = part.global_row;
    check_operator(device.capabilities(), info.weights);
    info.scheme = scheme_for(wish, {part.rows, part.cols, sweeps, info.weights}, device);
    const std::int64_t bytes = ((part.rows - 1) * part.stride + part.cols) * static_cast<std::int64_t>(sizeof(double));
    token_registry().check_unused("f", part.f, bytes, true);
    token_registry().check_unused("r", part.r, bytes, false);
    use_arrays(*step, part);
    if (CallObserver* const observer = process_call_observer()) observer->step_begins(info);
    RunningStep& running = *step;
    start(running, [&device, &running] {
      itstep(device, running.info.strip, running.info.weights, running.info.scheme, &running.runs);
    });
  }
  ++steps().begun;
  if (given->rows > 0) step_in_flight.store(&step->memory, std::memory_order_relaxed);
  keep_running(std::move(step));
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
  if (steps().make_dry && device.capabilities().timed)
    predicted = [&device] { return steps().make_dry(device.capabilities(), process_accelerator_options().link); };
  auto step = std::make_unique<RunningStep>();
  const TiledWish wish{sweeps, blocks.schedule, blocks.blocking, blocks.portion, process_call_observer() != nullptr};
  step->tiled =
      std::make_unique<TiledStep>(callers_comm(*part), part, wish, device, predicted, steps().begun, steps().tile_time);
  TiledStep& tiled = *step->tiled;
  step->memory = {steps().begun, stepped(*part, part->f), {}};
  step_in_flight.store(&step->memory, std::memory_order_relaxed);
  if (CallObserver* const observer = process_call_observer()) tiled.tell(observer->tiled_step_begins(tiled.info()));
  start(*step, [&tiled] { tiled.run_ahead(); });
  steps().begun += 2;
  keep_running(std::move(step));
}

void wait_for_step() {
  if (steps().running == nullptr) {
    throw ArgumentError("no step is in flight, must be begun by stencil_step_begin before each stencil_step_wait");
  }
  const std::unique_ptr<RunningStep> step = std::move(steps().running);
  step->join();
  refuse_process_accelerator("");
  if (step->failure) std::rethrow_exception(step->failure);
  if (step->tiled != nullptr) return end_tiles(*step->tiled);
  const StripArrays& strip = step->info.strip;
  if (!step->f_copy.empty()) copy_rows(strip.rows, strip.cols, strip.f, strip.cols, step->f, step->info.stride);
  if (strip.rows == 0) return;
  const Accelerator& device = process_accelerator();
  process_call_ledger().record_step(step->info, step->runs.all, device.cycles(), device.traffic());
  if (CallObserver* const observer = process_call_observer()) observer->step_ended(step->info, step->runs.all);
}

std::string describe_step_in_flight() {
  if (steps().running == nullptr) return "";
  return "a step of stencil_step_begin is still in flight, must be ended by stencil_step_wait";
}

void set_dry_accelerator_maker(DryMaker maker) {
  steps().make_dry = std::move(maker);
}

void reset_steps() {
  join_at_exit();
  steps().running.reset();
  steps().begun = 0;
  steps().tile_time = {};
  steps().chosen.clear();
  refuse_process_accelerator("");
}

}  // namespace stencil
