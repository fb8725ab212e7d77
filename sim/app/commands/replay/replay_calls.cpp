// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/replay/replay_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/capsule/as_test.hpp"
#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/capsule/first_divergence.hpp"
#include "sim/app/capsule/other_kernel.hpp"
#include "sim/app/capsule/platform_search.hpp"
#include "sim/app/capsule/replay_text.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/commands/replay/replay_checks.hpp"
#include "sim/app/modules/built_module.hpp"
#include "sim/app/modules/traced_module.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/app/waves/device_watch.hpp"
#include "sim/app/waves/failing_waves.hpp"
#include "sim/app/waves/replay_waves.hpp"
#include "sim/app/waves/wave_file.hpp"
#include "sim/device/capsule/machine.hpp"
#include "sim/device/capsule/minimise.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/divergence/divergence.hpp"
#include "sim/device/platform/device_pulse.hpp"
#include "sim/device/rtl/arithmetic.hpp"

namespace stencil {
namespace {

// One replay and what is made for it.
struct Replay {
  const ReplayOptions& options;
  const AcceleratorMaker& make_device;
  ProgressLine& progress;
  AcceleratorOptions machine = {};

  void print(const std::string& text) const {
    progress.erase();
    print_out(text);
    flush_out();
  }
  ModuleListener listener() const {
    return {[this](const std::string& line) { print(line + "\n"); }, &progress};
  }
  bool is_traced() const { return options.trace.which != TraceChoice::Which::off; }
  TracedRequest traced_request() const { return {configuration_of(machine), options.rtl, machine.module}; }
};

// Refuses what cannot work, before anything is played.
AcceleratorOptions device_of(const Capsule& capsule, const ReplayOptions& options, const ModuleListener& listener) {
  AcceleratorOptions device = capsule.device;
  if (!options.accel.empty()) device.accel = options.accel;
  if (!options.config.empty()) device.config = options.config;
  if (!options.arithmetic.empty()) device.arithmetic = options.arithmetic;
  // Captured on RTL, played on an accelerator without it.
  if (options.arithmetic.empty() && device.accel != "rtl") device.arithmetic = "rtl";
  check_replay_accel(options, device.accel);
  check_arithmetic(device);
  const Configuration wanted = configuration_to_build(device);
  if (needs_built_module(device) || !options.rtl.empty()) device.module = module_of_rtl(options.rtl, wanted, listener);
  check_accelerator_options(device);
  return device;
}

// Prints the first divergence and writes the waves that --trace asks for.
void print_inside(const Replay& replay, const Capsule& played) {
  const ReplayOptions& options = replay.options;
  const bool differs = difference(played).mismatches != 0;
  const bool needs_module = replay.is_traced() && (differs || options.trace.which == TraceChoice::Which::all);
  std::string module;
  std::exception_ptr no_module;
  try {
    if (needs_module) module = traced_module(replay.traced_request(), replay.listener());
  } catch (const std::exception&) {
    no_module = std::current_exception();
  }
  const Work work(&replay.progress, "search for the first wrong value");
  const AcceleratorOptions searched = searched_machine(replay.machine);
  AcceleratorOptions watched = searched;
  if (!module.empty()) watched.module = module;
  FirstDivergence first;
  if (differs) first.divergence = platform_fault_of(played, searched, replay.make_device);
  if (first.divergence.is_null()) {
    first = first_divergence(played, player_on(searched, replay.make_device),
                             watch_of(watched, module.empty() ? Inside::hidden : Inside::shown, replay.make_device),
                             {player_on_model(searched, replay.make_device)});
  }
  if (!first.divergence.is_null()) replay.print(first.divergence["text"].text() + "\n");
  if (no_module) std::rethrow_exception(no_module);
  if (!replay.is_traced()) return;
  replay.print(write_replay_waves({options.trace, replay_waves(options), replay.machine, module, first.cause}, played,
                                  replay.make_device));
}

// The device fails at these calls, which have no values then.
int print_failure(const Replay& replay, const Capsule& capsule, const std::string& error) {
  const ReplayOptions& options = replay.options;
  replay.print(failing_text(options.capsule, capsule, error));
  if (options.minimise || !options.as_test.empty()) {
    throw ArgumentError(fmt::format(
        "{}: the device fails at these calls, must give values for --minimise and --as-test", options.capsule));
  }
  if (replay.is_traced()) {
    const std::string module = traced_module(replay.traced_request(), replay.listener());
    replay.print(write_failing_waves({options.trace, wave_path(options.capsule), replay.machine, module}, capsule,
                                     replay.make_device));
  }
  return exit_device;
}

// Cycles of all calls as captured.
std::int64_t cycles_of(const Capsule& capsule) {
  std::int64_t cycles = 0;
  for (const CapsuleCall& call : capsule.calls) cycles += call.cycles.total();
  return cycles;
}

// Plays calls on a new device; its clock says how far it is.
Capsule play_new(const Replay& replay, const Capsule& calls) {
  Work work(&replay.progress, "replay");
  const std::int64_t cycles = cycles_of(calls);
  device_clock.store(0, std::memory_order_relaxed);
  work.poll([cycles]() -> std::optional<double> {
    if (cycles == 0) return std::nullopt;
    return std::min(1.0,
                    static_cast<double>(device_clock.load(std::memory_order_relaxed)) / static_cast<double>(cycles));
  });
  const std::unique_ptr<Accelerator> device = replay.make_device(replay.machine);
  Capsule played = play(calls, *device);
  played.device = replay.machine;
  played.device.module.clear();
  describe_machine(played, device->capabilities(), replay.machine.module);
  return played;
}

// The smaller capsule, which has been written.
Capsule minimise(const Replay& replay, const Capsule& played) {
  const ReplayOptions& options = replay.options;
  std::optional<Capsule> smaller;
  {
    Work work(&replay.progress, "minimise");
    std::int64_t plays = 0;
    const CapsulePlayer searched = player_on(searched_machine(replay.machine), replay.make_device);
    smaller = minimised(
        played,
        [&](const Capsule& calls) {
          work.at(std::nullopt, counted(++plays, "smaller case") + " tried");
          return play_new(replay, calls);
        },
        keeps_finding(played, searched));
  }
  if (!smaller)
    throw ArgumentError(fmt::format("{}: nothing differs, must have a difference to be minimised", options.capsule));
  replay.print(smaller->minimised ? minimised_text(*smaller)
                                  : "nothing could be taken away: the difference needs the calls as they are\n");
  write_capsule(*smaller, options.output);
  replay.print("written: " + options.output + "\n");
  return *smaller;
}

int replay_alone(Replay replay) {
  const ReplayOptions& options = replay.options;
  check_replay_options(options);
  const Capsule kept = [&] {
    const Work work(&replay.progress, "reading " + options.capsule);
    return read_capsule(options.capsule);
  }();
  const Capsule capsule =
      options.kernel.is_given() ? with_kernel(kept, options.kernel.formula(), options.kernel.given_numbers()) : kept;
  // Words for the RTL are part of its machine; those of the environment come first.
  if (!capsule.plusargs.empty()) setenv("STENCIL_PLUSARGS", capsule.plusargs.c_str(), 0);
  replay.machine = device_of(capsule, options, replay.listener());
  if (replay.is_traced()) check_traced_module(replay.traced_request());
  Capsule played;
  try {
    played = play_new(replay, capsule);
  } catch (const DeviceError& error) {
    return print_failure(replay, capsule, error.what());
  }
  replay.print(replay_text(options.capsule, capsule, played));
  expect(played);
  replay.print(options.kernel.is_given() ? other_kernel_text(kept, played) : other_reference_text(capsule, played));
  if (options.minimise) played = minimise(replay, played);
  if (!options.as_test.empty()) {
    write_output(options.as_test, capsule_test(played));
    replay.print("written: " + options.as_test + "\n");
  }
  std::exception_ptr no_waves;
  try {
    print_inside(replay, played);
  } catch (const std::exception&) {
    no_waves = std::current_exception();
  }
  replay.print(verdict_line(played) + "\n");
  if (no_waves) std::rethrow_exception(no_waves);
  return difference(played).mismatches == 0 ? exit_ok : exit_difference;
}

}  // namespace

int run_replay_command(MPI_Comm communicator, const ReplayOptions& options, const AcceleratorMaker& make_device,
                       ProgressLine& progress) {
  int status = exit_ok;
  on_root(communicator, [&] { status = replay_alone({options, make_device, progress}); });
  MPI_Bcast(&status, 1, MPI_INT, 0, communicator);
  return status;
}

}  // namespace stencil
