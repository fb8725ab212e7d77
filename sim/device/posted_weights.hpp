// The device's own weights, as they will be when all that was posted is done.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/accelerator.hpp"

namespace stencil {

class PostedWeights {
 public:
  double value(Weight weight) const { return weight == Weight::rdx2 ? rdx2_ : weight == Weight::rdy2 ? rdy2_ : beta_; }
  void set(Weight weight, double value) {
    (weight == Weight::rdx2 ? rdx2_ : weight == Weight::rdy2 ? rdy2_ : beta_) = value;
  }

  // The command with the weights it sweeps with: these, where it has own_weights.
  SweepCommand resolve(SweepCommand command) const {
    if (!command.own_weights) return command;
    command.rdx2 = rdx2_;
    command.rdy2 = rdy2_;
    command.beta = beta_;
    return command;
  }
  // A resolved command replaces them.
  void keep(const SweepCommand& command) {
    rdx2_ = command.rdx2;
    rdy2_ = command.rdy2;
    beta_ = command.beta;
  }

 private:
  double rdx2_ = 0.0;
  double rdy2_ = 0.0;
  double beta_ = 0.0;
};

}  // namespace stencil
