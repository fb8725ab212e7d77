// The modules that capsules are replayed on: of other RTL, or of the same with waves. module_maker.hpp builds them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/modules/module_maker.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

// The module of this configuration made from the Verilog in `tree`, or, where that is empty, from that of the program's
// own modules. Throws as ModuleMaker does.
std::string module_of_rtl(const std::string& tree, const Configuration& configuration, const ModuleListener& listener);

// A module that writes waves and audits operators, of the same RTL as another one.
struct TracedRequest {
  Configuration configuration;
  // Of the RTL. Empty: that of the program's own modules; its traced module may also stand beside the others, in the
  // folder TABLE-traced.
  std::string tree = {};
  std::string fast = {};  // the module whose calls it shall repeat; empty: the program's own
};

// Throws as ModuleMaker does; ArgumentError, too, where the two are not made of the same RTL.
std::string traced_module(const TracedRequest& request, const ModuleListener& listener);

// Throws what traced_module() would throw before it builds anything, and where the build cannot work. Takes some 0.3 s.
void check_traced_module(const TracedRequest& request);

// Whether Verilog and tools are there, without starting any: for texts that name a command.
bool may_be_traced(const Configuration& configuration);

// The digest that a module has of one of its Verilog files (cmake/verilate_one.cmake): of the text without comments and
// blank lines.
std::string verilog_digest(const std::string& text);

}  // namespace stencil
