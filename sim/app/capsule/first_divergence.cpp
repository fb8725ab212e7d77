// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/first_divergence.hpp"

#include <exception>

#include "host/base/text.hpp"
#include "sim/app/divergence/divergence_json.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {

Json first_divergence_json(const Capsule& played,
                           const std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)>& maker) {
  AcceleratorOptions machine = played.device;
  machine.digest = false;
  machine.checking.protocol = machine.checking.reads = false;  // buffers are looked at whole
  return first_divergence_json(played, [&](const Capsule& calls) {
    const std::unique_ptr<Accelerator> device = maker(machine);
    return play(calls, *device);
  });
}

Json first_divergence_json(const Capsule& played, const CapsulePlayer& play) {
  try {
    const std::optional<Divergence> found = find_divergence(played, play);
    return found ? divergence_json(played, *found) : Json();
  } catch (const std::exception& error) {
    return {{"text",
             wrapped("first divergence: not found, since the device fails at fewer calls: " + one_line(error.what()), 2,
                     0)}};
  }
}

}  // namespace stencil
