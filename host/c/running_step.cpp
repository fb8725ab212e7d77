// SPDX-License-Identifier: Apache-2.0
#include "host/c/running_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <map>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "host/arrays/vsda/tokens/step_memory.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/step_info.hpp"
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
  std::thread thread;
  std::exception_ptr failure;

  void join() {
    if (thread.joinable()) thread.join();
    step_in_flight.store(nullptr, std::memory_order_relaxed);
  }
};

struct Steps {
  std::int64_t begun = 0;
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

bool names_file(const char* kernel) {
  return kernel != nullptr && std::string(kernel).find_first_of("./") != std::string::npos;
}

SweepWeights weights_of(const char* kernel, const double* weights) {
  static const std::vector<std::string> names{"jacobi", "five-point"};
  check_pointer("kernel", kernel, "\"jacobi\" or \"five-point\"");
  const std::string name = kernel;
  if (names_file(kernel)) return process_formula(name, weights);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw ArgumentError(
        fmt::format("kernel = \"{}\", must be {}{}", name, alternatives(names), did_you_mean(name, names)));
  }
  check_pointer("weights", weights, name == "jacobi" ? "an array of 3 doubles" : "an array of 6 doubles");
  const double* const w = weights;
  if (name == "jacobi") return JacobiWeights{w[0], w[1], w[2]};
  return FivePointWeights{w[0], w[1], w[2], w[3], w[4], w[5]};
}

// The part with its defaults filled in. @pre rows > 0
stencil_part checked(stencil_part part, std::int64_t sweeps) {
  check_range("cols", part.cols, 1);
  if (part.stride == 0) part.stride = part.cols;
  constexpr std::int64_t most_doubles = PTRDIFF_MAX / static_cast<std::int64_t>(sizeof(double));
  check_range("stride", part.stride, part.cols, most_doubles / part.rows,
              fmt::format("cols = {}, rows = {}", part.cols, part.rows).c_str());
  check_range("first_owned", part.first_owned, 0, part.rows - 1, "rows - 1");
  check_range("owned", part.owned, 0, part.rows - part.first_owned,
              fmt::format("rows = {}, first_owned = {}", part.rows, part.first_owned).c_str());
  if (part.owned == 0) part.owned = part.rows - part.first_owned;
  check_range("global_row", part.global_row, 0);
  check_pointer("f", part.f, "the local part");
  check_pointer("r", part.r, "the right-hand side");
  const std::int64_t above = part.first_owned, below = part.rows - part.first_owned - part.owned;
  if (above == 0 && part.global_row > 0) {
    throw ArgumentError(fmt::format(
        "first_owned = 0, must be >= sweeps = {}: global_row = {} has rows above it, of which this part holds none",
        sweeps, part.global_row));
  }
  if (above > 0) check_range("sweeps", sweeps, 1, above, "halo rows above the rows that the rank owns");
  if (below > 0) check_range("sweeps", sweeps, 1, below, "halo rows below the rows that the rank owns");
  const double* const f_end = part.f + (part.rows - 1) * part.stride + part.cols;
  const double* const r_end = part.r + (part.rows - 1) * part.stride + part.cols;
  if (std::less<>{}(part.f, r_end) && std::less<>{}(part.r, f_end)) {
    throw ArgumentError("r overlaps f, must be an array of its own: a sweep reads r and writes f");
  }
  return part;
}

void copy_rows(std::int64_t rows, std::int64_t cols, const double* from, std::int64_t from_stride, double* to,
               std::int64_t to_stride) {
  for (std::int64_t row = 0; row < rows; ++row) std::copy_n(from + row * from_stride, cols, to + row * to_stride);
}

std::vector<double> packed(const stencil_part& part, const double* from) {
  std::vector<double> copy(static_cast<std::size_t>(part.rows * part.cols));
  copy_rows(part.rows, part.cols, from, part.stride, copy.data(), part.cols);
  return copy;
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

void sweep(Accelerator& device, RunningStep& step) {
  try {
    itstep(device, step.info.strip, step.info.weights, step.info.scheme, &step.runs);
  } catch (...) {
    step.failure = std::current_exception();
  }
}

// A thread still in the simulator would meet statics that are gone.
void join_at_exit() {
  if (steps().running != nullptr) steps().running->join();
}

void use_arrays(RunningStep& step, const stencil_part& part) {
  StripArrays& strip = step.info.strip;
  strip = {part.rows, part.cols, part.f, part.r};
  step.info.array = step.f = part.f;
  step.info.stride = part.stride;
  constexpr std::int64_t word = sizeof(double);
  const auto stepped = [&part](const double* array) {
    return SteppedArray{reinterpret_cast<const std::byte*>(array), part.rows, part.cols * word, part.stride * word};
  };
  step.memory = {step.info.number, stepped(part.f), stepped(part.r)};
  if (part.stride == part.cols) return;
  step.f_copy = packed(part, part.f);
  step.r_copy = packed(part, part.r);
  strip.f = step.f_copy.data();
  strip.r = step.r_copy.data();
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
    const stencil_part part = checked(*given, sweeps);
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
    static const int registered = std::atexit(join_at_exit);
    static_cast<void>(registered);
    RunningStep& running = *step;
    try {
      running.thread = std::thread([&device, &running] { sweep(device, running); });
    } catch (const std::system_error&) {
      sweep(device, running);  // no more threads: the step runs here
    }
  }
  ++steps().begun;
  if (given->rows > 0) step_in_flight.store(&step->memory, std::memory_order_relaxed);
  steps().running = std::move(step);
  refuse_process_accelerator("a step of stencil_step_begin is in flight, must be ended by stencil_step_wait first");
}

void wait_for_step() {
  if (steps().running == nullptr) {
    throw ArgumentError("no step is in flight, must be begun by stencil_step_begin before each stencil_step_wait");
  }
  const std::unique_ptr<RunningStep> step = std::move(steps().running);
  step->join();
  refuse_process_accelerator("");
  if (step->failure) std::rethrow_exception(step->failure);
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
  steps().chosen.clear();
  refuse_process_accelerator("");
}

}  // namespace stencil
