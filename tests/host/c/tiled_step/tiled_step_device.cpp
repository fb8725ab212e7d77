// Makes the fake device of steps of tiles.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "tests/host/c/tiled_step/tiled_step_case.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil {

namespace {

// With cycles that the fake counts by points, as a clock has them.
std::unique_ptr<FakeAccelerator> make_fake() {
  auto device = std::make_unique<FakeAccelerator>(memory_words, 60, FakeAccelerator::Happens::at_wait);
  device->set_tile_slots(tile_slots == 0 ? 0 : 1, tile_slots);
  return device;
}

}  // namespace

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return make_fake();
}

}  // namespace stencil
