// SPDX-License-Identifier: Apache-2.0
#include "host/device/kernels/sweeps/sweep_command.hpp"

#include <fmt/core.h>

#include <string>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/device/values/checks.hpp"

namespace stencil {
namespace {

bool continues(const SweepCommand& command, const SweepCommand& before) {
  return before.below && before.cols == command.cols && before.niter == command.niter &&
         same_bits(before.weights, command.weights);
}

void check_skewed(const Capabilities& device, const SweepCommand& command, const SweepCommand& before) {
  if (command.niter < 1) {
    throw ArgumentError(fmt::format("start: niter is {} for a skewed block, must be at least 1", command.niter));
  }
  const std::int64_t passes = (command.niter - 1) / device.pes + 1;
  const std::int64_t beats = (command.cols - 1) / device.lanes + 1;
  if (passes > device.line_beats / beats) {
    throw ArgumentError(fmt::format(
        "start: niter is {} for a skewed block of {} columns, {} of {}, must be at most {} "
        "beats in all (line buffers)",
        command.niter, command.cols, counted(passes, "pass", "passes"), counted(beats, "beat"), device.line_beats));
  }
  if (!command.above && command.rows <= command.niter) {
    throw ArgumentError(fmt::format("start: rows is {} for the first of skewed blocks, must be above niter, {}",
                                    command.rows, command.niter));
  }
  const std::int64_t rows_that_fit = device.memory_words / command.cols;
  if (!command.below && command.niter > rows_that_fit - command.rows) {
    throw ArgumentError(
        fmt::format("start: rows + niter is {} + {} for the last of skewed blocks, must be at most {} "
                    "({} words per buffer)",
                    command.rows, command.niter, rows_that_fit, device.memory_words));
  }
  if (command.above && !continues(command, before)) {
    throw ArgumentError(
        "start: a skewed block continues another, but the sweep before it has no block below or other cols, niter or "
        "weights");
  }
}

}  // namespace

void check_operator(const Capabilities& device, const SweepWeights& weights) {
  if (!device.operators[weights.index()]) throw ArgumentError(lacks_kernel(device, operator_name(weights)));
  const auto* formula = std::get_if<FormulaWeights>(&weights);
  if (formula == nullptr || formula->digest == device.formula.digest) return;
  throw ArgumentError(lacks(device, fmt::format("has the formula {:#018x}, not {:#018x} of the kernel file",
                                                device.formula.digest, formula->digest)));
}

void check_weight(const Capabilities& device, const char* call, Weight weight) {
  std::string there;
  for (const SweepWeights& each : device.all_operators()) {
    if (!device.operators[each.index()]) continue;
    bool found = false;
    for_each_weight(each, [&](Weight one, double) {
      found = found || one == weight;
      there += fmt::format("{}{}", there.empty() ? "" : ", ", name_of(one));
    });
    if (found) return;
  }
  const std::string what = fmt::format("has no number {}{}{}", name_of(weight), there.empty() ? "" : ", only ", there);
  throw ArgumentError(fmt::format("{}: {}", call, lacks(device, what)));
}

void check_sweep(const Capabilities& device, const SweepCommand& command, const SweepCommand& before) {
  check_operator(device, command.weights);
  if (command.cols < 1 || command.cols > device.max_cols) {
    throw ArgumentError(fmt::format("start: cols is {}, must be 1 .. {}", command.cols, device.max_cols));
  }
  if (command.rows < 1 || command.rows > device.memory_words / command.cols) {
    throw ArgumentError(fmt::format("start: rows is {} with {} columns, must be 1 .. {} ({} words per buffer)",
                                    command.rows, command.cols, device.memory_words / command.cols,
                                    device.memory_words));
  }
  if (command.niter < 0) throw ArgumentError(fmt::format("start: niter is {}, must be at least 0", command.niter));
  check_buffer(device, "start", Bank::f, command.f_buffer);
  check_buffer(device, "start", Bank::r, command.r_buffer);
  if (command.above || command.below) check_skewed(device, command, before);
}

}  // namespace stencil
