// Runs yosys: what it understood of the design, and what the design becomes on UltraScale+.
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
  std::string work;  // folder for scripts, logs and netlists; made if need be
};

// Processes turned into registers, arrays into memories ($mem_v2), nothing mapped. Throws std::runtime_error with what
// yosys said when a net has two drivers or none, or lies on a combinational loop within its module. Memories lose what
// they begin with.
Netlist elaborate(const Design& design);

// The same with all modules dissolved in the top, the only one of the netlist.
Netlist elaborate_flat(const Design& design);

// The same of `top` under several parameter sets at once, those of the design left out: what sets have in common is
// done once. The top of the netlist is a wrapper with an instance a set; what is thrown does not tell whose fault it
// is.
Netlist elaborate_together(const Design& design, const std::vector<ParameterSet>& sets);

struct Mapping {
  Netlist netlist;
  std::vector<std::string> soft_multipliers;   // "module/cell", those that fit no DSP
  std::vector<std::string> unmapped_memories;  // likewise, those that become registers
};

// Modules stay modules, each mapped once. Ends yosys after `limit_s` seconds; throws std::runtime_error with the last
// lines of the log when it fails.
Mapping map_to_ultrascale_plus(const Design& design, int limit_s = 1200);

std::string yosys_version();

}  // namespace stencil::synthesis
