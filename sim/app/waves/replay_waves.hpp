// Waves of the calls of a capsule, made alone on a traced module of the same RTL.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sim/app/capsule/capture.hpp"
#include "sim/app/choices/trace_choice.hpp"
#include "sim/device/divergence/look/operator_event.hpp"

namespace stencil {

// Of --trace failure: at most so many cycles before the one that is marked, from the command that is under way then,
// and at most so many after it.
constexpr std::int64_t waves_before_cycles = 20000;
constexpr std::int64_t waves_after_cycles = 2000;

// What one replay for waves needs.
struct WaveRequest {
  TraceChoice choice;  // not off
  std::string path;    // "R.fst"; "R.gtkw" is written beside it
  // The device to make: that of the fast replay, whose module is empty where it is the program's own.
  AcceleratorOptions machine;
  std::string module;                                 // the traced module of the same RTL (traced_module.hpp)
  std::optional<OperatorEvent> cause = std::nullopt;  // the result that is known to have gone wrong first
};

// Throws ArgumentError for an accelerator that has no pins.
void check_traced(const TraceChoice& choice, const std::string& accel);

// "cycles 8749 to 10899" of a window that was chosen for a failure; else the choice.
std::string cycles_text(const TraceChoice& choice, const TraceChoice& window);

// Writes the waves, and returns lines that tell of it. played: the calls with what came of them on the fast module;
// the traced one must give the same. With `failure`, calls without a wrong value are not traced, and need no module.
// Throws ArgumentError for files.
std::string write_replay_waves(const WaveRequest& request, const Capsule& played, const AcceleratorMaker& make_device);

}  // namespace stencil
