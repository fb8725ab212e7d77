// Makes the fake device of the tests of step.h.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "tests/host/c/step/step_case.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil {

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return std::make_unique<FakeAccelerator>(200, 20, FakeAccelerator::Happens::at_wait, buffers, buffers);
}

}  // namespace stencil
