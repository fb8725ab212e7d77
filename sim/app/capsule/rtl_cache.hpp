// Modules of RTL trees that are not the program's own, built once into the user's cache.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sim/device/rtl/configurations.hpp"

namespace stencil {

// The file of the module of this configuration, made from the Verilog in `tree`:
// $XDG_CACHE_HOME (else ~/.cache)/stencil-cosim/rtl/DIGEST/lib/stencil-cosim/accel/NAME.so, where DIGEST is that of all
// files of the tree and of the headers that program and module share. Built by the project's own CMake where it is not
// there yet; `say` is told before. Needs the source tree that the program was built from.
// Throws ArgumentError, one line: no tree, no source tree, a build that fails (its log is named).
std::string module_of_rtl(const std::string& tree, const Configuration& configuration,
                          const std::function<void(const std::string&)>& say);

// The same for a module that writes waves and audits operators (cmake: STENCIL_TRACED). tree: empty: the RTL that the
// program was built with; its traced module may also stand beside the others, in the folder TABLE-traced.
// fast: the module whose calls it shall repeat; empty: the program's own. Throws ArgumentError, too, where the two were
// made of different RTL.
std::string traced_module(const std::string& tree, const Configuration& configuration, const std::string& fast,
                          const std::function<void(const std::string&)>& say);

}  // namespace stencil
