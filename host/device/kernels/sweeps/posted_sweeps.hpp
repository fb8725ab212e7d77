// The state that sweeps leave in a device for later ones: its own weights, and an open chain of skewed blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "host/device/kernels/sweeps/sweep_command.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// The state after all posted calls are done. A command of another kernel ends a chain and leaves the weights.
class PostedSweeps {
 public:
  double weight(Weight weight) const { return weights_[static_cast<std::size_t>(weight)]; }
  void set_weight(Weight weight, double value) {
    weights_[static_cast<std::size_t>(weight)] = value;
    before_.below = false;
  }

  // Puts the device's own weights into a command with own_weights.
  void resolve(SweepCommand& command) const {
    if (!command.own_weights) return;
    for_each_weight(command.weights, [&](Weight weight, double& value) { value = this->weight(weight); });
  }
  template <class Other>
  void resolve(Other&) const {}

  // @pre resolve() was applied
  void check(const Capabilities& device, const SweepCommand& command) const { check_sweep(device, command, before_); }
  template <class Other>
  void check(const Capabilities& device, const Other& command) const {
    check_command(device, command);
  }

  // Records a command that was posted and makes at least one sweep.
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
  SweepCommand before_;  // the last command with a sweep; a default one where another kernel's command came after it
};

}  // namespace stencil
#pragma GCC visibility pop
