// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/last_stores.hpp"

#include <fmt/format.h>

#include <variant>

namespace stencil {

void LastStores::add(const Capsule& capsule, const RunReference& reference) {
  struct Swept {
    SweepCommand command;
    CapsulePlace place;
    std::int64_t step;
  };
  std::map<int, Swept> buffers;
  std::int64_t block = capsule.origin.first_block;
  for (std::size_t at = 0; at < capsule.calls.size(); ++at) {
    const CapsuleCall& call = capsule.calls[at];
    if (call.kind == CapsuleCall::Kind::command) {
      const auto* const sweep = std::get_if<SweepCommand>(&call.command);
      const auto place = reference.place_of(capsule.origin.step, block++);
      if (sweep == nullptr || !place) return;
      buffers[sweep->f_buffer] = {*sweep, *place, place->step.value_or(capsule.origin.step)};
    }
    const auto swept = buffers.find(call.place.buffer);
    if (call.kind != CapsuleCall::Kind::store || call.place.bank != Bank::f || swept == buffers.end()) continue;
    const auto& [command, place, step] = swept->second;
    // A link of a chain leaves its rows further north by its sweeps.
    const std::int64_t first = place.row - (command.above ? command.niter : 0) + call.place.offset_words / command.cols;
    for (std::int64_t row = 0; row < call.place.length_words / command.cols; ++row)
      rows_[first + row] = {step, place.block, at};
  }
}

std::optional<std::string> LastStores::missing(std::int64_t row, std::int64_t step) const {
  const auto last = rows_.find(row);
  if (rows_.empty()) return std::nullopt;
  if (last == rows_.end()) return "no store of any step brings it home";
  if (last->second.step >= step) return std::nullopt;
  const Stored& stored = last->second;
  return fmt::format(
      "it is as step {} left it, no store of step {} brings it home, the last that did was call {}, of block {}",
      stored.step, step, stored.call, stored.block);
}

}  // namespace stencil
