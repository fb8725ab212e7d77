// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/shared_var.hpp"

#include <fmt/format.h>

#include <array>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

struct Symbol {
  Weight weight;
  const char* name;
};
constexpr std::array<Symbol, 3> symbols{{{Weight::rdx2, "rdx2"}, {Weight::rdy2, "rdy2"}, {Weight::beta, "beta"}}};

const char* name_of(Weight weight) {
  return symbols[static_cast<std::size_t>(weight)].name;
}

Weight weight_of(const std::string& name) {
  for (const Symbol& symbol : symbols) {
    if (name == symbol.name) return symbol.weight;
  }
  throw ArgumentError(fmt::format("symbol is \"{}\", must be rdx2, rdy2 or beta", name));
}

}  // namespace

SharedVar::SharedVar(DeviceMemory& memory, Weight symbol, double& variable, Contents contents)
    : SharedDatum(name_of(symbol), contents), memory_(memory), symbol_(symbol), variable_(variable) {
  memory_.claim(name(), symbol_);
}

SharedVar::SharedVar(DeviceMemory& memory, const std::string& symbol, double& variable, Contents contents)
    : SharedVar(memory, weight_of(symbol), variable, contents) {}

SharedVar::~SharedVar() {
  memory_.release(symbol_);
}

// A register is written when nothing else is under way.
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
