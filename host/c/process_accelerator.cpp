// SPDX-License-Identifier: Apache-2.0
#include "host/c/process_accelerator.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"
#include "host/base/from_environment.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/mpi/environment.hpp"

namespace stencil {
namespace {

struct ProcessAccelerator {
  AcceleratorOptions options;
  std::unique_ptr<Accelerator> device;
  std::unique_ptr<CallObserver> observer;
  CallObserverMaker make_observer;
  std::function<void()> check;
  std::string refused;  // the reason why calls are refused: a step runs; empty: they are not
};

// Never destroyed: at exit the simulator's own statics may be gone first.
ProcessAccelerator& process() {
  static auto* const all = new ProcessAccelerator;
  return *all;
}

LinkOptions link_from_environment() {
  LinkOptions link;
  link.burst_beats = number_from_environment("STENCIL_BURST", link.burst_beats, 1, 256);
  link.bytes_per_cycle = number_from_environment("STENCIL_LINK_BYTES", link.bytes_per_cycle, 0, 4096);
  link.latency_cycles = number_from_environment("STENCIL_LINK_LATENCY", link.latency_cycles, 0, 1000000000);
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
    const bool paranoid = from_environment("STENCIL_PARANOID", "0", {"0", "1"}) == "1";
    if (paranoid) options.checking = all_checks();
    const bool checks = from_environment("STENCIL_CHECK", "off", {"off", "block"}) == "block" || paranoid;
    if (checks && !all.make_observer) {
      throw ArgumentError(
          fmt::format("environment variable {}: this program has no golden loop",
                      paranoid ? "STENCIL_PARANOID = '1', must be 0" : "STENCIL_CHECK = 'block', must be off"));
    }
    if (all.check) all.check();
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

void refuse_process_accelerator(const std::string& why) {
  process().refused = why;
}

void set_process_accelerator_check(std::function<void()> check) {
  process().check = std::move(check);
}

CallObserver* process_call_observer() {
  return process().observer.get();
}

void reset_process_accelerator() {
  ProcessAccelerator& all = process();
  all.observer.reset();
  all.device.reset();
  all.options = {};
  process_call_ledger().clear();
}

}  // namespace stencil
