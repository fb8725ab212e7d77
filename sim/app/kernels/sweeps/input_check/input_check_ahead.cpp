// Halo rows of a part that stays in the device, loaded for the next step before this one has ended.
// SPDX-License-Identifier: Apache-2.0
#include "models/compare.hpp"
#include "sim/app/kernels/sweeps/input_check/input_check.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"

namespace stencil {

// The calls are those of one command; what is loaded behind it, the command of the next step reads.
std::optional<WrongRow> InputCheck::wrong_ahead(const Capsule& calls, const Places& place_of) const {
  const std::vector<std::size_t> commands = command_positions(calls);
  const std::int64_t step = calls.origin.step, cols = golden_.cols();
  const auto place = commands.size() == 1 ? place_of(step, calls.origin.first_block) : std::nullopt;
  if (!place || !place->strip) return std::nullopt;
  for (std::size_t i = commands.front() + 1; i < calls.calls.size(); ++i) {
    const CapsuleCall& load = calls.calls[i];
    if (load.kind != CapsuleCall::Kind::load || load.place.bank != Bank::f) continue;
    const std::int64_t first = place->row * cols + load.place.offset_words;
    const auto words = static_cast<std::int64_t>(load.data.size());
    if (first % cols != 0 || words % cols != 0 || first < 0 || first + words > golden_.rows() * cols) continue;
    const Comparison row = compare_rows(golden_.f().data() + first, load.data.data(), first / cols, words / cols, cols);
    if (!row.first) continue;
    WrongRow wrong = WrongRow::at(row.first->row, *row.first);
    wrong.step = step + 1;
    wrong.block = *place;
    wrong.component = WrongRow::Component::halo_exchange;
    wrong.owner = strips_.at_row(wrong.row).rank;
    wrong.is_ahead = true;
    wrong.order = 3 * (step + 1) + 1;
    return wrong;
  }
  return std::nullopt;
}

}  // namespace stencil
