// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/stores/last_stores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace stencil {

// Links of a chain find rows of the block before on the device.
void LastStores::check_halo(const SweepCommand& sweep, const CapsulePlace& place, std::int64_t step, std::size_t call,
                            std::int64_t rows) {
  const auto loads = std::exchange(loads_[sweep.f_buffer], {});
  if (sweep.above || sweep.below || unloaded_) return;
  const auto is_loaded = [&](std::int64_t row) {
    return std::any_of(loads.begin(), loads.end(), [&](const auto& load) {
      return load.first <= row * sweep.cols && load.second >= (row + 1) * sweep.cols;
    });
  };
  const std::int64_t width = std::min(sweep.niter, sweep.rows);
  const auto check = [&](std::int64_t first) {
    std::int64_t row = first;
    while (row < first + width && is_loaded(row)) ++row;
    if (row == first + width || unloaded_) return;
    unloaded_ = fmt::format(
        "the command of block {} of step {} (call {}) sweeps beside halo row {}, which no call has loaded since the "
        "command before on its buffer",
        place.block, step, call, place.row + row);
  };
  if (place.row > 0) check(0);
  if (place.row + sweep.rows < rows) check(sweep.rows - width);
}

void LastStores::load(const CapsuleCall& call) {
  if (call.place.bank == Bank::f)
    loads_[call.place.buffer].emplace_back(call.place.offset_words, call.place.offset_words + call.place.length_words);
}

void LastStores::add(const Capsule& capsule, const RunReference& reference, std::int64_t rows) {
  std::int64_t block = capsule.origin.first_block;
  for (std::size_t at = 0; at < capsule.calls.size(); ++at) {
    const CapsuleCall& call = capsule.calls[at];
    if (call.kind == CapsuleCall::Kind::load) load(call);
    if (call.kind == CapsuleCall::Kind::command) {
      const auto* const sweep = std::get_if<SweepCommand>(&call.command);
      const auto place = reference.place_of(capsule.origin.step, block++);
      if (sweep == nullptr || !place) return;
      const std::int64_t step = place->step.value_or(capsule.origin.step);
      check_halo(*sweep, *place, step, at, rows);
      buffers_[sweep->f_buffer] = {*sweep, *place, step};
    }
    const auto swept = buffers_.find(call.place.buffer);
    if (call.kind != CapsuleCall::Kind::store || call.place.bank != Bank::f || swept == buffers_.end()) continue;
    const auto& [command, place, step] = swept->second;
    // A link of a chain leaves its rows further north by its sweeps.
    const std::int64_t first_row =
        place.row - (command.above ? command.niter : 0) + call.place.offset_words / command.cols;
    for (std::int64_t row = 0; row < call.place.length_words / command.cols; ++row)
      rows_[first_row + row] = {step, place.block, at};
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

std::string LastStores::storing(std::int64_t row) const {
  const auto last = rows_.find(row);
  if (last == rows_.end()) return "";
  return fmt::format("call {}, the store of block {} of step {}", last->second.call, last->second.block,
                     last->second.step);
}

}  // namespace stencil
