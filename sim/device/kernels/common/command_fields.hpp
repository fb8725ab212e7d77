// The fields of commands by name: whatever packs, prints or reads them goes through these lists.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "host/device/command.hpp"

namespace stencil {

// "sweep", "tile": the name of the list.
inline const char* command_kind(const DeviceCommand& command) {
  return std::holds_alternative<SweepCommand>(command) ? "sweep" : "tile";
}

// visit(name, field) for each field that is a number or a flag; Command: SweepCommand, TileCommand, const or not. The
// weights of a sweep are listed by for_each_weight.
template <class Command, class Visit>
void for_each_field(Command& command, const Visit& visit) {
  if constexpr (std::is_same_v<std::remove_const_t<Command>, SweepCommand>) {
    visit("rows", command.rows);
    visit("cols", command.cols);
    visit("niter", command.niter);
    visit("f_buffer", command.f_buffer);
    visit("r_buffer", command.r_buffer);
    visit("above", command.above);
    visit("below", command.below);
    visit("own_weights", command.own_weights);
  } else {
    visit("rows", command.rows);
    visit("cols", command.cols);
    visit("sweeps", command.sweeps);
    visit("backward", command.backward);
    visit("top_at", command.top.at);
    visit("top_slope", command.top.slope);
    visit("bottom_at", command.bottom.at);
    visit("bottom_slope", command.bottom.slope);
    visit("left_at", command.left.at);
    visit("left_slope", command.left.slope);
    visit("right_at", command.right.at);
    visit("right_slope", command.right.slope);
    visit("f_buffer", command.f_buffer);
  }
}

}  // namespace stencil
