// The modules of accelerators that this bench drives.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "sim/device/pins/simulation/accel_pins.hpp"
#include "tests/rtl/support/wide_port.hpp"

namespace stencil::test {

// The device of tests/devices that has this name, '_' for '-': from DIR/NAME.so where the environment variable
// STENCIL_BENCH_MODULES names a folder, otherwise from the build folder. STENCIL_PLUSARGS holds words for its RTL.
// Throws std::runtime_error where it cannot be loaded, or was built for another bench.
std::unique_ptr<AccelPins> make_accel(const std::string& name, int seed);

}  // namespace stencil::test
