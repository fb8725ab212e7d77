// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/shared_var.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

Weight weight_of(const std::string& name) {
  const auto found = std::find(weight_names.begin(), weight_names.end(), name);
  if (found != weight_names.end()) return static_cast<Weight>(found - weight_names.begin());
  throw ArgumentError(
      fmt::format("symbol is \"{}\", must be {}", name, alternatives({weight_names.begin(), weight_names.end()})));
}

}  // namespace

SharedVar::SharedVar(DeviceMemory& memory, Weight symbol, double& variable, Contents contents)
    : SharedDatum(name_of(symbol), contents),
      memory_(memory),
      symbol_(symbol),
      variable_(variable),
      device_claim_(memory, name(), symbol),
      host_claim_(name(), &variable, 1) {}

SharedVar::SharedVar(DeviceMemory& memory, const std::string& symbol, double& variable, Contents contents)
    : SharedVar(memory, weight_of(symbol), variable, contents) {}

// Settles first, because a register may be accessed only with no call in flight.
void SharedVar::copyToDevice() {
  memory_.settle();
  memory_.device().set_weight(symbol_, variable_);
}

void SharedVar::copyFromDevice() {
  memory_.settle();
  variable_ = memory_.device().weight(symbol_);
}

void SharedVar::peek(Side side, const RowRange& /*rows*/, double* words) {
  if (side == Side::device) memory_.settle();
  *words = side == Side::host ? variable_ : memory_.device().weight(symbol_);
}

void SharedVar::poke(Side side, const RowRange& /*rows*/, const double* words) {
  if (side == Side::host) {
    variable_ = *words;
    return;
  }
  memory_.settle();
  memory_.device().set_weight(symbol_, *words);
}

}  // namespace stencil
