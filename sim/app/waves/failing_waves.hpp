// Waves of calls during which the device fails: of the cycles around its last sign of life.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sim/app/waves/replay_waves.hpp"

namespace stencil {

// Writes them on a traced module of the same RTL and returns lines that tell of it. With `failure`: as many cycles as
// replay_waves.hpp says around the last handshake at the ports, polls of registers left out, which is marked.
// Throws ArgumentError as write_replay_waves does, DeviceError where the device does not fail.
std::string write_failing_waves(const WaveRequest& request, const Capsule& calls, const AcceleratorMaker& make_device);

}  // namespace stencil
