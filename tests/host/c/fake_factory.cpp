// The device of the C client: exact, small, and without a simulator.
// SPDX-License-Identifier: Apache-2.0
#include "host/accelerator.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil {

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return std::make_unique<test::FakeAccelerator>(20 * 43, 43, test::FakeAccelerator::Happens::at_wait);
}

std::vector<std::string> accelerator_configs() {
  return {"default"};
}

}  // namespace stencil
