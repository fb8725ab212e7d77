// The first divergence of a capsule, found on new devices of one kind.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "sim/app/capsule/capture.hpp"
#include "sim/app/json/json.hpp"
#include "sim/device/capsule/minimise.hpp"
#include "sim/device/divergence/look/device_look.hpp"

namespace stencil {

struct FirstDivergence {
  Json divergence;  // sim/app/divergence/divergence_json.hpp; null: nothing differs
  std::optional<OperatorEvent> cause = std::nullopt;
};

// The device's model, which has no RTL, on the same platform. What it has wrong too is not the device's.
struct ModelBeside {
  CapsulePlayer play = {};    // empty: there is no RTL, or nothing is known
  bool run_is_wrong = false;  // of the whole run
};

// Of a capsule with a difference. Where a device fails at fewer calls, or is refused, the text of `told` says so.
// watch: may be empty.
FirstDivergence first_divergence(const Capsule& played, const CapsulePlayer& play, const DeviceWatch& watch,
                                 const ModelBeside& model = {});

// Plays on devices that `maker` makes for `machine`.
CapsulePlayer player_on(const AcceleratorOptions& machine, const AcceleratorMaker& maker);

// The same with the model in the device's place; empty: the machine has no RTL.
CapsulePlayer player_on_model(AcceleratorOptions machine, const AcceleratorMaker& maker);

// The machine of a capsule as devices that look for its first divergence need it.
AcceleratorOptions searched_machine(AcceleratorOptions machine);

}  // namespace stencil
