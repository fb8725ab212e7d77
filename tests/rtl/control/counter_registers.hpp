// Which rows of the contract's table are counters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/device/contract/contract.hpp"

namespace stencil::test {

// Registers from CYCLES_TOTAL on, but for CHANGE, which is a value of the engine.
inline bool is_counter(const contract::RegisterRow& row) {
  return row.address >= contract::REG_CYCLES_TOTAL && row.address < contract::REG_N0 &&
         row.address != contract::REG_CHANGE;
}

}  // namespace stencil::test
