// The rules that the mapped RTL must keep to count as hardware.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/netlist/netlist.hpp"
#include "ci/mapping/yosys.hpp"

namespace stencil::synthesis {

// One line per broken rule, naming module and place; empty if there is none.
using Breaches = std::vector<std::string>;

// Of an elaborated design: no latch; every memory has a clocked read port, except the small ones that may be LUTs.
Breaches check_elaborated(const Netlist& elaborated);

// Of a mapped design: every memory of the elaborated one is block RAM or UltraRAM, except the small ones that may be
// LUTs; every multiplication is in DSPs; no latch.
Breaches check_mapped(const Netlist& elaborated, const Mapping& mapping);

// The modules whose memories may be LUTs, with the reason, for the documentation.
struct SmallMemory {
  std::string module;
  std::int64_t most_words;
  std::int64_t most_bits;
  bool read_without_clock;
  std::string reason;
};
const std::vector<SmallMemory>& small_memories();

}  // namespace stencil::synthesis
