// Makes the fake device of the published functions, as the library asks for it.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "host/device/counts.hpp"
#include "tests/host/c/accel/accel_case.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil {

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options) {
  asked_for = options;
  ++made;
  if (options.accel == "model") throw ArgumentError("accelerator 'model' is not in this build");
  auto device = std::make_unique<FakeAccelerator>(100, 20, FakeAccelerator::Happens::at_wait);
  fake = device.get();
  return device;
}

}  // namespace stencil
