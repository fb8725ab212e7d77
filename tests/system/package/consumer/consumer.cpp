// Uses the C++ headers of the installed package: blocking over an accelerator chosen by name.
// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/itstep.hpp"
#include "vsda.h"

int main() {
  stencil::AcceleratorOptions options;
  options.accel = "software";
  const auto device = stencil::make_accelerator(options);
  std::vector<double> f(40 * 5, 1.0), r(40 * 5, 0.0);
  stencil::itstep(*device, 40, 5, f.data(), r.data(), stencil::JacobiWeights{1.0, 1.0, 0.25}, 4, 15, nullptr);
  std::cout << device->capabilities().config << ' ' << f[7] << ' ' << device->traffic().transfers << '\n';
  return f[7] == 1.0 ? 0 : 1;
}
