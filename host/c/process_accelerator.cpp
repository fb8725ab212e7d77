// SPDX-License-Identifier: Apache-2.0
#include "host/c/process_accelerator.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <cstdlib>
#include <map>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/from_environment.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/steps/kernel_names.hpp"
#include "host/mpi/environment.hpp"

namespace stencil {
namespace {

struct ProcessAccelerator {
  AcceleratorOptions options;
  std::unique_ptr<Accelerator> device;
  std::unique_ptr<CallObserver> observer;
  CallObserverMaker make_observer;
  std::function<void(AcceleratorOptions&)> prepare;
  std::string wanted_formula;                      // file; empty: none
  std::map<std::string, FormulaWeights> formulas;  // by file
  std::string refused;                             // the reason why calls are refused: a step runs; empty: they are not
};

// Never destroyed: at exit the simulator's own statics may be gone first.
ProcessAccelerator& process() {
  static auto* const all = new ProcessAccelerator;
  return *all;
}

const FormulaWeights& formula_of(const std::string& file) {
  auto& known = process().formulas;
  const auto found = known.find(file);
  return found != known.end() ? found->second : known.emplace(file, read_formula_weights(file)).first->second;
}

LinkOptions link_from_environment() {
  LinkOptions link;
  link.burst_beats = number_from_environment("STENCIL_BURST", link.burst_beats, 1, 256);
  link.bytes_per_cycle = number_from_environment("STENCIL_LINK_BYTES", link.bytes_per_cycle, 0, 4096);
  link.latency_cycles = number_from_environment("STENCIL_LINK_LATENCY", link.latency_cycles, 0, 1000000000);
  link.stalls = number_from_environment("STENCIL_LINK_STALLS", link.stalls, 0, 1000000000);
  return link;
}

}  // namespace

Accelerator& process_accelerator() {
  ProcessAccelerator& all = process();
  if (!all.refused.empty()) throw ArgumentError(all.refused);
  if (all.device == nullptr) {
    warn_of_misspelt_variables();
    AcceleratorOptions options;
    options.accel = from_environment("STENCIL_ACCEL", options.accel, accelerator_names());
    options.config = from_environment("STENCIL_CONFIG", options.config, accelerator_configs());
    options.link = link_from_environment();
    if (const char* const arithmetic = std::getenv("STENCIL_ARITHMETIC"))
      options.arithmetic = read_arithmetic("environment variable STENCIL_ARITHMETIC", arithmetic);
    const char* const named = std::getenv("STENCIL_KERNEL");
    const std::string kernel = named != nullptr && *named != '\0' ? named : all.wanted_formula;
    if (is_kernel_name(kernel)) {
      throw ArgumentError(fmt::format(
          "environment variable STENCIL_KERNEL = '{0}', the name of a kernel, must be a kernel file: ./{0}", kernel));
    }
    if (!kernel.empty()) options.formula = formula_of(kernel);
    const bool paranoid = from_environment("STENCIL_PARANOID", "0", {"0", "1"}) == "1";
    if (paranoid) options.checking = all_checks();
    const bool checks = from_environment("STENCIL_CHECK", "off", {"off", "block"}) == "block" || paranoid;
    if (checks && !all.make_observer) {
      throw ArgumentError(
          fmt::format("environment variable {}: this program has no golden loop",
                      paranoid ? "STENCIL_PARANOID = '1', must be 0" : "STENCIL_CHECK = 'block', must be off"));
    }
    if (all.prepare) all.prepare(options);
    std::unique_ptr<Accelerator> device = make_accelerator(options);
    if (checks) all.observer = all.make_observer(device->capabilities());
    all.device = std::move(device);
    all.options = options;
  }
  return *all.device;
}

Accelerator* made_process_accelerator() {
  return process().device.get();
}

const AcceleratorOptions& process_accelerator_options() {
  return process().options;
}

void set_call_observer_maker(CallObserverMaker maker) {
  process().make_observer = std::move(maker);
}

void want_process_formula(const std::string& file) {
  process().wanted_formula = file;
}

FormulaWeights process_formula(const std::string& file, const double* numbers) {
  process_accelerator();
  FormulaWeights weights = process().options.formula;
  if (file.empty() && weights.digest == 0)
    throw ArgumentError("environment variable STENCIL_KERNEL is not set, must be a kernel file");
  if (!file.empty()) {
    if (formula_of(file).digest != weights.digest) {
      throw ArgumentError(fmt::format(
          "kernel = \"{}\" has the formula {:#018x}, the accelerator was made with {}: name it in "
          "STENCIL_KERNEL or in the first call",
          file, formula_of(file).digest, weights.digest == 0 ? "none" : fmt::format("{:#018x}", weights.digest)));
    }
    weights = formula_of(file);
  }
  check_pointer("numbers", numbers, "an array of the numbers of the kernel file");
  for (std::size_t k = 0; k < formula_number_count; ++k) {
    if (weights.uses(k)) weights.numbers[k] = numbers[k];
  }
  return weights;
}

void refuse_process_accelerator(const std::string& why) {
  process().refused = why;
}

void set_process_accelerator_preparation(std::function<void(AcceleratorOptions&)> prepare) {
  process().prepare = std::move(prepare);
}

CallObserver* process_call_observer() {
  return process().observer.get();
}

void reset_process_accelerator() {
  ProcessAccelerator& all = process();
  all.observer.reset();
  all.device.reset();
  all.options = {};
  all.wanted_formula.clear();
  all.formulas.clear();
  process_call_ledger().clear();
}

}  // namespace stencil
