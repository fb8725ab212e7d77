// Ports in the form in which tests write them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "ci/mapping/netlist/netlist.hpp"

namespace stencil::synthesis {

inline Port in(std::vector<Bit> bits) {
  return {false, std::move(bits)};
}

inline Port out(std::vector<Bit> bits) {
  return {true, std::move(bits)};
}

}  // namespace stencil::synthesis
