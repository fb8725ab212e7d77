// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/replay_waves.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/waves/device_watch.hpp"
#include "sim/app/waves/failure_watch.hpp"
#include "sim/app/waves/wave_file.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {
namespace {

std::string cycles_lines(const FailureCycles& found) {
  const std::string marked = fmt::format("marked: cycle {}, in which ", found.diverges);
  if (!found.event) return "  " + marked + "the first wrong word leaves the device\n";
  const OperatorEvent& event = *found.event;
  return "  " +
         wrapped(fmt::format("{}the {} {} gives {:#018x}, must be {:#018x}; the wrong word leaves in cycle {}", marked,
                             event.kind, event.instance, event.got, event.expected, found.leaves),
                 4, 2) +
         "\n";
}

}  // namespace

void check_traced(const TraceChoice& choice, const std::string& accel) {
  if (choice.which == TraceChoice::Which::off || accel == "rtl") return;
  throw ArgumentError(fmt::format("--trace is {}, must come with accelerator rtl, this is {}", text_of(choice), accel));
}

std::string cycles_text(const TraceChoice& choice, const TraceChoice& window) {
  if (choice.which != TraceChoice::Which::failure) return text_of(choice);
  return fmt::format("cycles {} to {}", window.from_cycle, window.to_cycle);
}

std::string write_replay_waves(const WaveRequest& request, const Capsule& played, const AcceleratorMaker& make_device) {
  const bool failure = request.choice.which == TraceChoice::Which::failure;
  if (failure && difference(played).mismatches == 0) return "no value differs: no waves are written\n";
  AcceleratorOptions machine = request.machine;
  machine.module = request.module;

  TraceChoice window = request.choice;
  FailureWatch watch(Inside::shown);
  const Capsule alone = play_inspected(played, machine, watch.inspection(), make_device);
  const std::optional<FailureCycles> found = watch.find(alone, request.cause);
  if (failure) {
    window.from_cycle = std::max(found->begins, found->diverges - waves_before_cycles);
    // The cycles after the beat show what the host sees.
    window.to_cycle = found->diverges + waves_after_cycles;
  }
  WaveFile file(request.path, window);
  play_inspected(played, machine, file.inspection(), make_device);
  std::optional<WaveMarker> marker;
  if (found) marker = WaveMarker{found->diverges, "", ""};
  if (found && found->event) marker = WaveMarker{found->diverges, found->event->kind, found->event->instance};
  file.commit(marker);
  const std::string text =
      fmt::format("waves: {} ({}); gtkwave {}\n", file.path(), cycles_text(request.choice, window), file.save_path());
  return found ? text + cycles_lines(*found) : text;
}

}  // namespace stencil
