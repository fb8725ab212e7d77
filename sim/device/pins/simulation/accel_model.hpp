// A Verilated stencil_accel as its pins, in a simulation of its own.
// SPDX-License-Identifier: Apache-2.0
//
// Only the generated source file of a configuration includes this header, after the Verilated model's header.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/device/pins/simulation/accel_pins.hpp"
#include "sim/device/pins/simulation/rtl_simulation.hpp"

namespace stencil {

// Constructed before the pins that refer to it.
template <class V>
struct SimulatedModel {
  // Registers of a model that was made with RANDOM_STATE begin with contents by this seed.
  SimulatedModel(int seed, const std::vector<std::string>& plusargs) : simulation(plusargs) {
    simulation.context()->randReset(2);
    simulation.context()->randSeed(seed);
    model = std::make_unique<V>(simulation.context());
  }

  RtlSimulation simulation;
  std::unique_ptr<V> model;
};

template <class V>
class AccelModel final : private SimulatedModel<V>, public AccelPins {
 public:
  AccelModel(int seed, const std::vector<std::string>& plusargs)
      : SimulatedModel<V>(seed, plusargs), AccelPins(*SimulatedModel<V>::model) {}
  void eval() override { SimulatedModel<V>::model->eval(); }
  bool finished() const override { return SimulatedModel<V>::simulation.has_ended(); }
};

}  // namespace stencil
