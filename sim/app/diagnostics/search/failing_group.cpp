// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/search/failing_group.hpp"

#include <cstdint>
#include <exception>
#include <optional>

#include "sim/app/capsule/first_divergence.hpp"

namespace stencil {
namespace {

bool waits_for_all(const CapsuleCall& call) {
  return call.kind == CapsuleCall::Kind::wait && call.after.empty();
}

}  // namespace

AcceleratorOptions failing_machine(const AcceleratorOptions& device) {
  AcceleratorOptions machine = searched_machine(device);
  machine.hang_bound_times = 1;
  return machine;
}

Capsule failing_group(const Capsule& failed, const AcceleratorOptions& machine, const AcceleratorMaker& maker) {
  bool is_one_group = true;
  for (const CapsuleCall& call : failed.calls) is_one_group = is_one_group && !waits_for_all(call);
  if (is_one_group) return failed;
  FailedCall last(true);
  Capture capture(last);
  try {
    player_on(machine, capture.recorded(maker))(failed);
  } catch (const std::exception&) {  // that it fails again is what is to be explained
  }
  std::optional<Capsule> found = last.found();
  if (!found) return failed;
  // The steps of the run, not those of the calls made again.
  const auto number = static_cast<std::size_t>(found->origin.first_block);
  found->origin.step = failed.origin.step;
  found->origin.first_block = failed.origin.first_block + static_cast<std::int64_t>(number);
  for (const CapsuleStep& step : failed.steps) {
    if (step.command > number) break;
    found->origin.step = step.step;
    found->origin.first_block = static_cast<std::int64_t>(number - step.command);
  }
  found->origin.rank = failed.origin.rank;
  found->program = failed.program;
  found->of_mixed_run = failed.of_mixed_run;
  return *found;
}

}  // namespace stencil
