// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/device_watch.hpp"

#include <memory>

#include "host/base/errors.hpp"
#include "sim/app/waves/failure_watch.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {

Capsule play_inspected(const Capsule& calls, AcceleratorOptions machine, const Inspection& inspection,
                       const AcceleratorMaker& make_device) {
  machine.inspection = &inspection;
  machine.digest = false;
  Capsule played;
  {
    const std::unique_ptr<Accelerator> device = make_device(machine);
    played = play(calls, *device);
  }
  if (!same_values(calls, played) || !same_cycles(calls, played))
    throw DeviceError("the traced module does not replay the calls with the values and cycles of the fast one");
  return played;
}

DeviceWatch watch_of(const AcceleratorOptions& machine, Inside inside, const AcceleratorMaker& make_device) {
  if (machine.accel != "rtl") return {};
  return [machine, inside, make_device](const Capsule& calls) -> std::optional<DeviceLook> {
    FailureWatch watch(inside);
    try {
      return watch.look(play_inspected(calls, machine, watch.inspection(), make_device));
    } catch (const DeviceError&) {
      return std::nullopt;
    }
  };
}

}  // namespace stencil
