// Runs yosys: elaborates the design, and maps it to UltraScale+.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/netlist/netlist.hpp"
#include "ci/mapping/parameter_set.hpp"

namespace stencil::synthesis {

struct Design {
  std::string tree;  // every .v in this folder and below is read
  std::string top;
  ParameterSet set;
  std::string work;  // folder for scripts, logs and netlists; made if it is missing
};

// Elaborates: processes become registers, arrays become memories ($mem_v2), nothing is mapped. Throws
// std::runtime_error with yosys' message if a net has two drivers or none, or lies on a combinational loop within its
// module. Memories lose their initial contents.
Netlist elaborate(const Design& design);

// The same with all modules dissolved in the top, which is the only module of the netlist.
Netlist elaborate_flat(const Design& design);

// The same for `top` under several parameter sets at once, which override those of the design; work that the sets share
// is done once. The top of the netlist is a wrapper with an instance per set. An error does not tell which set caused
// it.
Netlist elaborate_together(const Design& design, const std::vector<ParameterSet>& sets);

struct Mapping {
  Netlist netlist;
  std::vector<std::string> soft_multipliers;   // "module/cell" of multiplications outside of DSPs
  std::vector<std::string> unmapped_memories;  // likewise, of memories that become registers
};

// Maps each module once and keeps the hierarchy. Ends yosys after `limit_s` seconds; throws std::runtime_error with the
// last lines of the log if it fails.
Mapping map_to_ultrascale_plus(const Design& design, int limit_s = 1200);

std::string yosys_version();

}  // namespace stencil::synthesis
