// What sweeps leave in a device for those that follow: its own numbers, and an open chain.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "host/device/kernels/sweeps/sweep_command.hpp"

namespace stencil {

// As it will be when all that was posted is done. Commands of other kernels end a chain and leave the numbers.
class PostedSweeps {
 public:
  double weight(Weight weight) const { return weights_[static_cast<std::size_t>(weight)]; }
  void set_weight(Weight weight, double value) {
    weights_[static_cast<std::size_t>(weight)] = value;
    before_.below = false;
  }

  // The command with the numbers it sweeps with: the device's, where it has own_weights.
  void resolve(SweepCommand& command) const {
    if (!command.own_weights) return;
    for_each_weight(command.weights, [&](Weight weight, double& value) { value = this->weight(weight); });
  }
  template <class Other>
  void resolve(Other&) const {}

  // Of resolved commands.
  void check(const Capabilities& device, const SweepCommand& command) const { check_sweep(device, command, before_); }
  template <class Other>
  void check(const Capabilities& device, const Other& command) const {
    check_command(device, command);
  }

  // The command was posted and is not empty.
  void keep(const SweepCommand& command) {
    before_ = command;
    for_each_weight(command.weights,
                    [&](Weight weight, double value) { weights_[static_cast<std::size_t>(weight)] = value; });
  }
  template <class Other>
  void keep(const Other&) {
    before_ = {};
  }

 private:
  std::array<double, weight_count> weights_{};
  SweepCommand before_;  // of all commands, the last that was not empty
};

}  // namespace stencil
