// What an accelerator answers where it has no part for a call.
// SPDX-License-Identifier: Apache-2.0
#include "host/device/accelerator.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

[[noreturn]] void refuse(const Accelerator& device, const char* what) {
  const Capabilities& has = device.capabilities();
  throw ArgumentError(fmt::format("accelerator {} of configuration {} {}", has.accel, has.config, what));
}

}  // namespace

Ticket Accelerator::post_tile(const TileCommand&, const After&) {
  refuse(*this, "has no Gauss-Seidel kernel");
}

double Accelerator::change() {
  refuse(*this, "does not measure the change of a sweep");
}

void Accelerator::reset_change() {
  refuse(*this, "does not measure the change of a sweep");
}

void Accelerator::set_weight(Weight, double) {
  refuse(*this, "has no registers for weights");
}

double Accelerator::weight(Weight) {
  refuse(*this, "has no registers for weights");
}

}  // namespace stencil
