// The names of what can be wrong.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/divergence.hpp"

namespace stencil {

using Where = Divergence::Where;

const char* name_of(Divergence::Where where) {
  switch (where) {
    case Where::load:
      return "load";
    case Where::store:
      return "store";
    case Where::transfer:
      return "local memory";
    case Where::wait:
      return "interlock";
    case Where::before:
      return "state of the device";
    case Where::sweep:
      break;
  }
  return "sweep";
}

std::string component_of(const Divergence& divergence) {
  if (divergence.side == WrongSide::reference) return name_of(divergence.side);
  if (divergence.undefined) return "blocking";
  if (divergence.on_model_too) return "registers or words given";
  if (divergence.side == WrongSide::platform && divergence.where == Where::before) return "handover";
  if (divergence.stray) return "write-back";
  if (divergence.beside_command) return "local memory or store";
  if (divergence.overlap) return "commands in flight";
  if (divergence.event) return divergence.event->kind;
  const bool explained = divergence.explanation.has_value();
  if (explained && (divergence.where == Where::sweep || divergence.side == WrongSide::host ||
                    divergence.explanation->component.rfind(burst_address, 0) == 0))
    return divergence.explanation->component;
  // Nothing tells which of them lost the words.
  if (!explained && divergence.where == Where::transfer) return "load, local memory or store";
  return name_of(divergence.where);
}

}  // namespace stencil
